// The core and the expression language against bare RocksDB in one process (PERFORMANCE.md, "Targets, through the C ABI"): both sides do the same reads and
// writes on equal data under equal options; Sheaf's side goes through the C ABI and includes building and encoding the item,
// the bare side has its keys and values ready. SHEAF_BENCH_ITEMS may go up to 10,000,000. Reads go to 16,384 keys and to every
// collection with enough rows, which are more in a larger set; SHEAF_BENCH_HOT=4096 takes that many keys and a collection for
// each 64 of them instead, so that sets of any size are read with the same amount of memory. One thread. The parts are in
// bench/core/.
#include "bench/core/session.h"
#include "bench/support/program.h"

namespace sheaf::bench {
namespace {

void measure() {
  const ProgramScale scale = scale_from_environment();
  Session session({scale.items, scale.memory_bytes});
  check_reads(&session);
  check_writes(&session);
  check_language_reads(&session);
  check_language_writes(&session);
  check_many_writes(&session);
  check_protocol(&session);
  const auto items = static_cast<double>(session.twins.workload().items());
  report_number("items", items);
  report_number("memory of a side, MiB", static_cast<double>(scale.memory_bytes >> 20));
  report_number("disk bytes an item", static_cast<double>(session.twins.disk_bytes()) / items);
  report_number("keys read", static_cast<double>(session.present.size()));
  report_number("collections read, table", static_cast<double>(session.table_collections.size()));
  report_number("collections read, index", static_cast<double>(session.index_collections.size()));
  register_reads(&session);
  register_writes(&session);
  register_language_reads(&session);
  register_language_writes(&session);
  register_many_writes(&session);
  register_protocol(&session);
  register_loads(session.twins.workload(), scale.memory_bytes);
  run_benchmarks();
}

}  // namespace
}  // namespace sheaf::bench

int main(int argc, char** argv) { return sheaf::bench::run_program(argc, argv, sheaf::bench::measure); }
