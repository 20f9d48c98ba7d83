// The parameters that came before expressions (dynamodb-semantics.md 5.18, 4.12): what they mean, and what is wrong with them.
#include <gtest/gtest.h>

#include "tests/protocol_units/calls.h"

namespace sheaf {
namespace {

using namespace test;

constexpr std::string_view kValidation = "ValidationException: ";
constexpr std::string_view kInvalid = "ValidationException: One or more parameter values were invalid: ";

std::string in_single_quotes(std::string text) {
  for (char& c : text) {
    if (c == '\'') c = '"';
  }
  return text;
}

class Legacy : public testing::Test {
 protected:
  Legacy() {
    world_.database().create({.name = "tab", .hash = "pk:S", .sort = "sk:N"});
    put("'sk':{'N':'1'},'n':{'N':'5'},'s':{'S':'apple'},'ss':{'SS':['a','b']},'nul':{'NULL':true}");
    put("'sk':{'N':'2'},'n':{'N':'7'},'s':{'S':'pear'},'l':{'L':[{'S':'x'},{'N':'1'}]}");
    put("'sk':{'N':'3'},'n':{'S':'5'},'a.b':{'S':'dot'},'a':{'M':{'b':{'S':'nested'}}}");
  }

  // Quotes may be single ones.
  std::string call(std::string_view operation, const std::string& members) const {
    return world_.call(operation, in_single_quotes("{'TableName':'tab'," + members + "}"));
  }
  void put(const std::string& members) {
    world_.done("PutItem", in_single_quotes("{'TableName':'tab','Item':{'pk':{'S':'p'}," + members + "}}"));
  }
  std::string item(const std::string& sk) const {
    const std::string response = call("GetItem", "'Key':{'pk':{'S':'p'},'sk':{'N':'" + sk + "'}}");
    return response.size() > 9 ? response.substr(8, response.size() - 9) : "none";
  }
  // Which of the items 1, 2 and 3 the response holds, "13".
  static std::string numbers(const std::string& response) {
    if (response[0] != '{') return response;
    std::string numbers;
    for (const char number : {'1', '2', '3'}) {
      if (response.find(std::string("\"sk\":{\"N\":\"") + number + "\"}") != std::string::npos) numbers += number;
    }
    return numbers;
  }
  std::string scan(const std::string& conditions, const std::string& more = "") const {
    return numbers(call("Scan", "'ScanFilter':{" + conditions + "}" + more));
  }
  std::string query(const std::string& conditions, const std::string& more = "") const {
    return numbers(call("Query", "'KeyConditions':{" + conditions + "}" + more));
  }
  std::string update(const std::string& updates, const std::string& sk = "1", const std::string& more = "") const {
    return call("UpdateItem",
                "'Key':{'pk':{'S':'p'},'sk':{'N':'" + sk + "'}},'AttributeUpdates':{" + updates + "}" + more);
  }

