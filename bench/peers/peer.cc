#include "bench/peers/peer.h"

namespace sheaf::bench {

PeerItem::PeerItem(const Document& document) : rows(document), abi(document) {
  key = {document.find("PK")->data, document.find("SK")->data};
  for (size_t i = 0; i < kIndexes; ++i) {
    const std::string name = kIndexNames[i];
    const Field* const partition = document.find(name + "PK");
    const Field* const sort = document.find(name + "SK");
    if (partition != nullptr && sort != nullptr) index_keys[i] = {partition->data, sort->data};
  }
  const auto collect = [this](TextKey& text) {
    serials_.collect(text.partition.data(), text.partition.size());
    serials_.collect(text.sort.data(), text.sort.size());
  };
  collect(key);
  for (TextKey& index_key : index_keys) collect(index_key);
}

void PeerItem::write_serial(uint32_t serial) {
  serials_.write(serial);
  rows.serials.write(serial);
  abi.write_serial(serial);
}

}  // namespace sheaf::bench
