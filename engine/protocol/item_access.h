// What operations on items have in common: the table they name, the keys and items they carry, and how items are written into
// responses.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/db/database.h"
#include "engine/item/item_builder.h"
#include "engine/protocol/call.h"
#include "engine/protocol/expressions.h"

namespace sheaf::protocol {

// The table that a request means by its TableName, a name or an ARN. Errors: those of Database::open_table.
Result<TableHandle> find_table(const Call& call, std::string_view reference);

// The values of a Key in the order of the table's schema. Error: KeyShape, when an attribute is missing, of another type, or too many.
Status read_key(const KeySchema& schema, const RequestNode& key, std::vector<ValueView>* out);

// An Item in its stored form, which lives in the builder. Errors: the fault of the node; ItemTooLarge.
Result<ItemView> build_item(const RequestNode& item, ItemBuilder* builder);

// The statement of a write's expressions, which it must have, with their values. Errors: those of Statement::prepare, ValuesUnused.
Result<std::unique_ptr<Statement>> prepare_write(const Call& call, const TableHandle& table, ActionKind kind,
                                                 const ExpressionSet& expressions);

// Until when a write waits for other writes of its items.
Deadline write_deadline();

// Errors: ItemCorrupt.
Status write_item(const ItemView& item, JsonWriter* response);
Status write_item_member(std::string_view name, const ItemView& item, JsonWriter* response);
// The same with an item's stored bytes; writes nothing when there are none.
Status write_image_member(std::string_view name, const AlignedBuffer& image, JsonWriter* response);

// Attributes of the request, as they would be written.
Status write_attributes(const RequestNode& attributes, JsonWriter* response);

}  // namespace sheaf::protocol
