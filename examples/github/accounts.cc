// Users and organizations. Both have the key ACCOUNT#<name>, so that one cannot take the other's name; Type tells which
// it is. A membership is written twice: as an item of the organization's collection, and as a member of a map in the
// user.
#include "items.h"
#include "patterns.h"

namespace github {
namespace {

constexpr Text kJoin{.kind = SHEAF_STMT_UPDATE,
                     .update = "SET Organizations.#organization = :role",
                     .condition = "size(Organizations) < :max",
                     .placeholder = "#organization"};
constexpr Text kMembers{.kind = SHEAF_STMT_QUERY, .key = "PK = :organization"};
constexpr Text kOrganizations{
    .kind = SHEAF_STMT_QUERY, .key = "PK = :user AND SK = :user", .projection = "Organizations"};

// What users and organizations have in common is their name space.
Outcome create_account(Table& table, std::string_view name, const Item& item) {
  if (!is_name(name)) return {Code::kInvalid, SHEAF_INVALID, "no name for an account"};
  return table.put(item, kIsNew, {Code::kExists, "a user or an organization has that name"});
}

}  // namespace

// Pattern 19, create user. Put if it is new.
Outcome create_user(Table& table, std::string_view name, Item item) {
  fill_user(name, &item);
  return create_account(table, name, item);
}

// Pattern 20, create organization. Put if it is new.
Outcome create_organization(Table& table, std::string_view name, Item item) {
  fill_organization(name, &item);
  return create_account(table, name, item);
}

// Pattern 21, add a user to an organization. Transaction: Put the Membership if it is new; Update the User: SET
// Organizations.<org> = :role if size(Organizations) < :max.
Outcome add_member(Table& table, std::string_view organization, std::string_view user, std::string_view role,
                   std::string_view token) {
  if (!is_name(user)) return {Code::kInvalid, SHEAF_INVALID, "no name for an account"};
  Item membership;
  fill_membership(organization, user, role, &membership);
  Item values;
  values.set(":role", role).set(":max", kMaxOrganizations);
  Transaction write(table);
  write.put(std::move(membership), kIsNew, {Code::kExists, "the user is a member"});
  write.update(
      account_key(user), kJoin, std::move(values),
      {Code::kFull, "an organization, or a user who is in as many of them as one may be", "there is no such user"},
      organization);
  return write.commit(token);
}

// Pattern 22, list the users of an organization. Query: PK = ACCOUNT#..; the organization, and "MEMBERSHIP#" behind it.
Rows list_members(Table& table, std::string_view organization, std::string_view token) {
  return table.query(kMembers, Item().set(":organization", account_id(organization)), token);
}

// Pattern 23, list the organizations of a user. A get with a projection, which is a query of one key: PK = SK =
// ACCOUNT#.., only Organizations.
Rows list_organizations(Table& table, std::string_view user) {
  return table.query(kOrganizations, Item().set(":user", account_id(user)));
}

}  // namespace github
