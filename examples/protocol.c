// DynamoDB's protocol in process: the requests that an SDK would send, without a server. docs/protocol.md shows parts of this and
// its output.
#include <sheaf.h>
#include <stdio.h>
#include <stdlib.h>

static sheaf_db* db;
static sheaf_buf* answer;

// Sends a request and prints what comes back, be it a response or an error's document.
static void send_request(const char* operation, const char* request) {
  const sheaf_status status = sheaf_call(db, operation, sheaf_bytes_of(request), answer, NULL);
  const sheaf_bytes json = sheaf_buf_bytes(answer);
  printf("%s %s\n  %.*s\n", operation, sheaf_status_name(status), (int)json.size, (const char*)json.data);
}

// The same, for a response that is not worth printing.
static void send_quietly(const char* operation, const char* request) {
  if (sheaf_call(db, operation, sheaf_bytes_of(request), answer, NULL) == SHEAF_OK) return;
  send_request(operation, request);
  exit(EXIT_FAILURE);
}

int main(void) {
  const sheaf_open_options in_memory = {.struct_size = sizeof in_memory, .flags = SHEAF_OPEN_MEMORY};
  if (sheaf_open(NULL, &in_memory, &db, NULL) != SHEAF_OK) return EXIT_FAILURE;
  answer = sheaf_buf_new();
  send_quietly("CreateTable",
               "{\"TableName\":\"Books\",\"BillingMode\":\"PAY_PER_REQUEST\","
               "\"KeySchema\":[{\"AttributeName\":\"Author\",\"KeyType\":\"HASH\"},{\"AttributeName\":\"Year\","
               "\"KeyType\":\"RANGE\"}],"
               "\"AttributeDefinitions\":[{\"AttributeName\":\"Author\",\"AttributeType\":\"S\"},"
               "{\"AttributeName\":\"Year\",\"AttributeType\":\"N\"}]}");

  send_request("PutItem",
               "{\"TableName\":\"Books\",\"Item\":{\"Author\":{\"S\":\"Le Guin\"},\"Year\":{\"N\":\"1969\"},"
               "\"Title\":{\"S\":\"The Left Hand of Darkness\"}},"
               "\"ConditionExpression\":\"attribute_not_exists(Author)\",\"ReturnConsumedCapacity\":\"TOTAL\"}");
  send_request("UpdateItem",
               "{\"TableName\":\"Books\",\"Key\":{\"Author\":{\"S\":\"Le Guin\"},\"Year\":{\"N\":\"1974\"}},"
               "\"UpdateExpression\":\"SET Title = :t ADD Readers :one\",\"ReturnValues\":\"ALL_NEW\","
               "\"ExpressionAttributeValues\":{\":t\":{\"S\":\"The Dispossessed\"},\":one\":{\"N\":\"1\"}}}");
  send_request(
      "Query",
      "{\"TableName\":\"Books\",\"KeyConditionExpression\":\"Author = :a\",\"ScanIndexForward\":false,\"Limit\":1,"
      "\"ProjectionExpression\":\"Title\",\"ExpressionAttributeValues\":{\":a\":{\"S\":\"Le Guin\"}}}");
  send_request("GetItem", "{\"TableName\":\"Books\",\"Key\":{\"Author\":{\"S\":\"Le Guin\"}}}");

  sheaf_buf_free(answer);
  sheaf_db_free(db);
  return EXIT_SUCCESS;
}
