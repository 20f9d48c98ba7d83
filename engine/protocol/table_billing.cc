#include "engine/protocol/table_billing.h"

#include <set>
#include <string>

#include "engine/protocol/expressions.h"
#include "engine/protocol/kept_settings.h"
#include "engine/protocol/request_json.h"
#include "engine/schema/definition_kept.h"
#include "engine/schema/describe_parts.h"
#include "engine/schema/json_make.h"

namespace sheaf::protocol {
namespace {

constexpr uint64_t kMaxCapacityUnits = 1000000000000;

Throughput requested(const RequestNode& throughput) {
  return {static_cast<uint64_t>(throughput.find("ReadCapacityUnits")->number()),
          static_cast<uint64_t>(throughput.find("WriteCapacityUnits")->number())};
}

// `owner` is " for index x", or "" for the table.
Status check_bounds(const RequestNode* throughput, std::string_view owner) {
  if (throughput == nullptr) return {};
  for (const std::string_view name : {"ReadCapacityUnits", "WriteCapacityUnits"}) {
    const auto units = static_cast<uint64_t>(throughput->find(name)->number());
    if (units <= kMaxCapacityUnits) continue;
    return parameter_fault("Given value " + std::to_string(units) + " for " + std::string(name) + " is out of bounds" +
                           std::string(owner));
  }
  return {};
}

Status check_on_demand(const RequestNode& owner, bool by_request, std::string_view of_index) {
  const RequestNode* const limits = owner.find("OnDemandThroughput");
  if (limits == nullptr || by_request) return {};
  const std::string member = limits->has("MaxReadRequestUnits") ? "MaxReadRequestUnits" : "MaxWriteRequestUnits";
  return invalid_parameter(member + " for OnDemandThroughput" + std::string(of_index) +
                           " cannot be specified when table BillingMode is PROVISIONED");
}

// Of an index that comes, with its table or later.
Status check_new_index(const RequestNode& index, bool by_request) {
  const std::string name(*index.text_of("IndexName"));
  const RequestNode* const throughput = index.find("ProvisionedThroughput");
  if (by_request && throughput != nullptr) {
    return invalid_parameter("ProvisionedThroughput should not be specified for index: " + name +
                             " when BillingMode is PAY_PER_REQUEST");
  }
  if (!by_request && throughput == nullptr) {
    return invalid_parameter(
        "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED, for index: " +
        name);
  }
  SHEAF_RETURN_IF_ERROR(check_bounds(throughput, " for index " + name));
  return check_on_demand(index, by_request, " for index: " + name);
}

Status check_unit_change(const Throughput& before, const Throughput& after, const std::string& owner) {
  if (before != after) return {};
  const std::string kind = owner.substr(0, owner.find(' '));
  const auto units = [&kind](std::string_view name, uint64_t now, uint64_t wanted) {
    return "Current " + std::string(name) + " provisioned for the " + kind + ": " + std::to_string(now) +
           ". Requested " + std::string(name) + ": " + std::to_string(wanted) + ". ";
  };
  return parameter_fault("The provisioned throughput for the " + owner +
                         " will not change. The requested value equals the current value. " +
                         units("ReadCapacityUnits", before.read_units, after.read_units) +
                         units("WriteCapacityUnits", before.write_units, after.write_units) +
                         "Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher "
                         "limits.");
}

// One UpdateTable's changes to what is kept.
class BillingChange {
 public:
  BillingChange(const BillingUpdate& update, JsonNode* kept)
      : request_(update.request), def_(update.def), now_ms_(update.now_ms), kept_(*kept) {
    was_by_request_ = is_paid_by_request(kept_);
    const std::optional<std::string_view> mode = request_.text_of("BillingMode");
    by_request_ = mode.has_value() ? *mode == "PAY_PER_REQUEST" : was_by_request_;
    const RequestNode* const updates = request_.find("GlobalSecondaryIndexUpdates");
    if (updates != nullptr) index_updates_ = updates->items();
  }

  Status run() {
    SHEAF_RETURN_IF_ERROR(check_mode());
    SHEAF_RETURN_IF_ERROR(change_table());
    for (const RequestNode* const entry : index_updates_) {
      const RequestNode* const created = entry->find("Create");
      if (created != nullptr) SHEAF_RETURN_IF_ERROR(check_new_index(*created, by_request_));
      const RequestNode* const updated = entry->find("Update");
      if (updated != nullptr) SHEAF_RETURN_IF_ERROR(change_index(*updated));
    }
    if (request_.has("BillingMode")) change_mode();
    return {};
  }

