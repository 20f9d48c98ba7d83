// sheaf_call: its arguments, what it leaves in the buf and in the error slot, and how it meets the rest of the interface. What the operations
// answer is the subject of tests/protocol.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"

static const char* const kCreate =
    "{\"TableName\":\"App\",\"BillingMode\":\"PAY_PER_REQUEST\",\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":"
    "\"HASH\"},{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}],\"AttributeDefinitions\":[{\"AttributeName\":\"pk\","
    "\"AttributeType\":\"S\"},{\"AttributeName\":\"sk\",\"AttributeType\":\"S\"}]}";
static const char* const kKey = "{\"TableName\":\"App\",\"Key\":{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}}";
static const char* const kItemResponse = "{\"Item\":{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}}";

static sheaf_buf* response;

static sheaf_status call(sheaf_db* db, const char* operation, const char* request) {
  return sheaf_call(db, operation, sheaf_bytes_of(request), response, slot());
}

static const char* answer(void) { return (const char*)sheaf_buf_bytes(response).data; }

// Whether the buf holds an error document of that code, and the slot the status.
static int is_failure(sheaf_status status, const char* code) {
  char type[128];
  snprintf(type, sizeof type, "#%s\"", code);
  const int good = CHECK(strstr(answer(), "\"__type\":\"") != NULL) & CHECK(strstr(answer(), type) != NULL) &
                   CHECK_STATUS(status, sheaf_error_status(slot())) & CHECK(sheaf_error_message(slot())[0] != '\0');
  if (!good) fprintf(stderr, "  the answer is %s\n", answer());
  return good;
}

static sheaf_db* open_with_table(void) {
  sheaf_db* db = open_memory();
  REQUIRE_OK(call(db, "CreateTable", kCreate));
  return db;
}

// The buf is filled anew by each call.
static void test_the_buf_is_reused(void) {
  sheaf_db* db = open_with_table();
  CHECK_STATUS(SHEAF_OK,
               call(db, "PutItem", "{\"TableName\":\"App\",\"Item\":{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}}"));
  CHECK_TEXT("{}", answer());
  CHECK_STATUS(SHEAF_OK, call(db, "DynamoDB_20120810.GetItem", kKey));
  CHECK_TEXT(kItemResponse, answer());
  CHECK_INT((int64_t)strlen(kItemResponse), (int64_t)sheaf_buf_bytes(response).size);
  CHECK(call(db, "GetItem", "{\"TableName\":\"None\",\"Key\":{\"pk\":{\"S\":\"p\"}}}") < 0);
  is_failure(SHEAF_NO_TABLE, "ResourceNotFoundException");
  CHECK_STATUS(SHEAF_OK, call(db, "GetItem", kKey));
  CHECK_TEXT(kItemResponse, answer());
  sheaf_db_free(db);
}

// What a call answered is the request of the next one, which answers into the same buf.
static void test_the_request_may_lie_in_the_buf(void) {
  sheaf_db* db = open_with_table();
  CHECK_STATUS(SHEAF_OK, call(db, "ListTables", "{}"));
  CHECK_STATUS(SHEAF_OK, sheaf_call(db, "ListTables", sheaf_buf_bytes(response), response, slot()));
  CHECK_TEXT("{\"TableNames\":[\"App\"]}", answer());
  CHECK_STATUS(SHEAF_OK, call(db, "DescribeLimits", "{}"));
  CHECK(sheaf_call(db, "PutItem", sheaf_buf_bytes(response), response, slot()) < 0);
  CHECK(strstr(answer(), "'tableName' failed to satisfy constraint: Member must not be null") != NULL);
  sheaf_db_free(db);
}

