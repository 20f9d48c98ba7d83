// AbiItem: a document of the workload as a C program holds it before it calls Sheaf: names and values in memory, numbers as
// decimal text, containers as values that an earlier call handed out. Filling a sheaf_item from it is part of what is measured.
// Owns its bytes. One thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/support/workload.h"
#include "capi/sheaf.h"

namespace sheaf::bench {

// Eight bytes in a document's text that stand for a serial number, so that one document gives any number of items.
inline constexpr std::string_view kSerialMark = "@@@@@@@@";

// Collects the marks in some strings and writes serial numbers there, as eight hexadecimal digits.
class SerialPlaces {
 public:
  void collect(char* bytes, size_t size);
  void write(uint32_t serial) const;

 private:
  std::vector<char*> places_;
};

class AbiItem {
 public:
  explicit AbiItem(const Document& document);

  // Clears the item and sets every attribute.
  sheaf_status fill(sheaf_item* item) const;

  void write_serial(uint32_t serial) { serials_.write(serial); }

 private:
  struct Attribute {
    sheaf_bytes name;
    sheaf_value value;
  };
  std::unique_ptr<char[]> bytes_;  // every name and value, in one run
  std::vector<Attribute> attributes_;
  SerialPlaces serials_;
};

}  // namespace sheaf::bench
