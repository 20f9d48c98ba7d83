// DefinitionIndexes: the secondary indexes of a table definition, global and local. Borrows what it is made with. One thread at a
// time.
#pragma once

#include <string>
#include <vector>

#include "engine/schema/definition_kept.h"
#include "engine/schema/definition_keys.h"

namespace sheaf {

class DefinitionIndexes {
 public:
  // `table` has its key already, and indexes when others are added to it; those that are read go behind them.
  DefinitionIndexes(DefinitionKeys* keys, KeptMembers* kept_members, TableDef* table);

  // `list` is the member GlobalSecondaryIndexes. What is kept of its indexes goes into `kept_of_table`, under that name.
  Status read_global(const Place& list, JsonNode* kept_of_table);

  // `list` is the member LocalSecondaryIndexes.
  Status read_local(const Place& list);

  // A global index for a table that is there: `index` has the members of one in the list, and AttributeDefinitions. To be called
  // after check_added, which looks at the kinds of these members.
  static Status check_added(const Place& index);
  Status read_added(const Place& index, JsonNode* kept_of_table);

 private:
  Status read_members(const Place& place, JsonNode* kept_of_indexes);
  Status read_name(const Place& name, IndexDef* index) const;
  Result<KeySchema> read_local_key(const Place& schema, std::string_view index_name);
  Result<Projection> read_projection(const Place& index);
  Result<std::vector<std::string>> read_non_key_attributes(const Place& list);

  DefinitionKeys* keys_;
  KeptMembers* kept_members_;
  TableDef* table_;
  size_t non_key_count_;  // over all indexes so far
};

}  // namespace sheaf
