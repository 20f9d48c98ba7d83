// Base64 as JSON carries it: RFC 4648, padded, strict.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "engine/item/json_text.h"

namespace sheaf {
namespace {

std::string encoded(std::string_view bytes) {
  std::string out;
  append_base64(bytes, &out);
  return out;
}

void expect_refused(std::string_view text, int64_t offset) {
  const Result<std::string> bytes = decode_base64(text);
  ASSERT_FALSE(bytes.ok()) << text;
  EXPECT_TRUE(bytes.status().is(Error::kBase64)) << text;
  EXPECT_EQ(bytes.status().offset(), offset) << text;
}

TEST(Base64, TestVectorsOfTheRfc) {
  const std::pair<const char*, const char*> vectors[] = {
      {"", ""},
      {"f", "Zg=="},
      {"fo", "Zm8="},
      {"foo", "Zm9v"},
      {"foob", "Zm9vYg=="},
      {"fooba", "Zm9vYmE="},
      {"foobar", "Zm9vYmFy"},
  };
  for (const auto& [bytes, text] : vectors) {
    EXPECT_EQ(encoded(bytes), text);
    const Result<std::string> decoded = decode_base64(text);
    ASSERT_TRUE(decoded.ok()) << text;
    EXPECT_EQ(*decoded, bytes);
  }
}

// The text is from Python's base64.b64encode(bytes(range(256))).
TEST(Base64, EveryByte) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes.push_back(static_cast<char>(i));
  const std::string text =
      "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P0BBQkNERUZHSElKS0xNTk9Q"
      "UVJTVFVWV1hZWltcXV5fYGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6e3x9fn+AgYKDhIWGh4iJiouMjY6PkJGSk5SVlpeYmZqbnJ2en6Ch"
      "oqOkpaanqKmqq6ytrq+wsbKztLW2t7i5uru8vb6/wMHCw8TFxsfIycrLzM3Oz9DR0tPU1dbX2Nna29zd3t/g4eLj5OXm5+jp6uvs7e7v8PHy"
      "8/T19vf4+fr7/P3+/w==";
  EXPECT_EQ(encoded(bytes), text);
  const Result<std::string> decoded = decode_base64(text);
  ASSERT_TRUE(decoded.ok());
  EXPECT_EQ(*decoded, bytes);
}

TEST(Base64, EncodingAppends) {
  std::string out = "x";
  append_base64("foo", &out);
  EXPECT_EQ(out, "xZm9v");
}

TEST(FieldCases, B077_MalformedBase64IsRefused) {
  expect_refused("AQI", 3);   // no padding
  expect_refused("A===", 1);  // one letter holds no byte
  expect_refused("A Q=", 1);
  expect_refused("====", 0);
  expect_refused("=AQI", 0);
  expect_refused("Zg==Zg==", 2);  // padding in the middle
  expect_refused("Zm=v", 2);
  expect_refused("Zm9v\n", 5);
  expect_refused("\nZm9v\n\r\n", 0);
  expect_refused("AQI=AQ", 6);
  const Result<std::string> empty = decode_base64("");
  ASSERT_TRUE(empty.ok());
  EXPECT_EQ(*empty, "");
}

TEST(Base64, StrayBitsAreRefused) {
  EXPECT_TRUE(decode_base64("Zg==").ok());
  expect_refused("Zh==", 1);
  expect_refused("Zv==", 1);
  EXPECT_TRUE(decode_base64("Zm8=").ok());
  expect_refused("Zm9=", 2);
  expect_refused("Zm+=", 2);
}

TEST(Base64, OnlyTheStandardAlphabetIsTaken) {
  const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (int byte = 0; byte < 256; ++byte) {
    for (int64_t position = 0; position < 7; ++position) {
      std::string text = "AAAAAAAA";
      text[static_cast<size_t>(position)] = static_cast<char>(byte);
      if (alphabet.find(static_cast<char>(byte)) != std::string::npos) {
        EXPECT_TRUE(decode_base64(text).ok()) << byte << " at " << position;
      } else {
        expect_refused(text, position);
      }
    }
  }
}

TEST(Base64, AnyBytesComeBack) {
  std::mt19937 random(20240601);
  for (size_t size = 0; size < 300; ++size) {
    std::string bytes(size, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    const std::string text = encoded(bytes);
    EXPECT_EQ(text.size(), (size + 2) / 3 * 4);
    const Result<std::string> decoded = decode_base64(text);
    ASSERT_TRUE(decoded.ok()) << text;
    EXPECT_EQ(*decoded, bytes);
  }
}

TEST(JsonString, EscapesOnlyWhatJsonRequires) {
  const auto quoted = [](std::string_view text) {
    std::string out;
    append_json_string(text, &out);
    return out;
  };
  EXPECT_EQ(quoted(""), R"("")");
  EXPECT_EQ(quoted("plain / text"), R"("plain / text")");
  EXPECT_EQ(quoted("\"\\\b\f\n\r\t"), R"("\"\\\b\f\n\r\t")");
  EXPECT_EQ(quoted(std::string_view("\0\x01\x0b\x1f", 4)), R"("\u0000\u0001\u000b\u001f")");
  EXPECT_EQ(quoted("\x7f"), "\"\x7f\"");
  EXPECT_EQ(quoted("\u00e9\u20ac\U0001F600"), "\"\u00e9\u20ac\U0001F600\"");
  EXPECT_EQ(quoted("a\"b"), R"("a\"b")");
}

}  // namespace
}  // namespace sheaf
