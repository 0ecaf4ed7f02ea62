// Builds a MultiwordLog from the calls and returns of a log.
//
// It refuses (returns false) everything that is not plainly a history of reads, compare-and-swaps and swaps
// of one object: the caller then reads the file like any other history, which says what is wrong with it, and
// where.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "history/multiword/log.hpp"
#include "history/multiword/numbers.hpp"

namespace linnet {

class MultiwordLogBuilder {
 public:
  enum class Method : std::uint8_t { read, mwcas, swap };
  static std::optional<Method> method(std::string_view name) {
    if (name == "read") return Method::read;
    if (name == "mwcas") return Method::mwcas;
    if (name == "swap") return Method::swap;
    return std::nullopt;
  }
  // The number of arguments; each is a list of the same number of values.
  static std::size_t lists(Method method) {
    switch (method) {
      case Method::read: return 1;
      case Method::mwcas: return 3;
      case Method::swap: return 2;
    }
    return 0;
  }

  // `initial` is the initial value of every location. At most this many operations will come, of a few
  // versions each: memory that is reserved and not used costs nothing.
  MultiwordLogBuilder(Value initial, std::size_t expected_operations)
      : numbers_(initial, expected_operations / 2) {
    reserve_large_pages(log_.operations, expected_operations);
    reserve_large_pages(log_.versions, 4 * expected_operations);
  }
  // Values from `first` on count up; `expected` is an upper bound of their number.
  void values_count_up_from(std::int64_t first, std::size_t expected) {
    numbers_.count_up_from(first, expected);
  }

  // `lists` has one list after the other, of `size` values each. REQUIRES: there are lists(method) of them.
  bool call(std::uint32_t id, Method method, std::size_t size, std::span<const Value> lists) {
    if (id >= kMostThreads || size == 0 || size > kMostLocations || next_rank_ >= kNever - 1) return false;
    if (id >= threads_.size()) threads_.resize(id + 1);
    Thread& thread = threads_[id];
    if (thread.open) return false;
    thread.open = thread.known = true;
    thread.method = method;
    thread.operation = static_cast<OperationIndex>(log_.operations.size());
    thread.lists.assign(lists.begin(), lists.end());
    thread.locations.clear();
    for (std::size_t k = 0; k < size; ++k) {
      const std::uint32_t location = numbers_.location(lists[k]);
      if (std::ranges::find(thread.locations, location) != thread.locations.end()) return false;
      thread.locations.push_back(location);
    }
    log_.operations.push_back({.call = next_rank_++});
    return true;
  }

  // For a result that is a list, and for one that is not.
  bool ret_list(std::uint32_t id, std::span<const Value> values) {
    Thread* const thread = with_open_call(id);
    if (thread == nullptr || values.size() != thread->locations.size()) return false;
    switch (thread->method) {
      case Method::read: note(*thread, MultiwordLog::Role::reads, values); break;
      case Method::swap: note(*thread, MultiwordLog::Role::overwrites, values, thread->list(1)); break;
      case Method::mwcas:
        if (std::ranges::equal(values, thread->list(1))) return false;
        note(*thread, MultiwordLog::Role::reads, values);
        break;
    }
    close(*thread);
    return true;
  }

  bool ret(std::uint32_t id, Value result) {
    Thread* const thread = with_open_call(id);
    if (thread == nullptr || thread->method != Method::mwcas) return false;
    const std::span<const Value> locations = thread->list(0), expected = thread->list(1);
    const auto named = static_cast<std::size_t>(std::ranges::find(locations, result) - locations.begin());
    if (result.is_boolean()) {
      if (named != locations.size()) return false;
      if (result.as_boolean()) {
        note(*thread, MultiwordLog::Role::overwrites, expected, thread->list(2));
      } else {
        note(*thread, MultiwordLog::Role::misses, expected);
      }
    } else {
      if (named == locations.size()) return false;
      note_miss(*thread, named);
    }
    close(*thread);
    return true;
  }

