#include "tests/conformance/runner.h"

#include <memory>

#include "tests/conformance/native_session.h"
#include "tests/conformance/outcome_check.h"
#include "tests/conformance/protocol_session.h"
#include "tests/conformance/session.h"

namespace sheaf::conformance {
namespace {

const char* place_of(Way way) {
  switch (way) {
    case Way::kDynamoDb:
      return "in DynamoDB mode: ";
    case Way::kProtocol:
      return "through the protocol: ";
    default:
      return "";
  }
}

}  // namespace

std::unique_ptr<Session> open_session(const Case& from, Way way, std::string* trouble) {
  if (way == Way::kProtocol) return ProtocolSession::open(from, trouble);
  return NativeSession::open(from, way == Way::kDynamoDb ? SHEAF_OPEN_DYNAMODB : 0, trouble);
}

std::string run(const Case& given, Way way) {
  const auto place = [&](size_t line) { return place_of(way) + given.file + ':' + std::to_string(line) + ": "; };
  std::string trouble;
  const std::unique_ptr<Session> session = open_session(given, way, &trouble);
  if (session == nullptr) return place(given.line) + trouble;
  size_t number = 0;
  for (const Step& step : given.steps) {
    ++number;
    const std::string wrong = check_step(step, session->answer(step.request), way);
    if (wrong.empty()) continue;
    const auto filter = step.request.text("filter");
    return place(step.line) + "step " + std::to_string(number) + (filter ? " `" + shortened(*filter, 120) + '`' : "") +
           "\n" + wrong;
  }
  return {};
}

std::string run(const Case& given) {
  for (const Way way : given.ways) {
    std::string wrong = run(given, way);
    if (!wrong.empty()) return wrong;
  }
  return {};
}

Way one_way(const Case& given) {
  uint32_t hash = 2166136261;  // FNV-1a, the same everywhere
  for (const char c : given.id) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
  return given.ways[(hash >> 8) % given.ways.size()];
}

}  // namespace sheaf::conformance