  ProtocolDatabase world_;
};

std::string condition(const std::string& name, const std::string& op, const std::string& operands = "") {
  const std::string list = operands.empty() ? "" : ",'AttributeValueList':[" + operands + "]";
  return "'" + name + "':{'ComparisonOperator':'" + op + "'" + list + "}";
}

struct Filter {
  const char* name;
  const char* op;
  const char* operands;
  const char* found;
};

TEST_F(Legacy, EveryOperator) {
  const Filter cases[] = {
      {"n", "EQ", "{'N':'5.0'}", "1"},
      {"n", "NE", "{'N':'5'}", "23"},
      {"s", "NE", "{'S':'apple'}", "23"},  // where it is missing, too
      {"n", "LT", "{'N':'7'}", "1"},
      {"n", "LE", "{'N':'7'}", "12"},
      {"n", "GT", "{'N':'5'}", "2"},
      {"n", "GE", "{'N':'5'}", "12"},
      {"n", "IN", "{'N':'7'},{'N':'9'}", "2"},
      {"n", "BETWEEN", "{'N':'6'},{'N':'8'}", "2"},
      {"n", "BETWEEN", "{'N':'5'},{'N':'5'}", "1"},
      {"s", "BEGINS_WITH", "{'S':'pe'}", "2"},
      {"s", "CONTAINS", "{'S':'p'}", "12"},
      {"ss", "CONTAINS", "{'S':'a'}", "1"},
      {"l", "CONTAINS", "{'N':'1'}", "2"},
      {"s", "NOT_CONTAINS", "{'S':'ppl'}", "2"},  // not where it is missing
      {"ss", "NOT_CONTAINS", "{'S':'z'}", "1"},
      {"nul", "NULL", "", "23"},
      {"nul", "NOT_NULL", "", "1"},
      {"ss", "EQ", "{'SS':['b','a']}", "1"},
      {"a", "EQ", "{'M':{'b':{'S':'nested'}}}", "3"},
      {"a.b", "EQ", "{'S':'dot'}", "3"},
      {"a.b", "EQ", "{'S':'nested'}", ""},
      {"sk", "GE", "{'N':'2'}", "23"},
  };
  for (const Filter& c : cases) {
    EXPECT_EQ(scan(condition(c.name, c.op, c.operands)), c.found) << c.name << " " << c.op << " " << c.operands;
  }
}

TEST_F(Legacy, ConditionsAreJoined) {
  const std::string both = condition("n", "EQ", "{'N':'5'}") + "," + condition("s", "EQ", "{'S':'pear'}");
  EXPECT_EQ(scan(both), "");
  EXPECT_EQ(scan(both, ",'ConditionalOperator':'AND'"), "");
  EXPECT_EQ(scan(both, ",'ConditionalOperator':'OR'"), "12");
  EXPECT_EQ(scan(condition("s", "NOT_CONTAINS", "{'S':'pp'}") + "," + condition("n", "EQ", "{'S':'5'}"),
                 ",'ConditionalOperator':'OR'"),
            "23");
  EXPECT_EQ(scan(""), "123");
  EXPECT_EQ(scan("", ",'ConditionalOperator':'OR'"),
            std::string(kValidation) + "ConditionalOperator cannot be used without Filter or Expected");
  EXPECT_EQ(scan(condition("n", "NULL"), ",'ConditionalOperator':'OR'"),
            std::string(kValidation) +
                "ConditionalOperator can only be used when Filter or Expected has two or more elements");
}

TEST_F(Legacy, OperandsAreChecked) {
  const std::string of_lt = "ComparisonOperator LT is not valid for SS AttributeValue type";
  const std::string number_of = "Invalid number of argument(s) for the ";
  EXPECT_EQ(scan(condition("n", "EQ")), std::string(kInvalid) + number_of + "EQ ComparisonOperator");
  EXPECT_EQ(scan(condition("n", "EQ", "{'N':'1'},{'N':'2'}")),
            std::string(kInvalid) + number_of + "EQ ComparisonOperator");
  EXPECT_EQ(scan(condition("n", "NULL", "{'N':'1'}")), std::string(kInvalid) + number_of + "NULL ComparisonOperator");
  EXPECT_EQ(scan(condition("n", "BETWEEN", "{'N':'1'}")),
            std::string(kInvalid) + number_of + "BETWEEN ComparisonOperator");
  EXPECT_EQ(scan("'n':{'ComparisonOperator':'IN','AttributeValueList':[]}"),
            std::string(kInvalid) + number_of + "IN ComparisonOperator");
  EXPECT_EQ(scan(condition("n", "LT", "{'SS':['a']}")), std::string(kInvalid) + of_lt);
  EXPECT_EQ(scan(condition("n", "BEGINS_WITH", "{'N':'1'}")),
            std::string(kInvalid) + "ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type");
  EXPECT_EQ(scan(condition("n", "IN", "{'N':'1'},{'S':'1'}")),
            std::string(kInvalid) + "AttributeValues inside AttributeValueList must all be of the same type");
  EXPECT_EQ(scan(condition("n", "BETWEEN", "{'N':'3'},{'N':'-20'}")),
            std::string(kValidation) +
                "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound");
  EXPECT_EQ(scan(condition("n", "EQ", "{'N':'x'}")),
            std::string(kValidation) + "The parameter cannot be converted to a numeric value: x");
}

TEST_F(Legacy, KeyConditions) {
  const std::string pk = condition("pk", "EQ", "{'S':'p'}");
  EXPECT_EQ(query(pk), "123");
  EXPECT_EQ(query(pk + "," + condition("sk", "GT", "{'N':'1'}")), "23");
  EXPECT_EQ(query(condition("sk", "BETWEEN", "{'N':'1'},{'N':'2'}") + "," + pk), "12");
  EXPECT_EQ(query(pk + "," + condition("sk", "NE", "{'N':'1'}")),
            std::string(kValidation) + "Attempted conditional constraint is not an indexable operation");
  EXPECT_EQ(query(condition("sk", "EQ", "{'N':'1'}")),
            std::string(kValidation) + "Query condition missed key schema element: pk");
  EXPECT_EQ(query(condition("pk", "GT", "{'S':'a'}")), std::string(kValidation) + "Query key condition not supported");
  EXPECT_EQ(query(condition("pk", "EQ", "{'N':'1'}")),
            std::string(kInvalid) + "Condition parameter type does not match schema type");
  EXPECT_EQ(query(""), std::string(kValidation) + "Conditions can be of length 1 or 2 only");
  std::string many = pk;
  for (int i = 0; i < 400; ++i) many += "," + condition("a" + std::to_string(i), "EQ", "{'S':'p'}");
  EXPECT_EQ(query(many), std::string(kValidation) + "Conditions can be of length 1 or 2 only");
}

TEST_F(Legacy, KeyConditionsBesideExpressionsDoNotTakeTheirPlaceholders) {
  const std::string pk = condition("pk", "EQ", "{'S':'p'}");
  EXPECT_EQ(query(pk,
                  ",'FilterExpression':'#_0 = :_0 OR #__0 = :_0','ExpressionAttributeNames':{'#_0':'n','#__0':'s'},"
                  "'ExpressionAttributeValues':{':_0':{'N':'5'}}"),
            "1");
  const std::string long_filter = "n = :v" + std::string(5000, ' ');
  EXPECT_EQ(
      query(pk, ",'FilterExpression':'" + long_filter + "','ExpressionAttributeValues':{':v':{'N':'5'}}"),
      std::string(kValidation) +
          "Invalid FilterExpression: Expression size has exceeded the maximum allowed size; expression size: 5006");
}

TEST_F(Legacy, QueryFilterTakesNoKeys) {
  const std::string pk = condition("pk", "EQ", "{'S':'p'}");
  EXPECT_EQ(query(pk, ",'QueryFilter':{" + condition("n", "EQ", "{'N':'7'}") + "}"), "2");
  EXPECT_EQ(
      query(pk, ",'QueryFilter':{" + condition("sk", "EQ", "{'N':'7'}") + "}"),
      std::string(kValidation) + "QueryFilter can only contain non-primary key attributes: Primary key attribute: sk");
}

// Far more than an expression may hold.
TEST_F(Legacy, TheLimitsOfExpressionsDoNotHold) {
  std::string conditions;
  std::string values;
  std::string names;
  for (int i = 0; i < 1000; ++i) {
    conditions += (i == 0 ? "" : ",") + condition("absent" + std::to_string(i), "NULL");
    values += (i == 0 ? "{'N':'" : ",{'N':'") + std::to_string(i) + "'}";
    names += (i == 0 ? "'" : ",'") + std::string("name") + std::to_string(i) + "'";
  }
  EXPECT_EQ(scan(conditions), "123");
  EXPECT_EQ(scan(condition("n", "IN", values)), "12");
  EXPECT_EQ(numbers(call("Scan", "'AttributesToGet':[" + names + ",'sk']")), "123");
  EXPECT_EQ(call("GetItem", "'Key':{'pk':{'S':'p'},'sk':{'N':'2'}},'AttributesToGet':[" + names + ",'n']"),
            R"({"Item":{"n":{"N":"7"}}})");
}

TEST_F(Legacy, AttributesToGet) {
  const std::string key = "'Key':{'pk':{'S':'p'},'sk':{'N':'3'}},";
  EXPECT_EQ(call("GetItem", key + "'AttributesToGet':['a.b','absent']"), R"({"Item":{"a.b":{"S":"dot"}}})");
  EXPECT_EQ(call("GetItem", key + "'AttributesToGet':['a','b','a']"),
            std::string(kInvalid) + "Duplicate value in attribute name: a");
}

struct Update {
  const char* updates;
  const char* after;
};

TEST_F(Legacy, UpdatesOfEveryAction) {
  const Update cases[] = {
      {"'v':{'Value':{'S':'put'}}", R"("v":{"S":"put"})"},
      {"'v':{'Action':'PUT','Value':{'N':'1'}}", R"("v":{"N":"1"})"},
      {"'v':{'Action':'ADD','Value':{'N':'2'}}", R"("v":{"N":"3"})"},
      {"'v':{'Action':'DELETE'}", ""},
      {"'v':{'Action':'DELETE'}", ""},
      {"'v':{'Action':'ADD','Value':{'N':'2'}}", R"("v":{"N":"2"})"},
      {"'v':{'Value':{'SS':['a','b']}}", R"("v":{"SS":["a","b"]})"},
      {"'v':{'Action':'ADD','Value':{'SS':['c']}}", R"("v":{"SS":["a","b","c"]})"},
      {"'v':{'Action':'DELETE','Value':{'SS':['a','b','z']}}", R"("v":{"SS":["c"]})"},
      {"'v':{'Action':'DELETE','Value':{'SS':['c']}}", ""},
      {"'v':{'Action':'ADD','Value':{'L':[{'S':'x'}]}}", R"("v":{"L":[{"S":"x"}]})"},
      {"'v':{'Action':'ADD','Value':{'L':[{'S':'y'}]}}", R"("v":{"L":[{"S":"x"},{"S":"y"}]})"},
      {"'v':{'Action':'DELETE'},'a.b':{'Value':{'BOOL':true}}", R"("a.b":{"BOOL":true})"},
  };
  for (const Update& c : cases) {
    EXPECT_EQ(update(c.updates, "9"), "{}");
    std::string expected = R"("pk":{"S":"p"},"sk":{"N":"9"})";
    const std::string attribute(c.after);
    if (attribute.starts_with("\"a")) expected = attribute + "," + expected;
    if (attribute.starts_with("\"v")) expected += "," + attribute;
    EXPECT_EQ(item("9"), "{" + expected + "}") << c.updates;
  }
}

TEST_F(Legacy, OnlyTakingAwayMakesNoItem) {
  EXPECT_EQ(update("'v':{'Action':'DELETE'}", "8"), "{}");
  EXPECT_EQ(update("'v':{'Action':'DELETE','Value':{'SS':['a']}}", "8"), "{}");
  EXPECT_EQ(item("8"), "none");
  EXPECT_EQ(update("", "8"), "{}");
  EXPECT_EQ(item("8"), R"({"pk":{"S":"p"},"sk":{"N":"8"}})");
}

TEST_F(Legacy, UpdatesAreChecked) {
  const std::string mismatch = std::string(kValidation) + "Type mismatch for attribute to update";
  EXPECT_EQ(update("'s':{'Action':'ADD','Value':{'N':'1'}}"), mismatch);
  EXPECT_EQ(update("'s':{'Action':'ADD','Value':{'L':[]}}"), mismatch);
  EXPECT_EQ(update("'ss':{'Action':'ADD','Value':{'NS':['1']}}"), mismatch);
  EXPECT_EQ(update("'ss':{'Action':'DELETE','Value':{'NS':['1']}}"), mismatch);
  EXPECT_EQ(update("'s':{'Action':'ADD','Value':{'S':'x'}}"),
            std::string(kInvalid) + "ADD action is not supported for the type S");
  EXPECT_EQ(update("'s':{'Action':'DELETE','Value':{'S':'x'}}"),
            std::string(kInvalid) + "DELETE action with value is not supported for the type S");
  EXPECT_EQ(update("'s':{'Action':'PUT'}"),
            std::string(kInvalid) + "Only DELETE action is allowed when no attribute value is specified");
  EXPECT_EQ(update("'sk':{'Value':{'N':'2'}}"),
            std::string(kInvalid) + "Cannot update attribute sk. This attribute is part of the key");
  EXPECT_EQ(update("'s':{'Value':{'NULL':false}}"),
            std::string(kInvalid) + "Null attribute value types must have the value of true");
}

TEST_F(Legacy, Expected) {
  const std::string failed = "ConditionalCheckFailedException: The conditional request failed";
  const auto expect = [this](const std::string& expected, const std::string& more = "") {
    return update("'z':{'Value':{'S':'z'}}", "1", ",'Expected':{" + expected + "}" + more);
  };
  EXPECT_EQ(expect("'n':{'Value':{'N':'5'}}"), "{}");
  EXPECT_EQ(expect("'n':{'Exists':true,'Value':{'N':'6'}}"), failed);
  EXPECT_EQ(expect("'absent':{'Exists':false}"), "{}");
  EXPECT_EQ(expect("'n':{'Exists':false}"), failed);
  EXPECT_EQ(expect("'n':{'ComparisonOperator':'LT','Value':{'N':'6'}}"), "{}");
  EXPECT_EQ(expect("'absent':{'ComparisonOperator':'NE','AttributeValueList':[{'N':'6'}]}"), "{}");
  EXPECT_EQ(expect("'n':{'Value':{'N':'6'}},'s':{'Value':{'S':'apple'}}", ",'ConditionalOperator':'OR'"), "{}");
  EXPECT_EQ(expect(""), "{}");
  EXPECT_EQ(call("DeleteItem", "'Key':{'pk':{'S':'p'},'sk':{'N':'2'}},'Expected':{'n':{'Value':{'N':'6'}}}"), failed);
  EXPECT_EQ(call("PutItem", "'Item':{'pk':{'S':'p'},'sk':{'N':'2'}},'Expected':{'pk':{'Exists':false}}"), failed);
}

TEST_F(Legacy, ExpectedIsChecked) {
  const auto expect = [this](const std::string& members) {
    return update("'z':{'Value':{'S':'z'}}", "1", ",'Expected':{'x':{" + members + "}}");
  };
  const std::string list = "'AttributeValueList':[{'N':'1'}]";
  EXPECT_EQ(expect(""), std::string(kInvalid) + "Value must be provided when Exists is null for Attribute: x");
  EXPECT_EQ(expect("'Exists':true"),
            std::string(kInvalid) + "Value must be provided when Exists is true for Attribute: x");
  EXPECT_EQ(expect("'Exists':false,'Value':{'N':'1'}"),
            std::string(kInvalid) + "Value cannot be used when Exists is false for Attribute: x");
  EXPECT_EQ(expect("'Exists':false,'ComparisonOperator':'NULL'"),
            std::string(kInvalid) + "Exists and ComparisonOperator cannot be used together for Attribute: x");
  EXPECT_EQ(expect("'Value':{'N':'1'},'ComparisonOperator':'EQ'," + list),
            std::string(kInvalid) + "Value and AttributeValueList cannot be used together for Attribute: x");
  EXPECT_EQ(expect(list),
            std::string(kInvalid) + "AttributeValueList can only be used with a ComparisonOperator for Attribute: x");
  EXPECT_EQ(
      expect("'ComparisonOperator':'EQ'"),
      std::string(kInvalid) + "Value or AttributeValueList must be used with ComparisonOperator: EQ for Attribute: x");
  EXPECT_EQ(expect("'ComparisonOperator':'NULL'," + list),
            std::string(kInvalid) + "Invalid number of argument(s) for the NULL ComparisonOperator");
}

}  // namespace
}  // namespace sheaf
