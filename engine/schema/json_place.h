// Place: a node of a JSON tree together with its path, for the readers of definitions and of catalog records.
// It checks a node against rules and says what is wrong in the reader's own kind of error. Borrows the tree
// and the fault function. One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/result.h"
#include "engine/item/json_tree.h"

namespace sheaf {

// Makes the reader's error: what is wrong with the node of that path ("" is the root), at that offset.
using MakeFault = std::function<Status(std::string_view path, std::string_view text, size_t offset)>;

// A kept member is optional, and stored without being understood.
enum class Presence : uint8_t { kRequired, kOptional, kKept };

struct MemberRule {
  std::string_view name;
  JsonNode::Kind kind;
  Presence presence = Presence::kRequired;
};

class Place {
 public:
  Place(const JsonNode& node, std::string path, const MakeFault& make_fault)
      : node_(&node), path_(std::move(path)), make_fault_(&make_fault) {}
  Place(const JsonNode& node, std::string path, MakeFault&& temporary) = delete;

  const JsonNode& node() const { return *node_; }
  const std::string& path() const { return path_; }

  // An error about this node, or about a member that it should have.
  Status fault(std::string_view text) const { return (*make_fault_)(path_, text, node_->offset); }
  Status member_fault(std::string_view name, std::string_view text) const;

  // The node is an object with the members of the rules and no other, each of its kind. A member that is null
  // counts as absent, as it does for DynamoDB, unless its rule asks for null.
  Status check_members(std::span<const MemberRule> rules) const;

  // Whether the object has that member and it is not null.
  bool has(std::string_view name) const;

  // The member of an object that has it.
  Place member(std::string_view name) const;

  Status expect(JsonNode::Kind kind) const;

  // A string's text; the text of a member that is a string.
  std::string_view text() const { return node_->text; }
  std::string_view text_of(std::string_view name) const { return node_->find(name)->text; }

  // A number without sign, point and exponent, at most `max`.
  Result<uint64_t> whole_number(uint64_t max = UINT64_MAX) const;

  // An array's elements.
  size_t size() const { return node_->items.size(); }
  Place item(size_t index) const;

 private:
  std::string path_of(std::string_view name) const;

  const JsonNode* node_;
  std::string path_;
  const MakeFault* make_fault_;
};

// `text` as an error may show it: one line, and cut when it is long. quoted() puts it between single quotes.
std::string shown(std::string_view text);
std::string quoted(std::string_view text);

}  // namespace sheaf
