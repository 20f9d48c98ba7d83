#include "tests/conformance/protocol_session.h"

#include "tests/conformance/json_form.h"

namespace sheaf::conformance {
namespace {

std::string last_evaluated_key(const std::string& response_json) {
  const auto response = members(response_json);
  if (!response) return {};
  for (const auto& [name, value] : *response) {
    if (name == "LastEvaluatedKey") return value;
  }
  return {};
}

}  // namespace

// Not opened in DynamoDB mode: a call is in that mode by itself.
std::unique_ptr<Session> ProtocolSession::open(const Case& from, std::string* trouble) {
  std::unique_ptr<ProtocolSession> session(new ProtocolSession());
  session->error_ = sheaf_error_new();
  session->tables_.own = from.table;
  sheaf_open_options options{};
  options.struct_size = sizeof options;
  options.flags = SHEAF_OPEN_MEMORY;
  ProtocolReply reply;
  reply.status = sheaf_open(nullptr, &options, &session->db_, session->error_);
  for (const TableNotation& table : from.tables) {
    if (reply.status != SHEAF_OK) break;
    session->tables_.key_names[table.name] = table.key_names;
    reply = session->call({"CreateTable", with_member(table.definition_json, "BillingMode", R"("PAY_PER_REQUEST")")});
  }
  for (const StoredItem& stored : from.stored) {
    if (reply.status != SHEAF_OK) break;
    Request put;
    put.kind = RequestKind::kPut;
    put.subject = stored.json;
    reply = session->call(*render(put, stored.table));
  }
  if (reply.status == SHEAF_OK) return session;
  *trouble = std::string("cannot make the tables and what is stored in them: ") + sheaf_status_name(reply.status) +
             ": " + sheaf_error_message(session->error_) + '\n' + reply.json;
  return nullptr;
}

ProtocolSession::~ProtocolSession() {
  sheaf_db_free(db_);
  sheaf_error_free(error_);
}

ProtocolReply ProtocolSession::call(const ProtocolRequest& request) {
  ProtocolReply reply;
  reply.status = sheaf_call(db_, request.operation.c_str(), bytes(request.json), response_.get(), error_);
  const sheaf_bytes response = sheaf_buf_bytes(response_.get());
  reply.json.assign(reinterpret_cast<const char*>(response.data), response.size);
  if (reply.status >= 0) return reply;
  reply.offset = sheaf_error_offset(error_);
  reply.message = sheaf_error_message(error_);
  for (uint32_t i = 0; i < sheaf_error_reason_count(error_); ++i) {
    reply.reasons.push_back(sheaf_error_reason(error_, i, nullptr, nullptr));
  }
  return reply;
}

Answer ProtocolSession::answer(const Request& request) {
  Answer answer;
  const bool is_page = request.kind == RequestKind::kQuery || request.kind == RequestKind::kScan;
  const bool is_next = request.kind == RequestKind::kNext;
  if (is_next && page_end_.empty()) {
    answer.trouble = "there is no page to go on from";
    return answer;
  }
  const auto rendered = is_next ? ProtocolRequest{page_request_.operation,
                                                  with_member(page_request_.json, "ExclusiveStartKey", page_end_)}
                                : render(request, tables_.own);
  if (!rendered) {
    answer.trouble = "DynamoDB's JSON cannot say it";
    return answer;
  }
  if (is_page) {
    page_ = request;
    page_request_ = *rendered;
  }
  const ProtocolReply reply = call(*rendered);
  if (is_page || is_next) page_end_ = last_evaluated_key(reply.json);
  return read_reply(is_next ? *page_ : request, tables_, reply);
}

}  // namespace sheaf::conformance
