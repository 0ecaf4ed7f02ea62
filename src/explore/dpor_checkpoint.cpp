// The position of a DporStrategy as text: numbers in hexadecimal, separated by blanks.
//
//   linnet-dpor 1, statistics, whether all is explored
//   the threads: number of each; moves name threads by their place here
//   the cells: address and size of each; moves name cells by their number here
//   the levels: ready threads, explored branches, finished moves, wakeup tree, and the event that leads to
//   the next
// Clocks, races and inherited sleepers follow from these and are computed again.
#include <charconv>

#include "base/error.hpp"
#include "explore/dpor.hpp"

namespace linnet {

namespace {

constexpr std::string_view kHeading = "linnet-dpor 1 ";
constexpr std::uint64_t kMostThreadNumbers = 1 << 20;

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {
    if (!text.starts_with(kHeading)) fail("expected linnet-dpor 1");
    at_ = kHeading.size();
  }

  std::uint64_t number() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    std::uint64_t n = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), n, 16);
    if (error != std::errc()) fail("expected a hexadecimal number");
    at_ = static_cast<std::size_t>(end - text_.data());
    return n;
  }
  std::uint32_t number_below(std::uint64_t limit) {
    const std::uint64_t n = number();
    if (n >= limit) fail("expected a number below " + std::to_string(limit));
    return static_cast<std::uint32_t>(n);
  }
  bool flag() { return number_below(2) == 1; }
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError("checkpoint, character " + std::to_string(at_ + 1) + ": " + what);
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

class DporCheckpoint {
 public:
  static std::string save(const DporStrategy& dpor) {
    std::string text(kHeading);
    const auto& s = dpor.statistics_;
    put(text, {s.executions, s.blocked, s.redundant, s.deepest, dpor.exhausted_, s.too_many_threads});
    put(text, {dpor.threads_.size()});
    for (const ThreadNumber thread : dpor.threads_) put(text, {thread});
    put(text, {dpor.cells_.size()});
    for (Cell c = 0; c < dpor.cells_.size(); ++c) {
      put(text, {dpor.cells_.access(c).address, dpor.cells_.access(c).size});
    }
    put(text, {dpor.levels_.size()});
    for (std::size_t i = 0; i < dpor.levels_.size(); ++i) save_level(text, dpor, i);
    return text;
  }

  static void load(DporStrategy& dpor, std::string_view text) {
    Reader reader(text);
    auto& s = dpor.statistics_;
    s.executions = reader.number();
    s.blocked = reader.number();
    s.redundant = reader.number();
    s.deepest = reader.number();
    dpor.exhausted_ = reader.flag();
    s.too_many_threads = reader.flag();
    for (std::uint32_t n = reader.number_below(DporStrategy::kMostThreads + 1); n > 0; --n) {
      dpor.small_number(reader.number_below(kMostThreadNumbers));
    }
    for (std::uint64_t n = reader.number(); n > 0; --n) {
      const std::uint64_t address = reader.number();
      dpor.cells_.intern({address, reader.number_below(std::uint64_t{1} << 32), false});
    }
    const std::uint64_t levels = reader.number();
    if (levels == 0) reader.fail("expected at least one level");
    for (std::uint64_t i = 0; i < levels; ++i) load_level(reader, dpor, i + 1 == levels);
    dpor.prefix_ = static_cast<std::uint32_t>(dpor.events_.size());
  }

 private:
  using Level = DporStrategy::Level;
  using Event = DporStrategy::Event;

