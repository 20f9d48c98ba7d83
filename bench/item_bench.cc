// The stored item against a hand-made tag-length-value encoding, per item of the GitHub mix (PERFORMANCE.md, "Item
// encodings"). Both sides read the same items in the same order. Reading a stored item includes opening it, because every read
// of the engine does that. "bytes" are the means; encode starts from stored numbers on both sides.
//
// As it stands, the items are a thousand and all is in the processor's cache, as items are that were just read or made.
// SHEAF_BENCH_CORPUS=100000 shows the other end: memory is cold, and waiting for it is most of each time.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bench/support/convert.h"
#include "bench/support/program.h"
#include "bench/support/tlv.h"
#include "bench/support/workload.h"
#include "engine/base/aligned_buffer.h"
#include "engine/item/container.h"
#include "engine/item/item_builder.h"
#include "engine/item/item_view.h"

namespace sheaf::bench {
namespace {

constexpr uint64_t kSeed = 1;
constexpr uint64_t kSetItems = 1'000'000;  // names and numbers are as long as in a set of this size
constexpr uint64_t kFirstItem = 500'000;
constexpr size_t kUsualItems = 1000;   // one block: the shares are exact
constexpr size_t kHotDocuments = 100;  // documents are bulky, so fewer stay in the cache

// One encoded item of each kind, the document they came from, and the attribute that "find" looks for.
struct Sample {
  Document document;
  std::string_view tlv;
  std::string_view stored;
  std::string_view sought;
};

class Corpus {
 public:
  explicit Corpus(size_t items) : documents_(items > kUsualItems ? items : kHotDocuments) {
    const Workload workload(kSeed, kSetItems);
    std::vector<size_t> tlv_ends;
    std::vector<size_t> stored_ends;
    ItemBuilder builder;
    std::string encoded;
    std::string stored;
    for (size_t i = 0; i < items; ++i) {
      samples_.push_back({workload.item(kFirstItem + i), {}, {}, {}});
      tlv_encode(samples_[i].document, &encoded);
      tlv_ += encoded;
      tlv_ends.push_back(tlv_.size());
      build_item(samples_[i].document, &builder);
      stored += builder.finish().bytes();
      stored_ends.push_back(stored.size());
      stored.resize((stored.size() + 7) / 8 * 8);
    }
    stored_.assign(stored);
    for (size_t i = 0; i < items; ++i) {
      const size_t tlv_start = i == 0 ? 0 : tlv_ends[i - 1];
      const size_t stored_start = i == 0 ? 0 : (stored_ends[i - 1] + 7) / 8 * 8;
      samples_[i].tlv = std::string_view(tlv_).substr(tlv_start, tlv_ends[i] - tlv_start);
      samples_[i].stored = stored_.view().substr(stored_start, stored_ends[i] - stored_start);
      const auto& fields = samples_[i].document.fields;
      // A program's names are constants and hot, so the samples share one text a name.
      samples_[i].sought = *names_.insert(fields[i * 7919 % fields.size()].name).first;
    }
  }

  // The next of a few documents, over and over: what an application encodes, it has just made.
  const Document& next_document() {
    position_ = (position_ + 617) % documents_;
    return samples_[position_].document;
  }

  // The next sample of an endless walk in an order that is not the order in memory.
  const Sample& next() {
    position_ = (position_ + 617) % samples_.size();
    return samples_[position_];
  }
  const std::vector<Sample>& samples() const { return samples_; }

