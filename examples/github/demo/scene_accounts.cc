// Patterns 19 to 23.
#include "github/demo/scenes.h"

namespace github {

void show_accounts(Show& show, Table& table) {
  show.chapter("Accounts",
               "Users and organizations have one key, ACCOUNT#<name>, so that one cannot take the other's name.\n"
               "A membership is in two places, written together: an item for the organization, a map for the user.");
  show.write(
      {"19", "create_user(carol)", "Put ACCOUNT#carol if there is none"},
      [&] { return create_user(table, "carol", {}); }, Code::kDone);
  show.write(
      {"20", "create_organization(initech)", "Put ACCOUNT#initech if there is none"},
      [&] { return create_organization(table, "initech", {}); }, Code::kDone);
  show.write(
      {"20", "create_organization(carol)", "Put ACCOUNT#carol if there is none"},
      [&] { return create_organization(table, "carol", {}); }, Code::kExists);
  constexpr char kJoin[] =
      "Transaction: Put MEMBERSHIP#<user> if there is none;\n"
      "      Update the User, SET Organizations.<organization> if size(Organizations) < 40";
  show.write(
      {"21", "add_member(initech, carol, owner)", kJoin},
      [&] { return add_member(table, "initech", "carol", "owner"); }, Code::kDone);
  show.write(
      {"21", "add_member(initech, carol, member)", kJoin},
      [&] { return add_member(table, "initech", "carol", "member"); }, Code::kExists);
  show.write(
      {"21", "add_member(initech, nobody, member)", kJoin},
      [&] { return add_member(table, "initech", "nobody", "member"); }, Code::kNotFound);
  for (int i = 1; i < 40; ++i) {
    show.require("join", add_member(table, World::organization(static_cast<uint32_t>(i)), "carol", "member"));
  }
  show.write(
      {"21", "add_member(org-40, carol, member): the 41st", kJoin},
      [&] { return add_member(table, "org-40", "carol", "member"); }, Code::kFull);

  // user-0042 is among the members of org-42, and user-0142, user-0242, ...
  show.list({"22", "list_members(org-42)", "Query PK = ACCOUNT#org-42: the organization, then MEMBERSHIP#"},
            [&] { return list_members(table, "org-42"); },
            {31, 31, "SK", {"ACCOUNT#org-42", "MEMBERSHIP#user-0042", "MEMBERSHIP#user-0142"}}, {"SK", "Type", "Role"});
  show.list({"23", "list_organizations(user-0042)", "Query PK = SK = ACCOUNT#user-0042, only Organizations"},
            [&] { return list_organizations(table, "user-0042"); }, {1, 1, "Organizations.org-42", {"owner"}},
            {"Organizations"});
}

}  // namespace github