  static void put(std::string& text, std::initializer_list<std::uint64_t> numbers) {
    for (const std::uint64_t n : numbers) {
      char digits[17];
      const auto written = std::to_chars(digits, std::end(digits), n, 16);
      text.append(digits, written.ptr) += ' ';
    }
  }
  static void put(std::string& text, const Footprint& f) {
    put(text, {f.count, f.writes, f.calls, f.returns, f.ends});
    for (std::size_t i = 0; i < f.count; ++i) put(text, {f.cells[i]});
  }
  static void put(std::string& text, const Move& move) {
    put(text, {move.thread, move.alternative});
    put(text, move.footprint);
  }
  static void put(std::string& text, const WakeupTrees& trees, TreeNode first) {
    for (TreeNode node = first; node != kNoNode; node = trees.next(node)) {
      const PlannedMove& plan = trees.plan(node);
      put(text, {1, plan.exact});
      put(text, plan.move);
      put(text, plan.at_most);
      put(text, trees, trees.children(node));
      put(text, trees, trees.deferred(node));
    }
    put(text, {0});
  }
  static void save_level(std::string& text, const DporStrategy& dpor, std::size_t i) {
    const Level& level = dpor.levels_[i];
    const bool last = i + 1 == dpor.levels_.size();
    const std::size_t done_end = last ? dpor.done_.size() : dpor.levels_[i + 1].done_begin;
    text += '\n';
    put(text, {level.ready, level.explored, done_end - level.done_begin});
    for (std::size_t d = level.done_begin; d < done_end; ++d) put(text, dpor.done_[d]);
    put(text, dpor.trees_, level.unexplored);
    if (last) return;
    const Event& e = dpor.events_[i];
    put(text, e.move);
    put(text, e.at_most);
    put(text, {e.conditional, e.exits, e.changes_nothing, e.birth, e.alternatives});
    put(text, {static_cast<std::uint64_t>(e.guard), e.operand, e.found});
  }

  static Footprint footprint(Reader& reader, const DporStrategy& dpor) {
    Footprint f;
    f.count = static_cast<std::uint8_t>(reader.number_below(Step::kMostAccesses + 1));
    f.writes = static_cast<std::uint8_t>(reader.number_below(1u << Step::kMostAccesses));
    f.calls = reader.flag();
    f.returns = reader.flag();
    f.ends = reader.flag();
    for (std::size_t i = 0; i < f.count; ++i) f.cells[i] = reader.number_below(dpor.cells_.size());
    return f;
  }
  static Move move(Reader& reader, DporStrategy& dpor) {
    Move m;
    m.thread = reader.number_below(dpor.threads_.size());
    m.alternative = reader.number_below(std::uint64_t{1} << 32);
    m.footprint = footprint(reader, dpor);
    return m;
  }
  static void load_tree(Reader& reader, DporStrategy& dpor, TreeNode& first, TreeNode parent) {
    while (reader.flag()) {
      PlannedMove plan;
      plan.exact = reader.flag();
      plan.move = move(reader, dpor);
      plan.at_most = footprint(reader, dpor);
      const TreeNode node = dpor.trees_.append(first, parent, plan);
      load_tree(reader, dpor, first, node);
      TreeNode deferred = kNoNode;
      load_tree(reader, dpor, deferred, kNoNode);
      dpor.trees_.set_deferred(node, deferred);
    }
  }
  static void load_level(Reader& reader, DporStrategy& dpor, bool last) {
    dpor.levels_.back().ready = reader.number();
    dpor.levels_.back().explored = reader.number_below(std::uint64_t{1} << 32);
    for (std::uint64_t n = reader.number(); n > 0; --n) dpor.push_done(move(reader, dpor));
    load_tree(reader, dpor, dpor.levels_.back().unexplored, kNoNode);
    if (last) return;
    Event e;
    e.move = move(reader, dpor);
    e.at_most = footprint(reader, dpor);
    e.conditional = reader.flag();
    e.exits = reader.flag();
    e.changes_nothing = reader.flag();
    e.birth = static_cast<std::uint8_t>(reader.number_below(Step::kNotBorn + 1u));
    if (e.birth != Step::kNotBorn && e.birth >= e.move.footprint.count) reader.fail("no such access");
    e.alternatives = reader.number_below(std::uint64_t{1} << 32);
    e.guard = static_cast<Guard>(reader.number_below(4));
    e.operand = reader.number();
    e.found = reader.number();
    dpor.look_back(e);
    dpor.append(e);
  }
};

std::optional<std::string> DporStrategy::save() const {
  return DporCheckpoint::save(*this);
}

void DporStrategy::load(std::string_view text) {
  DporCheckpoint::load(*this, text);
}

}  // namespace linnet