// The native calls and the protocol see the same items.
static void test_it_is_the_same_database(void) {
  sheaf_db* db = open_with_table();
  sheaf_table* table = open_table(db, "App");
  CHECK_STATUS(SHEAF_OK, put_json(table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}"));
  CHECK_STATUS(SHEAF_OK, call(db, "GetItem", kKey));
  CHECK_TEXT(kItemResponse, answer());
  CHECK_STATUS(SHEAF_OK,
               call(db, "UpdateItem",
                    "{\"TableName\":\"App\",\"Key\":{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}},\"UpdateExpression\":"
                    "\"SET n = :n\",\"ExpressionAttributeValues\":{\":n\":{\"N\":\"1.0\"}}}"));
  CHECK_TEXT("{\"n\":{\"N\":\"1\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}", get_json(table, "p", "s"));
  CHECK_STATUS(SHEAF_OK, call(db, "DeleteTable", "{\"TableName\":\"App\"}"));
  CHECK_TEXT("SHEAF_NO_TABLE", get_json(table, "p", "s"));
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_errors_are_in_the_slot_too(void) {
  sheaf_db* db = open_with_table();
  CHECK_STATUS(SHEAF_EXISTS, call(db, "CreateTable", kCreate));
  is_failure(SHEAF_EXISTS, "ResourceInUseException");
  CHECK(call(db, "GetItem", "{\"TableName\":\"App\",}") < 0);
  is_failure(sheaf_error_status(slot()), "SerializationException");
  CHECK(sheaf_error_offset(slot()) >= 0);
  CHECK_STATUS(SHEAF_SYNTAX, call(db, "Scan", "{\"TableName\":\"App\",\"FilterExpression\":\"a ! b\"}"));
  is_failure(SHEAF_SYNTAX, "ValidationException");
  CHECK_INT(2, sheaf_error_offset(slot()));
  CHECK_STATUS(SHEAF_CONDITION_FAILED,
               call(db, "PutItem",
                    "{\"TableName\":\"App\",\"Item\":{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}},"
                    "\"ConditionExpression\":\"attribute_exists(pk)\"}"));
  is_failure(SHEAF_CONDITION_FAILED, "ConditionalCheckFailedException");
  CHECK_INT(0, sheaf_error_reason_count(slot()));
  sheaf_db_free(db);
}

static void test_reasons_are_in_the_slot_too(void) {
  sheaf_db* db = open_with_table();
  CHECK_STATUS(
      SHEAF_CANCELED,
      call(db, "TransactWriteItems",
           "{\"TransactItems\":[{\"Put\":{\"TableName\":\"App\",\"Item\":{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}}},"
           "{\"Delete\":{\"TableName\":\"App\",\"Key\":{\"pk\":{\"S\":\"q\"},\"sk\":{\"S\":\"s\"}},"
           "\"ConditionExpression\":\"attribute_exists(pk)\"}}]}"));
  is_failure(SHEAF_CANCELED, "TransactionCanceledException");
  CHECK_INT(2, sheaf_error_reason_count(slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_error_reason(slot(), 0, NULL, NULL));
  CHECK_STATUS(SHEAF_CONDITION_FAILED, sheaf_error_reason(slot(), 1, NULL, NULL));

  const char* const written_once =
      "{\"ClientRequestToken\":\"t\",\"TransactItems\":[{\"Put\":{\"TableName\":\"App\",\"Item\":{\"pk\":{\"S\":\"p\"},"
      "\"sk\":{\"S\":\"1\"}}}}]}";
  const char* const written_else =
      "{\"ClientRequestToken\":\"t\",\"TransactItems\":[{\"Put\":{\"TableName\":\"App\",\"Item\":{\"pk\":{\"S\":\"p\"},"
      "\"sk\":{\"S\":\"2\"}}}}]}";
  CHECK_STATUS(SHEAF_OK, call(db, "TransactWriteItems", written_once));
  CHECK_STATUS(SHEAF_OK, call(db, "TransactWriteItems", written_once));
  CHECK_STATUS(SHEAF_TOKEN_MISMATCH, call(db, "TransactWriteItems", written_else));
  is_failure(SHEAF_TOKEN_MISMATCH, "IdempotentParameterMismatchException");
  sheaf_db_free(db);
}

static void test_operations_that_are_not_known(void) {
  static const char* const names[] = {"",        "GetIt", "getitem", "DynamoDB_20120810.", "DynamoDB_20120810.GetIt",
                                      "GetItem "};
  sheaf_db* db = open_with_table();
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    CHECK(call(db, names[i], "{}") < 0);
    is_failure(sheaf_error_status(slot()), "UnknownOperationException");
  }
  sheaf_db_free(db);
}

// The buf keeps what the call before left there.
static void test_misuse(void) {
  sheaf_db* db = open_with_table();
  const sheaf_bytes key = sheaf_bytes_of(kKey);
  const sheaf_bytes size_without_data = {NULL, 2};
  CHECK_STATUS(SHEAF_OK, call(db, "ListTables", "{}"));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_call(NULL, "GetItem", key, response, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_call(db, NULL, key, response, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_call(db, "GetItem", size_without_data, response, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_call(db, "GetItem", key, NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_error_status(slot()));
  CHECK_TEXT("{\"TableNames\":[\"App\"]}", answer());
  sheaf_db_free(db);
}

// A request of no bytes is a malformed one, and nobody need look at the slot.
static void test_what_may_be_left_out(void) {
  sheaf_db* db = open_with_table();
  const sheaf_bytes nothing = {NULL, 0};
  CHECK(sheaf_call(db, "GetItem", nothing, response, slot()) < 0);
  is_failure(sheaf_error_status(slot()), "SerializationException");
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_call(db, "Scan", sheaf_bytes_of("{\"TableName\":\"None\"}"), response, NULL));
  CHECK(strstr(answer(), "#ResourceNotFoundException\"") != NULL);
  CHECK_STATUS(SHEAF_OK, sheaf_call(db, "Scan", sheaf_bytes_of("{\"TableName\":\"App\"}"), response, NULL));
  sheaf_db_free(db);
}

static void test_a_closed_database(void) {
  sheaf_db* db = open_with_table();
  sheaf_close(db);
  CHECK_STATUS(SHEAF_CLOSED, call(db, "GetItem", kKey));
  CHECK_STATUS(SHEAF_CLOSED, sheaf_error_status(slot()));
  CHECK(strstr(answer(), "\"__type\":\"") != NULL);
  CHECK_STATUS(SHEAF_CLOSED, call(db, "CreateTable", kCreate));
  CHECK_STATUS(SHEAF_CLOSED, call(db, "ListTables", "{}"));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_call(db, NULL, sheaf_bytes_of(kKey), response, slot()));
  sheaf_db_free(db);
}

// What is written is there after reopening, and a reader writes nothing.
static void test_a_folder_and_a_reader(void) {
  const struct path path = temp_path("protocol");
  sheaf_db* db = open_folder(path.text);
  CHECK_STATUS(SHEAF_OK, call(db, "CreateTable", kCreate));
  CHECK_STATUS(SHEAF_OK,
               call(db, "PutItem", "{\"TableName\":\"App\",\"Item\":{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}}"));
  sheaf_db_free(db);

  const sheaf_open_options reading = {.struct_size = sizeof reading, .flags = SHEAF_OPEN_READ_ONLY};
  REQUIRE_OK(sheaf_open(path.text, &reading, &db, slot()));
  CHECK_STATUS(SHEAF_OK, call(db, "GetItem", kKey));
  CHECK_TEXT(kItemResponse, answer());
  CHECK_STATUS(SHEAF_READ_ONLY, call(db, "DeleteItem", kKey));
  CHECK_STATUS(SHEAF_READ_ONLY, sheaf_error_status(slot()));
  CHECK(strstr(answer(), "\"__type\":\"") != NULL);
  CHECK_STATUS(SHEAF_READ_ONLY, call(db, "DeleteTable", "{\"TableName\":\"App\"}"));
  CHECK_STATUS(SHEAF_OK, call(db, "GetItem", kKey));
  CHECK_TEXT(kItemResponse, answer());
  sheaf_db_free(db);
}

int main(void) {
  response = sheaf_buf_new();
  REQUIRE(response != NULL);
  test_the_buf_is_reused();
  test_the_request_may_lie_in_the_buf();
  test_it_is_the_same_database();
  test_errors_are_in_the_slot_too();
  test_reasons_are_in_the_slot_too();
  test_operations_that_are_not_known();
  test_misuse();
  test_what_may_be_left_out();
  test_a_closed_database();
  test_a_folder_and_a_reader();
  sheaf_buf_free(response);
  return check_summary();
}
