#include "engine/protocol/capacity.h"

#include <algorithm>

#include "engine/base/capacity_units.h"
#include "engine/item/item_builder.h"
#include "engine/protocol/item_access.h"

namespace sheaf::protocol {
namespace {

uint64_t halves_of_read(CapacityRate rate) {
  switch (rate) {
    case CapacityRate::kEventual:
      return 1;
    case CapacityRate::kStandard:
      return 2;
    case CapacityRate::kTransaction:
      break;
  }
  return 4;
}

uint64_t halves_of_write(CapacityRate rate) { return rate == CapacityRate::kTransaction ? 4 : 2; }

// A row that gets another key is erased and written anew.
uint64_t units_of_rows(const WriteCost::IndexRows& rows) {
  if (!rows.is_moved) return write_units(std::max(rows.old_bytes, rows.new_bytes));
  const uint64_t erased = rows.old_bytes != 0 ? write_units(rows.old_bytes) : 0;
  const uint64_t written = rows.new_bytes != 0 ? write_units(rows.new_bytes) : 0;
  return erased + written;
}

// "1.0", "0.5".
void write_units_member(std::string_view member, uint64_t half_units, JsonWriter* response) {
  response->name(member);
  response->json(std::to_string(half_units / 2) + (half_units % 2 != 0 ? ".5" : ".0"));
}

void write_arm(std::string_view name, uint64_t half_units, JsonWriter* response) {
  response->name(name);
  response->begin_object();
  write_units_member("CapacityUnits", half_units, response);
  response->end_object();
}

void write_arms(std::string_view member, const std::map<std::string, uint64_t>& indexes, JsonWriter* response) {
  if (indexes.empty()) return;
  response->name(member);
  response->begin_object();
  for (const auto& [name, half_units] : indexes) write_arm(name, half_units, response);
  response->end_object();
}

}  // namespace

ConsumedCapacity::ConsumedCapacity(const RequestNode& request) {
  const std::string_view word = request.text_of("ReturnConsumedCapacity").value_or("NONE");
  if (word == "TOTAL") detail_ = Detail::kTotal;
  if (word == "INDEXES") detail_ = Detail::kIndexes;
}

void ConsumedCapacity::add_read(const std::string& table, uint64_t item_bytes, CapacityRate rate) {
  OfTable& of_table = tables_[table];
  const HalfUnits units = read_units(item_bytes) * halves_of_read(rate);
  of_table.table += units;
  if (rate == CapacityRate::kTransaction) of_table.transaction_reads += units;
}

void ConsumedCapacity::add_page(const std::string& table, const IndexDef* index, const ReadBytes& bytes,
                                CapacityRate rate) {
  OfTable& of_table = tables_[table];
  const HalfUnits units = read_units(bytes.rows) * halves_of_read(rate);
  of_table.table += bytes.fetched_units * halves_of_read(rate);
  if (index == nullptr) {
    of_table.table += units;
  } else {
    (index->kind == IndexKind::kGlobal ? of_table.global_indexes : of_table.local_indexes)[index->name] += units;
  }
}

void ConsumedCapacity::add_write(const std::string& table, const WriteCost& cost, CapacityRate rate) {
  OfTable& of_table = tables_[table];
  const HalfUnits before = total(of_table);
  of_table.table += write_units(std::max(cost.old_bytes, cost.new_bytes)) * halves_of_write(rate);
  for (const WriteCost::IndexRows& rows : cost.indexes) {
    ByIndex& indexes = rows.kind == IndexKind::kGlobal ? of_table.global_indexes : of_table.local_indexes;
    indexes[rows.index] += units_of_rows(rows) * halves_of_write(rate);
  }
  if (rate == CapacityRate::kTransaction) of_table.transaction_writes += total(of_table) - before;
}

ConsumedCapacity::HalfUnits ConsumedCapacity::total(const OfTable& of_table) {
  HalfUnits sum = of_table.table;
  for (const ByIndex* const indexes : {&of_table.global_indexes, &of_table.local_indexes}) {
    for (const auto& [name, units] : *indexes) sum += units;
  }
  return sum;
}

void ConsumedCapacity::write_table(const std::string& name, const OfTable& of_table, JsonWriter* response) const {
  response->begin_object();
  response->text_member("TableName", name);
  write_units_member("CapacityUnits", total(of_table), response);
  if (of_table.transaction_reads != 0) {
    write_units_member("ReadCapacityUnits", of_table.transaction_reads, response);
  }
  if (of_table.transaction_writes != 0) {
    write_units_member("WriteCapacityUnits", of_table.transaction_writes, response);
  }
  if (detail_ == Detail::kIndexes) {
    write_arm("Table", of_table.table, response);
    write_arms("GlobalSecondaryIndexes", of_table.global_indexes, response);
    write_arms("LocalSecondaryIndexes", of_table.local_indexes, response);
  }
  response->end_object();
}

void ConsumedCapacity::write_single(JsonWriter* response) const {
  if (!is_wanted() || tables_.empty()) return;
  response->name("ConsumedCapacity");
  write_table(tables_.begin()->first, tables_.begin()->second, response);
}

void ConsumedCapacity::write_list(JsonWriter* response) const {
  if (!is_wanted()) return;
  response->name("ConsumedCapacity");
  response->begin_array();
  for (const auto& [name, of_table] : tables_) write_table(name, of_table, response);
  response->end_array();
}

CollectionMetrics::CollectionMetrics(const Call& call)
    : call_(call), is_wanted_(call.request.text_of("ReturnItemCollectionMetrics") == "SIZE") {}

void CollectionMetrics::add(const TableHandle& table, ValueView partition) {
  const auto is_local = [](const IndexDef& index) { return index.kind == IndexKind::kLocal; };
  const TableDef& def = table.table->def();
  if (!is_wanted_ || std::none_of(def.indexes.begin(), def.indexes.end(), is_local)) return;
  const Result<uint64_t> bytes = call_.database->collection_bytes(table, partition);
  if (!bytes.ok()) return;
  std::vector<Collection>& collections = tables_[def.name];
  const auto is_same = [&](const Collection& known) { return values_equal(known.key.view(), partition); };
  if (std::any_of(collections.begin(), collections.end(), is_same)) return;
  collections.push_back({def.key.partition[0].name, {partition.type, std::string(partition.data)}, *bytes});
}

// Between which whole gigabytes the estimate lies.
Status CollectionMetrics::write_collection(const Collection& collection, JsonWriter* response) {
  response->begin_object();
  ItemBuilder key;
  SHEAF_RETURN_IF_ERROR(key.set(collection.key_name, collection.key.view()));
  SHEAF_RETURN_IF_ERROR(write_item_member("ItemCollectionKey", key.finish(), response));
  const uint64_t gigabytes = collection.bytes >> 30;
  response->name("SizeEstimateRangeGB");
  response->json("[" + std::to_string(gigabytes) + ".0," + std::to_string(gigabytes + 1) + ".0]");
  response->end_object();
  return {};
}

Status CollectionMetrics::write_single(JsonWriter* response) const {
  if (tables_.empty()) return {};
  response->name("ItemCollectionMetrics");
  return write_collection(tables_.begin()->second.front(), response);
}

Status CollectionMetrics::write_by_table(JsonWriter* response) const {
  if (tables_.empty()) return {};
  response->name("ItemCollectionMetrics");
  response->begin_object();
  for (const auto& [name, collections] : tables_) {
    response->name(name);
    response->begin_array();
    for (const Collection& collection : collections) {
      SHEAF_RETURN_IF_ERROR(write_collection(collection, response));
    }
    response->end_array();
  }
  response->end_object();
  return {};
}

}  // namespace sheaf::protocol
