// Implements HistoryBuilder: decides what is a history. history_ranking.cpp makes ranks by time and by order.
#include "history/model/history_builder.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"

namespace linnet {

namespace {

// In Operation::line, until finish() removes the operation.
constexpr std::uint32_t kDropped = ~std::uint32_t{0};

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
  throw InputError(Place{words_.source, line, column_}, what);
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

void HistoryBuilder::use(Form form, Line line) {
  if (form_ != Form::none && form_ != form) {
    fail(line, form == Form::events
                   ? "found an event, expected whole operations as on the lines before"
                   : "found a whole operation, expected call and return events as on the lines before");
  }
  form_ = form;
  refuse_after_stuck(line);
}

void HistoryBuilder::refuse_after_stuck(Line line) const {
  if (stuck_) fail(line, "found a line after {\"type\":\"stuck\"}, which must be the last one");
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
  op.set_args(args);
  op.status = Operation::Status::pending;
  return op;
}

void HistoryBuilder::call(ThreadId thread, std::uint16_t method, std::span<const Value> args, ObjectId object,
                          Line line) {
  use(Form::events, line);
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
  state.cut = ThreadState::kIdle;
  state.open = static_cast<std::uint32_t>(operations_.size());
  operations_.push_back(op);
}

HistoryBuilder::Line HistoryBuilder::ret(ThreadId thread, Value result, Line line) {
  use(Form::events, line);
  ThreadState& state = threads_[thread.value];
  if (!has_open_call(thread)) state.open = std::exchange(state.cut, ThreadState::kIdle);
  if (!has_open_call(thread))
    fail(line, fmt::format("thread {} returns without having called", name_of(thread)));
  Operation& op = open_call(thread);
  op.ret = next_rank_++;
  op.result = result;
  op.status = Operation::Status::completed;
  state.open = ThreadState::kIdle;
  return op.line;
}

void HistoryBuilder::annotate(Line call, std::span<const Annotation> annotations) {
  std::vector<Annotation>& all = words_.annotations[static_cast<std::uint32_t>(call)];
  for (const Annotation& one : annotations) {
    const auto known = std::ranges::find(all, one.name, &Annotation::name);
    if (known == all.end()) {
      all.push_back(one);
    } else if (known->value != one.value) {
      all.push_back({one.name + " at return", one.value});
    }
  }
}

bool HistoryBuilder::has_open_call(ThreadId thread) const {
  return threads_[thread.value].open != ThreadState::kIdle;
}

Operation& HistoryBuilder::open_call(ThreadId thread) {
  return operations_[threads_[thread.value].open];
}

void HistoryBuilder::drop(ThreadId thread, Line line) {
  use(Form::events, line);
  if (!has_open_call(thread))
    fail(line, fmt::format("thread {} fails without having called", name_of(thread)));
  open_call(thread).line = kDropped;
  any_dropped_ = true;
  threads_[thread.value].open = ThreadState::kIdle;
}

void HistoryBuilder::retire(ThreadId thread, Line line) {
  use(Form::events, line);
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
  use(Form::events, line);
  const auto cut = [&](ThreadState& state) {
    for (std::uint32_t* const operation : {&state.open, &state.lost}) {
      if (*operation == ThreadState::kIdle) continue;
      operations_[*operation].status = Operation::Status::crashed;
      state.cut = std::exchange(*operation, ThreadState::kIdle);
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
  use(Form::operations, timed.line);
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
