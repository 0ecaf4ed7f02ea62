// HistoryBuilder: well-formedness, and ranks from events, times or explicit order.
#include "history/history_builder.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>
#include <queue>
#include <tuple>

#include <fmt/format.h>

#include "base/error.hpp"

namespace linnet {

namespace {

constexpr std::uint32_t kDropped =
    ~std::uint32_t{0};  // in Operation::line, until finish() removes the operation

std::size_t recent_slot(std::string_view name) {
  if (name.empty()) return 0;
  const auto first = static_cast<unsigned char>(name.front()), last = static_cast<unsigned char>(name.back());
  return (name.size() * 5 + first * 3u + last) % HistoryBuilder::kRecentMethods;
}

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
  std::uint32_t& recent = recent_methods_[recent_slot(name)];
  if (recent != 0 && words_.methods[recent - 1] == name) return static_cast<std::uint16_t>(recent - 1);
  const absl::string_view key(name.data(),
                              name.size());  // Debian's Abseil is built for C++14 and has its own
  auto found = method_ids_.find(key);
  if (found == method_ids_.end()) {
    if (words_.methods.size() > std::numeric_limits<std::uint16_t>::max()) {
      throw InputError(Place{words_.source, 0, 0},
                       "more than 65536 different operation names; is this a history?");
    }
    words_.methods.emplace_back(name);
    found = method_ids_.emplace(key, static_cast<std::uint16_t>(words_.methods.size() - 1)).first;
  }
  recent = found->second + 1u;
  return found->second;
}

ThreadId HistoryBuilder::thread(Value label) {
  std::uint32_t* small = nullptr;
  if (label.is_int64() && static_cast<std::uint64_t>(label.as_int64()) < small_threads_.size()) {
    small = &small_threads_[static_cast<std::uint64_t>(label.as_int64())];
    if (*small != 0) return ThreadId(*small - 1);
  }
  const auto [found, fresh] = thread_ids_.try_emplace(label, static_cast<std::uint32_t>(threads_.size()));
  if (fresh) words_.threads.push_back(label), threads_.emplace_back();
  if (small != nullptr) *small = found->second + 1;
  return ThreadId(found->second);
}

ObjectId HistoryBuilder::object(Value label) {
  if (last_object_id_ && last_object_ == label) return *last_object_id_;
  const auto [found, fresh] =
      object_ids_.try_emplace(label, static_cast<std::uint32_t>(words_.objects.size()));
  if (fresh) words_.objects.push_back(label);
  last_object_ = label;
  last_object_id_ = ObjectId(found->second);
  return *last_object_id_;
}

void HistoryBuilder::use_events(Line line) {
  if (form_ == Form::operations)
    fail(line, "found an event, expected whole operations as on the lines before");
  form_ = Form::events;
  refuse_after_stuck(line);
}

void HistoryBuilder::refuse_after_stuck(Line line) const {
  if (stuck_) fail(line, "found a line after {\"type\":\"stuck\"}, which must be the last one");
}

void HistoryBuilder::use_operations(Line line) {
  if (form_ == Form::events)
    fail(line, "found a whole operation, expected call and return events as on the lines before");
  form_ = Form::operations;
  refuse_after_stuck(line);
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
  ThreadState& state = threads_[thread.value];
  state.lost = std::exchange(state.open, ThreadState::kIdle);
  state.retired_at = line;
}

ThreadId HistoryBuilder::successor(ThreadId thread) {
  for (int life = 2;; ++life) {
    const Value label(fmt::format("{}#{}", name_of(thread), life));
    if (!thread_ids_.contains(label)) return this->thread(label);
  }
}

void HistoryBuilder::crash(std::optional<ThreadId> thread, Line line) {
  use_events(line);
  const auto cut = [&](ThreadState& state) {
    for (std::uint32_t* const operation : {&state.open, &state.lost}) {
      if (*operation == ThreadState::kIdle) continue;
      operations_[*operation].status = Operation::Status::crashed;
      *operation = ThreadState::kIdle;
    }
  };
  if (thread) {
    cut(threads_[thread->value]);
  } else {
    std::for_each(threads_.begin(), threads_.end(), cut);
  }
  crashes_.push_back({next_rank_++, thread});
}

void HistoryBuilder::stuck(Line line) {
  refuse_after_stuck(line);
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
  if (timed.call) times.call = *timed.call;
  if (timed.ret) {
    times.ret = *timed.ret;
    if (!timed.call) fail(timed.line, "found a time of return without a time of call");
    if (!timed.result) fail(timed.line, "found a time of return, but no result");
    if (*timed.ret < *timed.call) {
      fail(timed.line,
           fmt::format("the operation returns at {}, before its call at {}", *timed.ret, *timed.call));
    }
  }
  if (timed.call == Times::kNone) fail(timed.line, fmt::format("the time {} is out of range", times.call));
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

// A call or a return, as something to sort. At one instant calls come first, so that the operations overlap,
// or with Ties::ordered returns do; an operation that takes no time is called before it returns all the same.
struct HistoryBuilder::Moment {
  enum Phase : std::uint32_t { kReturnFirst = 1, kCall = 2, kReturnLast = 3 };
  std::int64_t time;
  std::uint32_t phase;
  std::uint32_t operation;

  static Moment of_call(const Times& t, std::uint32_t operation) { return {t.call, kCall, operation}; }
  static Moment of_return(const Times& t, std::uint32_t operation, Ties ties) {
    return {t.ret, ties == Ties::ordered && t.call < t.ret ? kReturnFirst : kReturnLast, operation};
  }
  bool before(const Moment& other) const { return std::tie(time, phase) < std::tie(other.time, other.phase); }
  friend bool operator<(const Moment& a, const Moment& b) {
    return a.before(b) || (!b.before(a) && a.operation < b.operation);
  }
};

namespace {

// Stable sort by the bits from `low` on, least significant digit first. Both buffers have the same size; the
// result is in `keys`.
void radix_sort(std::span<std::uint64_t> keys, std::span<std::uint64_t> buffer, int low, int high) {
  constexpr int kDigit = 11;
  constexpr std::uint64_t kMask = (1u << kDigit) - 1;
  std::span<std::uint64_t> from = keys, to = buffer;
  for (int shift = low; shift < high; shift += kDigit) {
    std::array<std::uint32_t, kMask + 1> next = {};
    for (const std::uint64_t key : from) ++next[key >> shift & kMask];
    std::exclusive_scan(next.begin(), next.end(), next.begin(), 0u);
    for (const std::uint64_t key : from) to[next[key >> shift & kMask]++] = key;
    std::swap(from, to);
  }
  if (from.data() != keys.data()) std::copy(from.begin(), from.end(), keys.begin());
}

}  // namespace

// Ranks all calls and returns by time. False if a thread calls while its previous call has not returned:
// either it did so at the very instant of that return, and then the thread's own order is more than ranks by
// time can say, or the history is not one.
bool HistoryBuilder::rank_by_times(Ties ties) {
  const auto n = static_cast<std::uint32_t>(operations_.size());
  places_.resize(n);
  std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = Times::kNone;
  for (const Times& t : times_) {
    first = std::min(first, t.call);
    last = std::max({last, t.call, t.ret});
  }
  const std::uint64_t range = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) + 1;
  if (range != 0 && std::bit_width(n) + 2 + std::bit_width(range) <= 64)
    return rank_packed(first, range, ties);
  std::vector<Moment> moments;
  for (std::uint32_t i = 0; i < n; ++i) {
    moments.push_back(Moment::of_call(times_[i], i));
    if (times_[i].has_ret()) moments.push_back(Moment::of_return(times_[i], i, ties));
  }
  std::sort(moments.begin(), moments.end());
  return std::all_of(moments.begin(), moments.end(),
                     [&](const Moment& m) { return rank_next(m.phase == Moment::kCall, m.operation); });
}

// The same where time, phase and operation fit one word together, as they do for all but absurd clocks. The
// words are sorted by radix in the memory that held the times: 16 bytes per operation more, and a few
// nanoseconds.
bool HistoryBuilder::rank_packed(std::int64_t first, std::uint64_t range, Ties ties) {
  const auto n = static_cast<std::uint32_t>(operations_.size());
  const int index_bits = std::bit_width(n), time_shift = index_bits + 2;
  const std::uint64_t index_mask = (std::uint64_t{1} << index_bits) - 1;
  const auto pack = [&](const Moment& m) {
    const std::uint64_t time = static_cast<std::uint64_t>(m.time) - static_cast<std::uint64_t>(first);
    return (time << 2 | m.phase) << index_bits | m.operation;
  };
  const std::uint64_t never = range << time_shift;  // later than everything
  const std::span<std::uint64_t> keys(reinterpret_cast<std::uint64_t*>(times_.data()), 2 * std::size_t{n});
  for (std::uint32_t i = 0; i < n; ++i) {
    const Times t = times_[i];
    keys[2 * i] = pack(Moment::of_call(t, i));
    keys[2 * i + 1] = t.has_ret() ? pack(Moment::of_return(t, i, ties)) : never;
  }
  std::vector<std::uint64_t> buffer(keys.size());
  radix_sort(keys, buffer, index_bits, time_shift + std::bit_width(range));
  bool good = true;
  for (const std::uint64_t key : keys) {
    if (key >= never || !good) break;
    good = rank_next((key >> index_bits & 3) == Moment::kCall, static_cast<std::uint32_t>(key & index_mask));
  }
  if (good) return true;
  std::vector<Times> times(n);
  for (const std::uint64_t key : keys) {
    if (key >= never) break;
    Times& t = times[key & index_mask];
    const auto time = static_cast<std::int64_t>((key >> time_shift) + static_cast<std::uint64_t>(first));
    ((key >> index_bits & 3) == Moment::kCall ? t.call : t.ret) = time;
  }
  times_.swap(times);
  return false;
}

bool HistoryBuilder::rank_next(bool is_call, std::uint32_t operation) {
  Operation& op = operations_[operation];
  (is_call ? op.call : op.ret) = next_rank_++;
  if (is_call) places_[operation] = next_place_++;
  if (words_.lanes) return true;
  std::uint32_t& open = threads_[op.thread.value].open;
  if (is_call && open != ThreadState::kIdle) return false;
  open = is_call ? operation : ThreadState::kIdle;
  return true;
}

// The operations of each thread with times, in their order.
std::vector<std::uint32_t> HistoryBuilder::timed_by_thread() const {
  std::vector<std::uint32_t> sorted;
  for (std::uint32_t i = 0; i < operations_.size(); ++i) {
    if (times_[i].has_call()) sorted.push_back(i);
  }
  // A pending operation is the last of its thread.
  const auto key = [&](std::uint32_t i) {
    const std::int64_t ret = times_[i].has_ret() ? times_[i].ret : std::numeric_limits<std::int64_t>::max();
    return std::tuple(operations_[i].thread, times_[i].call, ret, i);
  };
  std::sort(sorted.begin(), sorted.end(), [&](auto a, auto b) { return key(a) < key(b); });
  return sorted;
}

// The edges from each timed operation to those it precedes by time, less those that follow by transitivity.
//
// Let L be the latest call of an operation that precedes b. Whatever returned before L precedes that
// operation, and b through it. So b's direct predecessors are those that returned from L on and before b was
// called, and as b moves on, both ends of that range only move forwards.
void HistoryBuilder::add_edges_by_time(Ties ties, std::vector<PartialOrder::Edge>& edges) const {
  std::vector<Moment> calls, returns;
  for (std::uint32_t i = 0; i < operations_.size(); ++i) {
    if (times_[i].has_call()) calls.push_back(Moment::of_call(times_[i], i));
    if (times_[i].has_ret()) returns.push_back(Moment::of_return(times_[i], i, ties));
  }
  std::sort(calls.begin(), calls.end());
  std::sort(returns.begin(), returns.end());
  std::size_t begin = 0, end = 0;
  std::optional<Moment> latest;
  for (const Moment& b : calls) {
    for (; end < returns.size() && returns[end].before(b); ++end) {
      const Moment call = Moment::of_call(times_[returns[end].operation], returns[end].operation);
      if (!latest || latest->before(call)) latest = call;
    }
    while (begin < end && returns[begin].before(*latest)) ++begin;
    for (std::size_t a = begin; a < end; ++a) edges.emplace_back(returns[a].operation, b.operation);
  }
}

// The edges that make up the order, to be closed transitively: `after` lists, the order of each thread (by
// time, or as the lines are where one of two has no times), and the times.
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
    std::uint32_t& previous = last[operations_[i].thread.value];
    if (previous != kDropped && !(times_[previous].has_call() && times_[i].has_call())) {
      edges.emplace_back(previous, i);
    }
    previous = i;
  }
  add_edges_within_threads(edges);
  add_edges_by_time(ties, edges);
  return edges;
}

