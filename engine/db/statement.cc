#include "engine/db/statement.h"

#include "engine/base/limits.h"
#include "engine/db/database.h"
#include "engine/read/explain.h"
#include "engine/read/start_key.h"
#include "engine/write/write_checks.h"

namespace sheaf {
namespace {

bool walks(StatementKind kind) { return kind == StatementKind::kQuery || kind == StatementKind::kScan; }

Status misuse(std::string_view text) { return Status(Error::kMisuse, {text}); }

CursorLimits to_limits(const StatementText& text) {
  CursorLimits limits;
  limits.rows = text.row_limit;
  if (text.page_bytes != UINT64_MAX) limits.bytes = text.page_bytes != 0 ? text.page_bytes : kDefaultPageBytes;
  return limits;
}

Status check_segment(uint32_t segment, uint32_t total) {
  const bool is_whole = total == 0 && segment == 0;
  if (is_whole || (segment < total && total <= kMaxScanSegments)) return {};
  return Status(Error::kSegmentInvalid, {std::to_string(segment), std::to_string(total)});
}

}  // namespace

Statement::Statement(std::shared_ptr<Database> database, TableHandle table, const StatementText& text)
    : database_(std::move(database)),
      table_(std::move(table)),
      kind_(text.kind),
      answer_(text.answer),
      limits_(to_limits(text)),
      timeout_ms_(text.timeout_ms),
      vocabulary_(text.origin) {
  segment_.segment = text.segment;
  segment_.total = text.total_segments != 0 ? text.total_segments : 1;
}

Result<std::unique_ptr<Statement>> Statement::prepare(std::shared_ptr<Database> database, TableHandle table,
                                                      const StatementText& text) {
  std::unique_ptr<Statement> statement(new Statement(std::move(database), std::move(table), text));
  SHEAF_RETURN_IF_ERROR(statement->check_open());
  SHEAF_RETURN_IF_ERROR(statement->table_.table->check_alive());
  statement->table_.table = statement->table_.newest();
  for (const StatementName& name : text.names) {
    SHEAF_RETURN_IF_ERROR(statement->vocabulary_.define_name(name.placeholder, name.attribute));
  }
  SHEAF_RETURN_IF_ERROR(walks(text.kind) ? statement->prepare_read(text) : statement->prepare_terms(text));
  statement->values_.resize(statement->parameters().size());
  statement->views_.resize(statement->parameters().size());
  return statement;
}

Status Statement::prepare_terms(const StatementText& text) {
  if (text.update.has_value()) {
    SHEAF_ASSIGN_OR_RETURN(update_, UpdateExpression::parse(*text.update, &vocabulary_));
  }
  if (text.condition.has_value()) {
    SHEAF_ASSIGN_OR_RETURN(condition_,
                           ConditionExpression::parse(ExpressionKind::kCondition, *text.condition, &vocabulary_));
  }
  const bool has_some = update_.has_value() || condition_.has_value();
  SHEAF_RETURN_IF_ERROR(
      vocabulary_.check_names_used(has_some ? Vocabulary::Expressions::kSome : Vocabulary::Expressions::kNone));
  return check_write_paths(*table_.table, terms());
}

WriteTerms Statement::terms() const {
  WriteTerms terms;
  if (condition_.has_value()) terms.condition = &*condition_;
  if (update_.has_value()) terms.update = &*update_;
  terms.values = views_;
  terms.vocabulary = &vocabulary_;
  return terms;
}

Status Statement::prepare_read(const StatementText& text) {
  SHEAF_RETURN_IF_ERROR(check_segment(text.segment, text.total_segments));
  if (database_->is_dynamodb(text.api)) {
    SHEAF_RETURN_IF_ERROR(dynamodb_mode::check_page({text.row_limit, text.page_bytes}));
    if (text.kind == StatementKind::kScan) SHEAF_RETURN_IF_ERROR(dynamodb_mode::check_scan(text.read.direction));
    SHEAF_RETURN_IF_ERROR(dynamodb_mode::check_content(*table_.table, text.read.index, text.read.content));
  }
  ReadText read = text.read;
  read.operation = text.kind == StatementKind::kQuery ? ReadOperation::kQuery : ReadOperation::kScan;
  SHEAF_ASSIGN_OR_RETURN(read_, PreparedRead::prepare(*table_.table, read, &vocabulary_));
  read_text_.emplace(text);
  cursor_.emplace(database_, table_);
  return {};
}

Status Statement::check_open() const { return database_->gate_.is_closed() ? Status(Error::kClosed) : Status(); }

Status Statement::check_walks() const {
  return walks(kind_) ? Status() : misuse("the statement is no query and no scan");
}

Status Statement::check_may_bind() const {
  SHEAF_RETURN_IF_ERROR(check_open());
  return has_begun_ ? misuse("values are bound before the first step or after a reset") : Status();
}

// A value of the same size as the one before takes no memory.
void Statement::store_value(uint32_t parameter, ValueView value) {
  Value& kept = values_[parameter];
  values_are_checked_ = false;
  views_[parameter] = {};
  kept.data = value.data;
  kept.type = value.type;
  views_[parameter] = kept.view();
}

Status Statement::bind(uint32_t parameter, ValueView value) {
  if (parameter >= values_.size()) return misuse("there is no parameter of that number");
  SHEAF_RETURN_IF_ERROR(check_may_bind());
  store_value(parameter, value);
  return {};
}

Status Statement::check_names(const ItemView& values) const {
  std::string unused;
  for (uint32_t i = 0; i < values.count(); ++i) {
    const std::string_view name = values.at(i).name;
    if (find_parameter(name).has_value()) continue;
    if (!unused.empty()) unused += ", ";
    unused += name;
  }
  return unused.empty() ? Status() : Status(Error::kValuesUnused, {unused});
}

Status Statement::bind_all(const ItemView& values) {
  SHEAF_RETURN_IF_ERROR(check_may_bind());
  SHEAF_RETURN_IF_ERROR(check_names(values));
  for (uint32_t i = 0; i < values.count(); ++i) {
    const AttributeView attribute = values.at(i);
    store_value(*find_parameter(attribute.name), attribute.value);
  }
  return {};
}

Status Statement::check_values() {
  if (values_are_checked_) return {};
  if (read_.has_value()) SHEAF_RETURN_IF_ERROR(read_->check(views_));
  SHEAF_RETURN_IF_ERROR(check_terms(views_));
  values_are_checked_ = true;
  return {};
}

// The update's errors come before the condition's, as with DynamoDB.
Status Statement::check_terms(Bindings values) const {
  if (update_.has_value()) SHEAF_RETURN_IF_ERROR(update_->check(values));
  return condition_.has_value() ? condition_->check(values) : Status();
}

Result<WriteTerms> Statement::write_terms() {
  if (walks(kind_)) return misuse("the statement is no update and no condition");
  SHEAF_RETURN_IF_ERROR(follow_table());
  SHEAF_RETURN_IF_ERROR(check_values());
  return terms();
}

Result<WriteTerms> Statement::write_terms_with(const ItemView& values, std::vector<ValueView>* slots) {
  if (walks(kind_)) return misuse("the statement is no update and no condition");
  SHEAF_RETURN_IF_ERROR(follow_table());
  SHEAF_RETURN_IF_ERROR(check_names(values));
  slots->assign(parameters().size(), {});
  for (uint32_t i = 0; i < values.count(); ++i) {
    const AttributeView attribute = values.at(i);
    (*slots)[*find_parameter(attribute.name)] = attribute.value;
  }
  SHEAF_RETURN_IF_ERROR(check_terms(*slots));
  WriteTerms with = terms();
  with.values = *slots;
  return with;
}

Result<std::string> Statement::explain() {
  SHEAF_RETURN_IF_ERROR(check_open());
  SHEAF_RETURN_IF_ERROR(table_.table->check_alive());
  if (!has_begun_) SHEAF_RETURN_IF_ERROR(follow_table());
  if (!read_.has_value()) {
    ExplainedWrite write;
    write.kind = kind_ == StatementKind::kUpdate ? ExplainedWrite::Kind::kUpdate : ExplainedWrite::Kind::kCondition;
    write.table = table_.table.get();
    write.update = terms().update;
    write.condition = terms().condition;
    return explain_write(write);
  }
  ExplainedRead read;
  read.read = &*read_;
  read.parameters = {parameters(), views_};
  read.answer = answer_ == StatementAnswer::kCount ? ExplainedRead::Answer::kCount : ExplainedRead::Answer::kRows;
  read.row_limit = limits_.rows;
  read.page_bytes = limits_.bytes;
  read.timeout_ms = timeout_ms_;
  read.segment = segment_.segment;
  read.total_segments = segment_.total;
  return explain_read(read);
}

Status Statement::ensure_walk() {
  if (!has_begun_) SHEAF_RETURN_IF_ERROR(begin());
  if (has_walk_) return {};
  SHEAF_RETURN_IF_ERROR(check_open());
  return is_beginning_ ? Status(Error::kNoMemory) : failure_;
}

Result<Step> Statement::step() {
  SHEAF_RETURN_IF_ERROR(ensure_walk());
  return answer_ == StatementAnswer::kCount ? cursor_->count() : cursor_->next();
}

Result<Step> Statement::give_rows(uint64_t most, const RowVisitor& visit) {
  SHEAF_RETURN_IF_ERROR(ensure_walk());
  return answer_ == StatementAnswer::kCount ? cursor_->count() : cursor_->give_rows(most, visit);
}

Status Statement::begin() {
  SHEAF_RETURN_IF_ERROR(check_walks());
  has_begun_ = true;
  is_beginning_ = true;
  failure_ = start_walk();
  has_walk_ = failure_.ok();
  is_beginning_ = false;
  return {};
}

Status Statement::start_walk() {
  const Gate::Pass pass(database_->gate_);
  if (!pass) return Status(Error::kClosed);
  SHEAF_RETURN_IF_ERROR(table_.table->check_alive());
  SHEAF_RETURN_IF_ERROR(follow_table());
  SHEAF_RETURN_IF_ERROR(check_values());
  CursorLimits limits = limits_;
  limits.deadline = Deadline::after_ms(timeout_ms_);
  SHEAF_ASSIGN_OR_RETURN(Plan plan, make_plan());
  RowTerms terms;
  terms.filter = read_->filter();
  terms.paths = read_->row_paths();
  terms.values = views_;
  return cursor_->start(std::move(plan), limits, {resume_token_, resume_key_}, terms);
}

Result<Plan> Statement::make_plan() const {
  SHEAF_ASSIGN_OR_RETURN(Plan plan, read_->plan(views_));
  if (segment_.total != 1) SHEAF_RETURN_IF_ERROR(narrow_to_segment(&plan));
  if (!resume_key_.empty()) SHEAF_RETURN_IF_ERROR(check_start_key(*read_, views_, plan, resume_key_));
  return plan;
}

Status Statement::narrow_to_segment(Plan* plan) const {
  const auto start = !resume_key_.empty()     ? ScanSegments::Start::kResumedByKey
                     : !resume_token_.empty() ? ScanSegments::Start::kResumed
                                              : ScanSegments::Start::kAnew;
  SHEAF_ASSIGN_OR_RETURN(ScanSegment segment,
                         database_->segments_->find(*table_.table, read_->index(), segment_, start));
  static constexpr std::string_view kAnyKey("\x01", 1);  // a range that begins where it ends holds nothing
  plan->range = segment.is_empty ? KeyRange{std::string(kAnyKey), std::string(kAnyKey)} : std::move(segment.range);
  plan->segment = {segment_.segment, segment_.total, segment.division};
  return {};
}

Result<std::string> Statement::token() const {
  SHEAF_RETURN_IF_ERROR(check_walks());
  if (has_walk_) return cursor_->token();
  SHEAF_RETURN_IF_ERROR(check_open());
  SHEAF_RETURN_IF_ERROR(table_.table->check_alive());
  return resume_key_.empty() ? Result<std::string>(resume_token_)
                             : misuse("a start key has no token before the first step");
}

Status Statement::resume(std::string_view token) {
  SHEAF_RETURN_IF_ERROR(check_walks());
  SHEAF_RETURN_IF_ERROR(check_open());
  std::string kept(token);
  reset();
  resume_token_ = std::move(kept);
  return {};
}

// The cursor keeps its iterator for the next walk, where that can use it; otherwise it would only hold back old versions of rows.
void Statement::reset() {
  const bool is_reused = read_.has_value() && read_->content() != RowContent::kFullItem && table_.snapshot == nullptr;
  if (has_walk_ && !is_reused) cursor_->end();
  has_begun_ = false;
  is_beginning_ = false;
  has_walk_ = false;
  failure_ = {};
  resume_token_.clear();
  resume_key_.clear();
}

}  // namespace sheaf
