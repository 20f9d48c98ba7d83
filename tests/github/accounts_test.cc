// Patterns 19 to 23.
#include <gmock/gmock.h>

#include "tests/github/github_test_base.h"

namespace github {
namespace {

using ::testing::ElementsAre;

class Accounts : public GitHubTest {};

TEST_F(Accounts, P19ANewUser) {
  Item attributes;
  attributes.set_json("PaymentPlan", R"({"M":{"Plan":{"S":"Pro"},"Since":{"S":"2024-03-01"}}})");
  must(create_user(*table_, "ann", std::move(attributes)));
  EXPECT_EQ(item(account_key("ann")),
            R"({"GSI3PK":"ACCOUNT#ann","GSI3SK":"ACCOUNT#ann","Name":"ann","Organizations":{},"PK":"ACCOUNT#ann",)"
            R"("PaymentPlan":{"Plan":"Pro","Since":"2024-03-01"},"SK":"ACCOUNT#ann","Type":"User"})");
}

TEST_F(Accounts, P20ANewOrganization) {
  must(create_organization(*table_, "acme", {}));
  EXPECT_EQ(item(account_key("acme")),
            R"({"GSI3PK":"ACCOUNT#acme","GSI3SK":"ACCOUNT#acme","Name":"acme","PK":"ACCOUNT#acme",)"
            R"("PaymentPlan":{"Plan":"Free"},"SK":"ACCOUNT#acme","Type":"Organization"})");
}

TEST_F(Accounts, P19And20UsersAndOrganizationsShareOneNameSpace) {
  user("ann");
  organization("acme");
  const auto before = everything();
  EXPECT_EQ(create_organization(*table_, "ann", {}).code, Code::kExists);
  EXPECT_EQ(create_user(*table_, "acme", {}).code, Code::kExists);
  EXPECT_EQ(create_user(*table_, "ann", {}).code, Code::kExists);
  EXPECT_EQ(create_organization(*table_, "acme", {}).code, Code::kExists);
  EXPECT_EQ(everything(), before);
}

TEST_F(Accounts, P19And20ANameWithTheSeparatorIsRefused) {
  const auto before = everything();
  EXPECT_EQ(create_user(*table_, "an#n", {}).code, Code::kInvalid);
  EXPECT_EQ(create_organization(*table_, "", {}).code, Code::kInvalid);
  EXPECT_EQ(everything(), before);
}

TEST_F(Accounts, P21AMembershipIsInBothPlaces) {
  user("ann");
  organization("acme");
  must(add_member(*table_, "acme", "ann", "owner"));
  EXPECT_EQ(item(membership_key("acme", "ann")),
            R"({"Organization":"acme","PK":"ACCOUNT#acme","Role":"owner","SK":"MEMBERSHIP#ann","Type":"Membership",)"
            R"("User":"ann"})");
  EXPECT_EQ(item(account_key("ann")),
            R"({"GSI3PK":"ACCOUNT#ann","GSI3SK":"ACCOUNT#ann","Name":"ann","Organizations":{"acme":"owner"},)"
            R"("PK":"ACCOUNT#ann","PaymentPlan":{"Plan":"Free"},"SK":"ACCOUNT#ann","Type":"User"})");
}

TEST_F(Accounts, P21AMembershipThatIsRefusedLeavesNothing) {
  user("ann");
  organization("acme");
  must(add_member(*table_, "acme", "ann", "owner"));
  const auto before = everything();
  EXPECT_EQ(add_member(*table_, "acme", "ann", "member").code, Code::kExists);
  EXPECT_EQ(add_member(*table_, "acme", "bea", "member").code, Code::kNotFound);
  EXPECT_EQ(everything(), before);
}

TEST_F(Accounts, P21AUserIsInAtMostFortyOrganizations) {
  user("ann");
  for (int i = 1; i <= 39; ++i) must(add_member(*table_, "org" + std::to_string(i), "ann", "member"));
  must(add_member(*table_, "org40", "ann", "member"));
  const auto before = everything();
  EXPECT_EQ(add_member(*table_, "org41", "ann", "member").code, Code::kFull);
  EXPECT_EQ(everything(), before);
  // One that is there already is told as such, not as one too many.
  EXPECT_EQ(add_member(*table_, "org40", "ann", "member").code, Code::kExists);
}

TEST_F(Accounts, P22TheOrganizationThenItsMembers) {
  for (const char* name : {"ann", "bea", "cem"}) user(name);
  organization("acme");
  organization("acme-labs");
  must(add_member(*table_, "acme", "cem", "member"));
  must(add_member(*table_, "acme", "ann", "owner"));
  must(add_member(*table_, "acme-labs", "bea", "owner"));
  const Listed members = listed(list_members(*table_, "acme"));
  EXPECT_THAT(members.items,
              ElementsAre(R"({"GSI3PK":"ACCOUNT#acme","GSI3SK":"ACCOUNT#acme","Name":"acme","PK":"ACCOUNT#acme",)"
                          R"("PaymentPlan":{"Plan":"Free"},"SK":"ACCOUNT#acme","Type":"Organization"})",
                          R"({"Organization":"acme","PK":"ACCOUNT#acme","Role":"owner","SK":"MEMBERSHIP#ann",)"
                          R"("Type":"Membership","User":"ann"})",
                          R"({"Organization":"acme","PK":"ACCOUNT#acme","Role":"member","SK":"MEMBERSHIP#cem",)"
                          R"("Type":"Membership","User":"cem"})"));
}

TEST_F(Accounts, P23TheOrganizationsOfAUser) {
  user("ann");
  user("bea");
  must(add_member(*table_, "acme", "ann", "owner"));
  must(add_member(*table_, "globex", "ann", "member"));
  EXPECT_THAT(listed(list_organizations(*table_, "ann")).items,
              ElementsAre(R"({"Organizations":{"acme":"owner","globex":"member"}})"));
  EXPECT_THAT(listed(list_organizations(*table_, "bea")).items, ElementsAre(R"({"Organizations":{}})"));
  EXPECT_THAT(listed(list_organizations(*table_, "cem")).items, ElementsAre());
}

}  // namespace
}  // namespace github