// The timed operations of a thread follow one another; here it shows if one was called before the previous
// one returned.
void HistoryBuilder::add_edges_within_threads(std::vector<PartialOrder::Edge>& edges) const {
  const std::vector<std::uint32_t> sorted = timed_by_thread();
  for (std::size_t k = 1; k < sorted.size(); ++k) {
    const std::uint32_t a = sorted[k - 1], b = sorted[k];
    if (operations_[a].thread != operations_[b].thread) continue;
    if (!times_[a].has_ret() || times_[a].ret > times_[b].call) {
      fail(operations_[b].line,
           fmt::format("thread {} calls {} at {}, while its call of {} (line {}) has not returned",
                       name_of(operations_[b].thread), words_.methods[operations_[b].method], times_[b].call,
                       words_.methods[operations_[a].method], operations_[a].line));
    }
    edges.emplace_back(a, b);
  }
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

// Puts the operations where places_ says, following the cycles of that permutation.
void HistoryBuilder::move_to_places() {
  for (std::uint32_t i = 0; i < operations_.size(); ++i) {
    while (places_[i] != i) {
      const std::uint32_t to = places_[i];
      std::swap(operations_[i], operations_[to]);
      std::swap(places_[i], places_[to]);
    }
  }
}

// REQUIRES: the operations are in the order of their calls. The lowest free lane is taken each time.
void HistoryBuilder::assign_lanes() {
  // The return's rank above the lane, so that words compare as the pair would.
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> running;
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> free;
  words_.threads.clear();
  for (Operation& op : operations_) {
    for (; !running.empty() && running.top() >> 32 < op.call; running.pop()) {
      free.push(static_cast<std::uint32_t>(running.top()));
    }
    if (free.empty()) {
      free.push(static_cast<std::uint32_t>(words_.threads.size()));
      words_.threads.push_back(Value(words_.threads.size()));
    }
    op.thread = ThreadId(free.top());
    running.push(std::uint64_t{op.ret} << 32 | free.top());
    free.pop();
  }
}

History HistoryBuilder::finish(Ties ties) {
  History history;
  if (any_dropped_) std::erase_if(operations_, [](const Operation& op) { return op.line == kDropped; });
  if (form_ == Form::operations && !operations_.empty()) {
    const bool by_times = after_.empty() && !untimed_ && rank_by_times(ties);
    if (!by_times) rank_by_order(history, ties);
    times_ = {};
    if (by_times) {
      move_to_places();
    } else if (!history.order) {
      std::sort(operations_.begin(), operations_.end(),
                [](const Operation& a, const Operation& b) { return a.call < b.call; });
    }
    places_ = {};
  }
  // Crashes of single threads and explicit orders only make sense with the threads that they were written
  // for.
  words_.lanes = words_.lanes && crashes_.empty() && !history.order;
  if (words_.lanes) assign_lanes();
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
