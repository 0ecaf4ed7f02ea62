// mwcas_edges LOG: the number of edges in the precedence graph of a log of multi-word primitives (Figures 8
// and 9 of OPODIS'19), and the time to read and decide it.
//
// Prints: operations, happens-before edges as reduced, all of them, edges by versions of locations, seconds
// to read, seconds to decide, seconds of processor time for both, the verdict.
#include <ctime>

#include <fmt/format.h>

#include "base/stopwatch.hpp"
#include "check/multiword/precedence_edges.hpp"
#include "check/multiword/sweep.hpp"
#include "history/multiword/log_reader.hpp"

namespace {

using namespace linnet;

struct Edges {
  std::uint64_t reduced = 0, all = 0, by_versions = 0;
};

Edges count_edges(const MultiwordLog& log) {
  Edges edges;
  const std::span<const MultiwordLog::Operation> operations(log.operations);
  for_each_reduced_edge(operations, [&](OperationIndex, OperationIndex) { ++edges.reduced; });
  for (const MultiwordLog::Operation& op : operations) {
    edges.all += static_cast<std::uint64_t>(operations.end() - first_after(operations, op.ret));
  }
  std::vector<bool> overwritten(log.initial.size());
  for (const MultiwordLog::Operation& op : operations) {
    if (op.role != MultiwordLog::Role::overwrites) continue;
    for (const VersionId w : log.before(op)) overwritten[w] = true;
  }
  for (const MultiwordLog::Operation& op : operations) {
    for (const VersionId w : log.before(op)) {
      if (op.role != MultiwordLog::Role::misses && !log.initial[w]) ++edges.by_versions;     // reads-from
      if (op.role != MultiwordLog::Role::overwrites && overwritten[w]) ++edges.by_versions;  // auxiliary
    }
  }
  return edges;
}

const char* name_of(SweepResult result) {
  switch (result) {
    case SweepResult::pass: return "pass";
    case SweepResult::violation: return "violation";
    case SweepResult::undecided: return "undecided";
  }
  return "";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: mwcas_edges LOG\n");
    return 2;
  }
  Stopwatch watch;
  constexpr std::size_t kSmallChunk = 4096;
  MultiwordLogRequest request{.spec = "mwcas", .initial = {}, .format = {}};
  auto log = read_multiword_log(argv[1], request);
  request.chunk = kSmallChunk;
  if (!log) log = read_multiword_log(argv[1], request);
  if (!log) {
    fmt::print(stderr, "{}: not a plain log of multi-word primitives\n", argv[1]);
    return 2;
  }
  const double read = watch.lap();
  const SweepResult result = sweep_multiword_log(*log, Budget());
  const double decided = watch.lap();
  const double processor = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  const Edges edges = count_edges(*log);
  fmt::print("{} {} {} {} {:.3f} {:.3f} {:.3f} {}\n", log->operations.size(), edges.reduced, edges.all,
             edges.by_versions, read, decided, processor, name_of(result));
}