 private:
  Status check_mode() const {
    const bool has_throughput = request_.has("ProvisionedThroughput");
    if (by_request_ && has_throughput) {
      return invalid_parameter(
          "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST");
    }
    if (by_request_ || !request_.has("BillingMode")) return {};
    if (!has_throughput)
      return invalid_parameter("ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
    const std::string names = was_by_request_ ? indexes_without_throughput() : "";
    return names.empty() ? Status() : invalid_parameter("ProvisionedThroughput must be specified for index: " + names);
  }

  // Those that the request leaves without any: "a,b".
  std::string indexes_without_throughput() const {
    std::set<std::string_view> settled;
    for (const RequestNode* const entry : index_updates_) {
      for (const std::string_view action : {"Create", "Update", "Delete"}) {
        const RequestNode* const index = entry->find(action);
        const bool settles = index != nullptr && (action == "Delete" || index->has("ProvisionedThroughput"));
        if (settles) settled.insert(*index->text_of("IndexName"));
      }
    }
    std::string names;
    for (const IndexDef& index : def_.indexes) {
      if (index.kind != IndexKind::kGlobal || settled.contains(index.name)) continue;
      names += (names.empty() ? "" : ",") + index.name;
    }
    return names;
  }

  Status change_table() {
    SHEAF_RETURN_IF_ERROR(check_on_demand(request_, by_request_, ""));
    const RequestNode* const throughput = request_.find("ProvisionedThroughput");
    if (throughput == nullptr) return {};
    SHEAF_RETURN_IF_ERROR(check_bounds(throughput, ""));
    const Throughput wanted = requested(*throughput);
    if (!was_by_request_) SHEAF_RETURN_IF_ERROR(check_unit_change(throughput_of(&kept_), wanted, "table"));
    set_throughput(wanted, now_ms_, &kept_);
    return {};
  }

  Status change_index(const RequestNode& index) {
    const std::string name(*index.text_of("IndexName"));
    const IndexDef* const def = def_.find_index(name);
    if (def == nullptr || def->kind != IndexKind::kGlobal) return Status(Error::kIndexUnknown, {name, def_.name});
    const RequestNode* const throughput = index.find("ProvisionedThroughput");
    if (throughput != nullptr && by_request_) {
      return invalid_parameter(
          "The only Updates for index: " + name +
          " when TableThroughputMode is PAY_PER_REQUEST can be to OnDemandThroughput, WarmThroughput");
    }
    SHEAF_RETURN_IF_ERROR(check_on_demand(index, by_request_, " for index: " + name));
    JsonNode* const own = kept_of_index(name, &kept_);
    if (throughput != nullptr) {
      SHEAF_RETURN_IF_ERROR(check_bounds(throughput, " for index " + name));
      const Throughput wanted = requested(*throughput);
      if (!was_by_request_) SHEAF_RETURN_IF_ERROR(check_unit_change(throughput_of(own), wanted, "index " + name));
      set_throughput(wanted, now_ms_, own);
    }
    for (const std::string_view member : {"OnDemandThroughput", "WarmThroughput"}) {
      const RequestNode* const node = index.find(member);
      if (node != nullptr) set_json_member(member, to_json(*node), own);
    }
    return {};
  }

  void change_mode() {
    if (by_request_ && !was_by_request_) {
      set_json_member(kSwitched, make_json_number(seconds_text(now_ms_)), &kept_);
      forget_throughput();
    } else if (was_by_request_ && !by_request_ && kept_.find(kSwitched) == nullptr) {
      // Until now it was said by the time of the table's creation.
      set_json_member(kSwitched, make_json_number(seconds_text(def_.created_ms)), &kept_);
    }
    set_json_member("BillingMode", make_json_text(by_request_ ? "PAY_PER_REQUEST" : "PROVISIONED"), &kept_);
  }

  void forget_throughput() {
    erase_json_member("ProvisionedThroughput", &kept_);
    for (const IndexDef& index : def_.indexes) {
      if (kept_of_index(kept_, index.name) == nullptr) continue;
      erase_json_member("ProvisionedThroughput", kept_of_index(index.name, &kept_));
    }
  }

  static constexpr std::string_view kSwitched = "LastUpdateToPayPerRequestDateTime";

  const RequestNode& request_;
  const TableDef& def_;
  const int64_t now_ms_;
  JsonNode& kept_;
  bool was_by_request_ = false;
  bool by_request_ = false;
  std::vector<const RequestNode*> index_updates_;
};

}  // namespace

Status check_billing(const RequestNode& request) {
  const bool by_request = request.text_of("BillingMode") == "PAY_PER_REQUEST";
  const RequestNode* const throughput = request.find("ProvisionedThroughput");
  if (by_request && throughput != nullptr) {
    return invalid_parameter(
        "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST");
  }
  if (!by_request && throughput == nullptr) {
    return invalid_parameter(
        "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED");
  }
  SHEAF_RETURN_IF_ERROR(check_bounds(throughput, ""));
  SHEAF_RETURN_IF_ERROR(check_on_demand(request, by_request, ""));
  const RequestNode* const indexes = request.find("GlobalSecondaryIndexes");
  if (indexes == nullptr) return {};
  for (const RequestNode* const index : indexes->items()) {
    SHEAF_RETURN_IF_ERROR(check_new_index(*index, by_request));
  }
  return {};
}

Status change_billing(const BillingUpdate& update, JsonNode* kept) { return BillingChange(update, kept).run(); }

}  // namespace sheaf::protocol
