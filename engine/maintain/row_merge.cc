#include "engine/maintain/row_merge.h"

#include <algorithm>

namespace sheaf {
namespace {

// The standard heap keeps the greatest in front; here it is the one with the least key.
constexpr auto kIsBehind = [](const auto& a, const auto& b) { return a.key > b.key; };

}  // namespace

RowMerge::Moved RowMerge::move(Head* head) {
  if (head->run != nullptr) {
    if (!head->run->next()) {
      status_ = head->run->status();
      return Moved::kEnd;
    }
    head->key = head->run->key();
    head->value = head->run->value();
    return Moved::kRow;
  }
  if (head->rest.empty()) return Moved::kEnd;
  head->key = head->rest.front().key();
  head->value = head->rest.front().value();
  head->rest = head->rest.subspan(1);
  return Moved::kRow;
}

void RowMerge::add(std::span<const SortRow> rows) { heads_.push_back({{}, {}, rows, nullptr}); }
void RowMerge::add(std::unique_ptr<SortedReader> run) { heads_.push_back({{}, {}, {}, std::move(run)}); }

bool RowMerge::next() {
  if (!status_.ok()) return false;
  if (!is_started_) {
    is_started_ = true;
    std::erase_if(heads_, [this](Head& head) { return status_.ok() && move(&head) == Moved::kEnd; });
    std::make_heap(heads_.begin(), heads_.end(), kIsBehind);
  } else if (!heads_.empty()) {
    if (move(&heads_.back()) == Moved::kRow) {
      std::push_heap(heads_.begin(), heads_.end(), kIsBehind);
    } else {
      heads_.pop_back();
    }
  }
  if (!status_.ok() || heads_.empty()) return false;
  std::pop_heap(heads_.begin(), heads_.end(), kIsBehind);
  return true;
}

}  // namespace sheaf
