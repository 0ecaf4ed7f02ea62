// HistoryBuilder: well-formedness, and ranks from events, times or explicit order.
#include "history/history_builder.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "base/error.hpp"

namespace linnet {

namespace {

constexpr std::uint32_t kDropped =
    ~std::uint32_t{0};  // in Operation::line, until finish() removes the operation

}  // namespace

HistoryBuilder::HistoryBuilder(std::string source) {
  words_.source = std::move(source);
}

void HistoryBuilder::fail(Line line, const std::string& what) const {
  throw InputError(Place{words_.source, line, 0}, what);
}

std::string HistoryBuilder::name_of(ThreadId thread) const {
  const Value label = words_.threads[thread.value];
  return label.is_text() ? std::string(label.as_text()) : label.to_json();
}

std::uint16_t HistoryBuilder::method(std::string_view name) {
  const absl::string_view key(name.data(),
                              name.size());  // Debian's Abseil is built for C++14 and has its own
  if (const auto found = method_ids_.find(key); found != method_ids_.end()) return found->second;
  if (words_.methods.size() > std::numeric_limits<std::uint16_t>::max()) {
    throw InputError(Place{words_.source, 0, 0},
                     "more than 65536 different operation names; is this a history?");
  }
  words_.methods.emplace_back(name);
  return method_ids_.emplace(key, static_cast<std::uint16_t>(words_.methods.size() - 1)).first->second;
}

ThreadId HistoryBuilder::thread(Value label) {
  const auto [found, fresh] = thread_ids_.try_emplace(label, static_cast<std::uint32_t>(threads_.size()));
  if (fresh) words_.threads.push_back(label), threads_.emplace_back();
  return ThreadId(found->second);
}

ObjectId HistoryBuilder::object(Value label) {
  const auto [found, fresh] =
      object_ids_.try_emplace(label, static_cast<std::uint32_t>(words_.objects.size()));
  if (fresh) words_.objects.push_back(label);
  return ObjectId(found->second);
}

void HistoryBuilder::use_events(Line line) {
  if (form_ == Form::operations)
    fail(line, "found an event, expected whole operations as on the lines before");
  form_ = Form::events;
  if (stuck_) fail(line, "found an event after {\"type\":\"stuck\"}, which must be the last line");
}

void HistoryBuilder::use_operations(Line line) {
  if (form_ == Form::events)
    fail(line, "found a whole operation, expected call and return events as on the lines before");
  form_ = Form::operations;
}

Operation HistoryBuilder::make(ThreadId thread, std::uint16_t method, std::span<const Value> args,
                               ObjectId object, Line line) {
  if (args.size() > std::numeric_limits<std::uint8_t>::max()) {
    fail(line, fmt::format("found {} arguments, expected at most 255", args.size()));
  }
  if (next_rank_ >= kNever - 1) fail(line, "more than 4 294 967 294 events in one history");
  Operation op;
  op.thread = thread;
  op.object = object;
  op.line = static_cast<std::uint32_t>(std::min<Line>(line, kDropped - 1));
  op.method = method;
  op.argument_count = static_cast<std::uint8_t>(args.size());
  if (args.size() == 1) op.argument = args[0];
  if (args.size() > 1) op.argument = Value::array(args);
  op.status = Operation::Status::pending;
  return op;
}

void HistoryBuilder::call(ThreadId thread, std::uint16_t method, std::span<const Value> args, ObjectId object,
                          Line line) {
  use_events(line);
  ThreadState& state = threads_[thread.value];
  if (state.open != ThreadState::kIdle) {
    const Operation& open = operations_[state.open];
    fail(line, fmt::format("thread {} calls {} while its call of {} (line {}) has not returned",
                           name_of(thread), words_.methods[method], words_.methods[open.method], open.line));
  }
  if (state.retired_at != 0) {
    fail(line, fmt::format("thread {} calls {}, but line {} says that nothing more is known of this thread",
                           name_of(thread), words_.methods[method], state.retired_at));
  }
  Operation op = make(thread, method, args, object, line);
  op.call = next_rank_++;
  state.open = static_cast<std::uint32_t>(operations_.size());
  operations_.push_back(op);
}

void HistoryBuilder::ret(ThreadId thread, Value result, Line line) {
  use_events(line);
  if (!has_open_call(thread))
    fail(line, fmt::format("thread {} returns without having called", name_of(thread)));
  Operation& op = open_call(thread);
  op.ret = next_rank_++;
  op.result = result;
  op.status = Operation::Status::completed;
  threads_[thread.value].open = ThreadState::kIdle;
}

bool HistoryBuilder::has_open_call(ThreadId thread) const {
  return threads_[thread.value].open != ThreadState::kIdle;
}

Operation& HistoryBuilder::open_call(ThreadId thread) {
  return operations_[threads_[thread.value].open];
}

void HistoryBuilder::drop(ThreadId thread, Line line) {
  use_events(line);
  if (!has_open_call(thread))
    fail(line, fmt::format("thread {} fails without having called", name_of(thread)));
  open_call(thread).line = kDropped;
  any_dropped_ = true;
  threads_[thread.value].open = ThreadState::kIdle;
}

void HistoryBuilder::retire(ThreadId thread, Line line) {
  use_events(line);
  threads_[thread.value].open = ThreadState::kIdle;
  threads_[thread.value].retired_at = line;
}

void HistoryBuilder::crash(std::optional<ThreadId> thread, Line line) {
  use_events(line);
  const auto cut = [&](ThreadState& state) {
    if (state.open == ThreadState::kIdle) return;
    operations_[state.open].status = Operation::Status::crashed;
    state.open = ThreadState::kIdle;
  };
  if (thread) {
    cut(threads_[thread->value]);
  } else {
    std::for_each(threads_.begin(), threads_.end(), cut);
  }
  crashes_.push_back({next_rank_++, thread});
}

void HistoryBuilder::stuck(Line line) {
  use_events(line);
  stuck_ = true;
}

void HistoryBuilder::operation(const Timed& timed) {
  use_operations(timed.line);
  Operation op = make(timed.thread, timed.method, timed.args, timed.object, timed.line);
  if (timed.result) {
    op.status = Operation::Status::completed;
    op.result = *timed.result;
  }
  const auto index = static_cast<std::uint32_t>(operations_.size());
  Times times;
  if (timed.call) times.call = *timed.call, times.has_call = true;
  if (timed.ret) {
    times.ret = *timed.ret, times.has_ret = true;
    if (!timed.call) fail(timed.line, "found a time of return without a time of call");
    if (!timed.result) fail(timed.line, "found a time of return, but no result");
    if (*timed.ret < *timed.call) {
      fail(timed.line,
           fmt::format("the operation returns at {}, before its call at {}", *timed.ret, *timed.call));
    }
  }
  if (timed.call && !timed.ret && timed.result) fail(timed.line, "found a result, but no time of return");
  if (!timed.call) untimed_ = true;
  if (timed.id && !by_id_.try_emplace(*timed.id, index).second) {
    fail(timed.line, fmt::format("found id {} a second time; it is that of line {} already", *timed.id,
                                 operations_[by_id_[*timed.id]].line));
  }
  for (const std::int64_t id : timed.after) after_.push_back({index, id});
  operations_.push_back(op);
  times_.push_back(times);
}

// Sorts all calls and returns by time. At one instant calls come first, so that the operations overlap, or
// with Ties::ordered returns do; an operation that takes no time is called before it returns all the same.
void HistoryBuilder::rank_by_times(Ties ties) {
  struct Moment {
    std::int64_t time;
    std::uint32_t phase;  // orders the moments of one instant
    std::uint32_t operation;
  };
  // Ties::ordered has three phases: returns of operations called earlier, calls, returns of those called
  // right now.
  std::vector<Moment> moments;
  moments.reserve(operations_.size() * 2);
  for (std::uint32_t i = 0; i < operations_.size(); ++i) {
    const Times& t = times_[i];
    moments.push_back({t.call, 2, i});
    if (t.has_ret) moments.push_back({t.ret, ties == Ties::ordered && t.call < t.ret ? 1u : 3u, i});
  }
  std::sort(moments.begin(), moments.end(), [](const Moment& a, const Moment& b) {
    if (a.time != b.time) return a.time < b.time;
    return a.phase != b.phase ? a.phase < b.phase : a.operation < b.operation;
  });
  for (const Moment& m : moments)
    (m.phase == 2 ? operations_[m.operation].call : operations_[m.operation].ret) = next_rank_++;
}

// The edges that make up the order, to be closed transitively: `after` lists, the order of each thread's
// lines where they have no times, and the times of those that have.
std::vector<PartialOrder::Edge> HistoryBuilder::explicit_edges(Ties ties) const {
  std::vector<PartialOrder::Edge> edges;
  for (const auto& [operation, id] : after_) {
    const auto found = by_id_.find(id);
    if (found == by_id_.end()) {
      fail(operations_[operation].line,
           fmt::format("found \"after\" id {}, but no operation has that id", id));
    }
    edges.emplace_back(found->second, operation);
  }
  std::vector<std::uint32_t> last(threads_.size(), kDropped);
  for (std::uint32_t i = 0; i < operations_.size(); ++i) {
    if (times_[i].has_call) continue;
    std::uint32_t& previous = last[operations_[i].thread.value];
    if (previous != kDropped) edges.emplace_back(previous, i);
    previous = i;
  }
  std::vector<std::uint32_t> by_call;
  for (std::uint32_t i = 0; i < operations_.size(); ++i) {
    if (times_[i].has_call) by_call.push_back(i);
  }
  for (const std::uint32_t a : by_call) {
    if (!times_[a].has_ret) continue;
    for (const std::uint32_t b : by_call) {
      if (times_[a].ret < times_[b].call ||
          (ties == Ties::ordered && a != b && times_[a].ret == times_[b].call)) {
        edges.emplace_back(a, b);
      }
    }
  }
  return edges;
}

namespace {

// Kahn's algorithm, earliest line first. Returns fewer than n operations if there is a cycle.
std::vector<std::uint32_t> topological_order(std::size_t n, const std::vector<PartialOrder::Edge>& edges) {
  std::vector<std::uint32_t> waiting(n), starts(n + 1), targets(edges.size());
  for (const auto& [a, b] : edges) ++starts[a + 1], ++waiting[b];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
  for (const auto& [a, b] : edges) targets[next[a]++] = b;
  std::vector<std::uint32_t> ready, sorted;  // `ready` is a heap with the smallest first
  for (std::uint32_t i = static_cast<std::uint32_t>(n); i-- > 0;) {
    if (waiting[i] == 0) ready.push_back(i);
  }
  std::make_heap(ready.begin(), ready.end(), std::greater<>());
  while (!ready.empty()) {
    std::pop_heap(ready.begin(), ready.end(), std::greater<>());
    const std::uint32_t i = ready.back();
    ready.pop_back();
    sorted.push_back(i);
    for (std::uint32_t e = starts[i]; e < starts[i + 1]; ++e) {
      if (--waiting[targets[e]] == 0)
        ready.push_back(targets[e]), std::push_heap(ready.begin(), ready.end(), std::greater<>());
    }
  }
  return sorted;
}

}  // namespace

void HistoryBuilder::rank_by_order(History& history, Ties ties) {
  std::vector<PartialOrder::Edge> edges = explicit_edges(ties);
  const std::vector<std::uint32_t> sorted = topological_order(operations_.size(), edges);
  std::vector<std::uint32_t> position(operations_.size(), kDropped);
  for (std::uint32_t i = 0; i < sorted.size(); ++i) position[sorted[i]] = i;
  if (sorted.size() < operations_.size()) {
    const auto stuck = std::find(position.begin(), position.end(), kDropped) - position.begin();
    fail(operations_[stuck].line,
         "this operation comes before itself: \"after\", times and the order of threads form a cycle");
  }
  for (const auto& [a, b] : edges) {
    // A pending operation has no return, so nothing can come after it.
    if (!operations_[a].completed()) {
      fail(operations_[b].line,
           fmt::format("this operation is after that of line {}, which never returned", operations_[a].line));
    }
  }
  for (auto& [a, b] : edges) a = position[a], b = position[b];
  std::vector<Operation> reordered;
  reordered.reserve(operations_.size());
  for (const std::uint32_t i : sorted) reordered.push_back(operations_[i]);
  operations_.swap(reordered);

  PartialOrder order(operations_.size(), edges);
  const std::vector<PartialOrder::Interval> intervals = order.intervals();
  const bool is_interval_order = !intervals.empty();
  for (std::uint32_t i = 0; i < operations_.size(); ++i) {
    operations_[i].call = is_interval_order ? intervals[i].call : 2 * i;
    if (operations_[i].completed()) operations_[i].ret = is_interval_order ? intervals[i].ret : 2 * i + 1;
  }
  if (!is_interval_order) history.order = std::move(order);
}

History HistoryBuilder::finish(Ties ties) {
  History history;
  if (any_dropped_) std::erase_if(operations_, [](const Operation& op) { return op.line == kDropped; });
  if (form_ == Form::operations) {
    if (after_.empty() && !untimed_) {
      rank_by_times(ties);
    } else if (!operations_.empty()) {
      rank_by_order(history, ties);
    }
    if (!history.order) {
      std::sort(operations_.begin(), operations_.end(),
                [](const Operation& a, const Operation& b) { return a.call < b.call; });
    }
  }
  if (words_.objects.empty()) words_.objects.emplace_back();
  history.operations = std::move(operations_);
  history.words = std::make_shared<Vocabulary>(std::move(words_));
  history.crashes = std::move(crashes_);
  history.stuck = stuck_;
  history.header = std::move(header_);
  *this = HistoryBuilder("");
  return history;
}

}  // namespace linnet