 private:
  std::vector<Sample> samples_;
  std::set<std::string> names_;
  std::string tlv_;
  AlignedBuffer stored_;
  size_t documents_;
  size_t position_ = 0;
};

Corpus& corpus() {
  static Corpus corpus(number_from_environment("SHEAF_BENCH_CORPUS", kUsualItems));
  return corpus;
}

Result<ItemView> opened(std::string_view bytes) {
  auto item = ItemView::open(bytes);
  if (!item.ok()) std::abort();
  return item;
}

uint64_t walk_container(ValueView value) {
  const auto container = ContainerView::open(value);
  if (!container.ok()) std::abort();
  uint64_t sum = 0;
  for (uint32_t i = 0; i < container->count(); ++i) {
    const AttributeView member = container->at(i);
    sum += member.name.size() + 1 + member.value.data.size();
    if (is_container(member.value.type)) sum += walk_container(member.value);
  }
  return sum;
}

uint64_t walk_item(std::string_view bytes) {
  const auto item = opened(bytes);
  uint64_t sum = 0;
  for (uint32_t i = 0; i < item->count(); ++i) {
    const AttributeView attribute = item->at(i);
    sum += attribute.name.size() + 1 + attribute.value.data.size();
    if (is_container(attribute.value.type)) sum += walk_container(attribute.value);
  }
  return sum;
}

bool is_open(ValueView status) { return status.type == Type::kString && status.data == "open"; }

double mean_bytes(std::string_view Sample::*encoded) {
  double sum = 0;
  for (const Sample& sample : corpus().samples()) sum += static_cast<double>((sample.*encoded).size());
  return sum / static_cast<double>(corpus().samples().size());
}

void encode_tlv(benchmark::State& state) {
  std::string out;
  for (auto _ : state) {
    tlv_encode(corpus().next_document(), &out);
    benchmark::DoNotOptimize(out.data());
  }
}
BENCHMARK(encode_tlv)->Name("encode/tlv");

void encode_sheaf(benchmark::State& state) {
  ItemBuilder builder;
  for (auto _ : state) {
    build_item(corpus().next_document(), &builder);
    benchmark::DoNotOptimize(builder.finish().bytes().data());
  }
}
BENCHMARK(encode_sheaf)->Name("encode/sheaf");

void find_tlv(benchmark::State& state) {
  for (auto _ : state) {
    const Sample& sample = corpus().next();
    benchmark::DoNotOptimize(tlv_find(sample.tlv, sample.sought));
  }
}
BENCHMARK(find_tlv)->Name("find/tlv");

void find_sheaf(benchmark::State& state) {
  for (auto _ : state) {
    const Sample& sample = corpus().next();
    benchmark::DoNotOptimize(opened(sample.stored)->find(sample.sought));
  }
}
BENCHMARK(find_sheaf)->Name("find/sheaf");

void status_tlv(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(is_open(tlv_find(corpus().next().tlv, "Status")));
}
BENCHMARK(status_tlv)->Name("Status = open/tlv");

void status_sheaf(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(is_open(opened(corpus().next().stored)->find("Status")));
}
BENCHMARK(status_sheaf)->Name("Status = open/sheaf");

void walk_tlv(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(tlv_walk(corpus().next().tlv));
}
BENCHMARK(walk_tlv)->Name("walk/tlv");

void walk_sheaf(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(walk_item(corpus().next().stored));
}
BENCHMARK(walk_sheaf)->Name("walk/sheaf");

void verify_tlv(benchmark::State& state) {
  for (auto _ : state) {
    if (tlv_verify(corpus().next().tlv) != TlvVerdict::kGood) std::abort();
  }
}
BENCHMARK(verify_tlv)->Name("verify/tlv");

void verify_sheaf(benchmark::State& state) {
  for (auto _ : state) {
    if (!verify_item(*opened(corpus().next().stored)).ok()) std::abort();
  }
}
BENCHMARK(verify_sheaf)->Name("verify/sheaf");

// Both encodings must give the same answers before their times mean anything.
void check_sides_agree() {
  for (const Sample& sample : corpus().samples()) {
    const auto item = opened(sample.stored);
    for (const Field& field : sample.document.fields) {
      const ValueView in_tlv = tlv_find(sample.tlv, field.name);
      const ValueView in_item = item->find(field.name);
      if (in_tlv.type != field.type || in_item.type != field.type) std::abort();
      if (!is_container(field.type) && (in_tlv.data != field.data || in_item.data != field.data)) std::abort();
    }
  }
}

}  // namespace
}  // namespace sheaf::bench

int main(int argc, char** argv) {
  using namespace sheaf::bench;
  return run_program(argc, argv, [] {
    check_sides_agree();
    report_number("bytes/tlv", mean_bytes(&Sample::tlv));
    report_number("bytes/sheaf", mean_bytes(&Sample::stored));
    run_benchmarks();
  });
}