  // Returns nothing if the log has something that a MultiwordLog cannot express. REQUIRES: it is called once,
  // and nothing else after it.
  std::optional<MultiwordLog> finish() {
    for (const Thread& thread : threads_) {
      if (!thread.open) continue;
      switch (thread.method) {
        case Method::read: begin_versions(thread, MultiwordLog::Role::reads, 0); break;
        case Method::mwcas: note(thread, MultiwordLog::Role::perhaps, thread.list(1), thread.list(2)); break;
        case Method::swap: return std::nullopt;  // what it overwrote is not known
      }
    }
    if (log_.versions.size() > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    numbers_.settle(log_.versions);
    log_.initial = numbers_.initial_versions();
    log_.threads = static_cast<std::size_t>(std::ranges::count_if(threads_, &Thread::known));
    return std::move(log_);
  }

 private:
  static constexpr std::size_t kMostThreads = 1 << 16,
                               kMostLocations = 256;  // more are a mistake
  struct Thread {
    bool open = false, known = false;
    Method method = Method::read;
    OperationIndex operation = 0;
    std::vector<std::uint32_t> locations;  // by number
    std::vector<Value> lists;

    // The i-th argument.
    std::span<const Value> list(std::size_t i) const {
      return std::span(lists).subspan(i * locations.size(), locations.size());
    }
  };

  // Null if there is none.
  Thread* with_open_call(std::uint32_t thread) {
    return thread < threads_.size() && threads_[thread].open ? &threads_[thread] : nullptr;
  }
  // Records what the operation did to its versions, or only to the k-th of them.
  void note(const Thread& thread, MultiwordLog::Role role, std::span<const Value> before,
            std::span<const Value> after = {}) {
    begin_versions(thread, role, before.size());
    for (const std::span<const Value> values : {before, after}) {
      for (std::size_t k = 0; k < values.size(); ++k)
        numbers_.number_later(thread.locations[k], values[k], log_.versions);
    }
  }

  void note_miss(const Thread& thread, std::size_t k) {
    begin_versions(thread, MultiwordLog::Role::misses, 1);
    numbers_.number_later(thread.locations[k], thread.list(1)[k], log_.versions);
  }

  void close(Thread& thread) {
    log_.operations[thread.operation].ret = next_rank_++;
    thread.open = false;
  }

  MultiwordLog::Operation& begin_versions(const Thread& thread, MultiwordLog::Role role, std::size_t size) {
    MultiwordLog::Operation& op = log_.operations[thread.operation];
    op.begin = static_cast<std::uint32_t>(log_.versions.size());
    op.size = static_cast<std::uint16_t>(size);
    op.role = role;
    return op;
  }

  MultiwordLog log_;
  VersionNumbers numbers_;
  std::vector<Thread> threads_;
  Rank next_rank_ = 0;
};

// Pieces of a log of multi-word primitives: parsed on one thread, and combined on another.
struct MultiwordEvents {
  struct Event {
    enum class Kind : std::uint8_t { call, list, scalar } kind;  // the latter two are returns
    MultiwordLogBuilder::Method method;
    std::uint16_t size;  // of the list, or each of the lists
    std::uint32_t thread;
  };
  static constexpr std::size_t kMostLocations = 1 << 15;

  std::vector<Event> events;
  std::vector<Value> values;  // of all lists, one after the other

  void clear() {
    events.clear();
    values.clear();
  }
};

// Passes all events of the piece to the builder; returns false if it refuses one.
inline bool apply(const MultiwordEvents& piece, MultiwordLogBuilder& builder) {
  using Kind = MultiwordEvents::Event::Kind;
  std::span<const Value> values(piece.values);
  const auto next = [&](std::size_t n) {
    const auto first = values.first(n);
    values = values.subspan(n);
    return first;
  };
  return std::ranges::all_of(piece.events, [&](const MultiwordEvents::Event& event) {
    switch (event.kind) {
      case Kind::call:
        return builder.call(event.thread, event.method, event.size,
                            next(event.size * MultiwordLogBuilder::lists(event.method)));
      case Kind::list: return builder.ret_list(event.thread, next(event.size));
      case Kind::scalar: return builder.ret(event.thread, next(1)[0]);
    }
    return false;
  });
}

}  // namespace linnet
