// The position of a DporStrategy as text: numbers in hexadecimal, separated by blanks.
//
//   linnet-dpor 2, statistics, whether all is explored
//   the threads: number of each; moves name threads by their place here
//   the cells: address and size of each; moves name cells by their number here
//   the levels: ready threads, threads that end there, explored branches, finished moves, wakeup tree, and the event that leads to
//   the next
// Clocks, races and inherited sleepers follow from these and are computed again.
#include <charconv>
#include <limits>

#include "base/error.hpp"
#include "explore/dpor.hpp"

namespace linnet {

namespace {

constexpr std::string_view kHeading = "linnet-dpor 2 ";
constexpr ThreadNumber kMostThreadNumber = (1 << 20) - 1;

}  // namespace

// Goes through all parts of the position, in the order of the text: writes each number, or reads it.
class DporCheckpoint {
 public:
  explicit DporCheckpoint(DporStrategy& dpor) : dpor_(dpor), loads_(false), text_(kHeading) {}
  DporCheckpoint(DporStrategy& dpor, std::string_view text) : dpor_(dpor), loads_(true), text_(text) {
    if (!text.starts_with(kHeading)) fail("expected linnet-dpor 2");
    at_ = kHeading.size();
  }

  std::string transfer() {
    auto& s = dpor_.statistics_;
    numbers(s.executions, s.blocked, s.redundant, s.cut, s.deepest, dpor_.exhausted_, s.too_many_threads);
    threads();
    cells();
    std::uint64_t levels = dpor_.levels_.size();
    numbers(levels);
    if (levels == 0) fail("expected at least one level");
    for (std::uint64_t i = 0; i < levels; ++i) level(i, i + 1 == levels);
    if (loads_) dpor_.prefix_ = static_cast<std::uint32_t>(dpor_.events_.size());
    return std::move(text_);
  }

 private:
  using Level = DporStrategy::Level;
  using Event = DporStrategy::Event;

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError("checkpoint, character " + std::to_string(at_ + 1) + ": " + what);
  }
  std::uint64_t read() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    std::uint64_t n = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), n, 16);
    if (error != std::errc()) fail("expected a hexadecimal number");
    at_ = static_cast<std::size_t>(end - text_.data());
    return n;
  }
  void write(std::uint64_t n) {
    char digits[17];
    text_.append(digits, std::to_chars(digits, std::end(digits), n, 16).ptr) += ' ';
  }
  template <class Number>
  void at_most(std::uint64_t most, Number& n) {
    if (!loads_) return write(static_cast<std::uint64_t>(n));
    const std::uint64_t found = read();
    if (found > most) fail("expected a number below " + std::to_string(most + 1));
    n = static_cast<Number>(found);
  }
  template <class... Number>
  void numbers(Number&... n) {
    (at_most(std::numeric_limits<Number>::max(), n), ...);
  }

  void threads() {
    std::uint64_t count = dpor_.threads_.size();
    at_most(DporStrategy::kMostThreads, count);
    for (std::uint64_t i = 0; i < count; ++i) {
      ThreadNumber thread = loads_ ? 0 : dpor_.threads_[i];
      at_most(kMostThreadNumber, thread);
      if (loads_) dpor_.small_number(thread);
    }
  }
  void cells() {
    std::uint64_t count = dpor_.cells_.size();
    numbers(count);
    for (std::uint64_t i = 0; i < count; ++i) {
      Access access = loads_ ? Access{} : dpor_.cells_.access(static_cast<Cell>(i));
      numbers(access.address, access.size);
      if (loads_) dpor_.cells_.intern(access);
    }
  }
  void footprint(Footprint& f) {
    at_most(Step::kMostAccesses, f.count);
    at_most((1u << Step::kMostAccesses) - 1, f.writes);
    numbers(f.calls, f.returns, f.ends);
    for (std::size_t i = 0; i < f.count; ++i) below(dpor_.cells_.size(), f.cells[i]);
    f.set_bits();
  }
  void move(Move& m) {
    below(dpor_.threads_.size(), m.thread);
    numbers(m.alternative);
    footprint(m.footprint);
  }
  void below(std::size_t limit, std::uint32_t& n) {
    if (limit == 0) fail("expected a number below 0");
    at_most(limit - 1, n);
  }
  // The trees below `parent`, or without one those of the list.
  void trees(TreeNode& first, TreeNode parent) {
    WakeupTrees& all = dpor_.trees_;
    TreeNode node = loads_ ? kNoNode : parent == kNoNode ? first : all.children(parent);
    for (;;) {
      bool more = node != kNoNode;
      numbers(more);
      if (!more) return;
      PlannedMove plan = loads_ ? PlannedMove{} : all.plan(node);
      numbers(plan.exact);
      move(plan.move);
      footprint(plan.at_most);
      if (loads_) node = all.append(first, parent, plan);
      trees(first, node);
      TreeNode deferred = loads_ ? kNoNode : all.deferred(node);
      trees(deferred, kNoNode);
      if (loads_) all.set_deferred(node, deferred);
      if (!loads_) node = all.next(node);
    }
  }
  void level(std::size_t i, bool last) {
    if (!loads_) text_ += '\n';
    Level& level = dpor_.levels_[i];
    const std::size_t end = last || loads_ ? dpor_.done_.size() : dpor_.levels_[i + 1].done_begin;
    std::uint64_t done = end - level.done_begin;
    numbers(level.ready, level.cut, level.explored, done);
    for (std::uint64_t d = 0; d < done; ++d) {
      Move finished = loads_ ? Move{} : dpor_.done_[level.done_begin + d];
      move(finished);
      if (loads_) dpor_.push_done(finished);
    }
    trees(level.unexplored, kNoNode);
    if (!last) event(i);
  }
  void event(std::size_t i) {
    Event e = loads_ ? Event{} : dpor_.events_[i];
    move(e.move);
    footprint(e.at_most);
    numbers(e.conditional, e.exits, e.changes_nothing, e.birth);
    if (e.birth != Step::kNotBorn && e.birth >= e.move.footprint.count) fail("no such access");
    numbers(e.alternatives);
    at_most(static_cast<std::uint64_t>(Guard::waits_all), e.guard);
    numbers(e.operand, e.found);
    if (!loads_) return;
    dpor_.relate_to_past(e);
    dpor_.append(e);
  }

  DporStrategy& dpor_;
  const bool loads_;
  std::string text_;
  std::size_t at_ = 0;
};

std::optional<std::string> DporStrategy::save() const {
  return DporCheckpoint(const_cast<DporStrategy&>(*this)).transfer();
}

void DporStrategy::load(std::string_view text) {
  DporCheckpoint(*this, text).transfer();
}

}  // namespace linnet
