// Builds a MultiwordLog from the calls and returns of a log.
//
// It refuses (returns false) whatever is not plainly a history of reads, compare-and-swaps and swaps of one object: the
// caller then reads the file as any other history, and that says what is wrong with it, and where.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <optional>
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
  // How many arguments it has, each a list of as many values.
  static std::size_t lists(Method method) {
    switch (method) {
      case Method::read: return 1;
      case Method::mwcas: return 3;
      case Method::swap: return 2;
    }
    return 0;
  }

  // `initial` is what every location holds at the beginning. At most this many operations will come, of a few versions each:
  // memory that is reserved and not used costs nothing.
  MultiwordLogBuilder(Value initial, std::size_t expected_operations)
      : numbers_(initial, expected_operations / 2) {
    reserve_large_pages(log_.operations, expected_operations);
    reserve_large_pages(log_.versions, 4 * expected_operations);
  }
  // Values from `first` on count up; `expected` is the most that there may be.
  void values_count_up_from(std::int64_t first, std::size_t expected) {
    numbers_.count_up_from(first, expected);
  }

  // `lists` has one list after the other, of `size` values each. REQUIRES: there are lists(method) of them.
  bool call(std::uint32_t thread, Method method, std::size_t size, std::span<const Value> lists);
  // A result that is a list, and one that is not.
  bool ret_list(std::uint32_t thread, std::span<const Value> values);
  bool ret(std::uint32_t thread, Value result);

  // Returns nothing if the log has something that a MultiwordLog cannot say. REQUIRES: it is called once, and nothing else
  // after it.
  std::optional<MultiwordLog> finish();

 private:
  static constexpr std::size_t kMostThreads = 1 << 16,
                               kMostLocations = 256;  // more are a joke, or a mistake
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
  // What the operation did to its versions, or to the k-th of them alone.
  void note(const Thread& thread, MultiwordLog::Role role, std::span<const Value> before,
            std::span<const Value> after = {});
  void note_miss(const Thread& thread, std::size_t k);
  void close(Thread& thread);
  MultiwordLog::Operation& begin_versions(const Thread& thread, MultiwordLog::Role role, std::size_t size);

  MultiwordLog log_;
  VersionNumbers numbers_;
  std::vector<Thread> threads_;
  Rank next_rank_ = 0;
};

}  // namespace linnet
