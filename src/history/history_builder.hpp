// Builds a History from what a reader or a recorder sees, and refuses what is not one.
//
// Two ways in, never both in one history:
//   events      call / ret / crash in real-time order;
//   operations  whole operations with times or `after` lists, in any order.
// It owns well-formedness (a return has its call, a thread has one call at a time, the order has no cycle, no
// operation returns before it is called), so that every reader says the same thing about the same fault.
// Faults are thrown as InputError with the line that the reader passed.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "history/history.hpp"

namespace linnet {

// What a return and a call at the same instant mean.
enum class Ties : std::uint8_t { overlap, ordered };

class HistoryBuilder {
 public:
  using Line = std::uint64_t;

  explicit HistoryBuilder(std::string source);

  // Names to ids; an id is made for a name seen first. Ids count from 0.
  std::uint16_t method(std::string_view name);
  ThreadId thread(Value label);
  ObjectId object(Value label);

  // Events.
  void call(ThreadId thread, std::uint16_t method, std::span<const Value> args, ObjectId object, Line line);
  void ret(ThreadId thread, Value result, Line line);
  void drop(ThreadId thread, Line line);  // the open call did not happen (Jepsen's :fail)
  void retire(ThreadId thread,
              Line line);  // the open call stays pending for ever (:info); the thread calls no more
  void crash(std::optional<ThreadId> thread, Line line);
  void stuck(Line line);
  bool has_open_call(ThreadId thread) const;
  // Of the open call: formats whose returns repeat or complete the call's arguments look here. REQUIRES:
  // has_open_call.
  Operation& open_call(ThreadId thread);

  // Operations.
  struct Timed {
    ThreadId thread;
    std::uint16_t method = 0;
    std::span<const Value> args;
    ObjectId object;
    std::optional<Value> result;  // absent: pending
    std::optional<std::int64_t> call, ret;
    std::optional<std::int64_t> id;
    std::span<const std::int64_t> after;  // ids
    Line line = 0;
  };
  void operation(const Timed& op);

  Header& header() { return header_; }
  std::size_t size() const { return operations_.size(); }
  const std::string& source() const { return words_.source; }

  // Ranks the events, checks the order, and hands the history over. The builder is empty afterwards.
  History finish(Ties ties = Ties::overlap);

 private:
  struct ThreadState {
    static constexpr std::uint32_t kIdle = ~std::uint32_t{0};
    std::uint32_t open = kIdle;  // the operation that has not returned yet
    Line retired_at = 0;
  };
  struct Times {
    std::int64_t call = 0, ret = 0;
    bool has_call = false, has_ret = false;
  };

  [[noreturn]] void fail(Line line, const std::string& what) const;
  Operation make(ThreadId thread, std::uint16_t method, std::span<const Value> args, ObjectId object,
                 Line line);
  std::string name_of(ThreadId thread) const;
  void use_events(Line line);
  void use_operations(Line line);
  void rank_by_times(Ties ties);
  void rank_by_order(History& history, Ties ties);
  std::vector<PartialOrder::Edge> explicit_edges(Ties ties) const;

  Vocabulary words_;
  Header header_;
  absl::flat_hash_map<std::string, std::uint16_t> method_ids_;
  absl::flat_hash_map<Value, std::uint32_t> thread_ids_, object_ids_;
  std::vector<Operation> operations_;
  std::vector<ThreadState> threads_;
  Rank next_rank_ = 0;
  std::vector<Crash> crashes_;
  bool stuck_ = false;
  bool any_dropped_ = false;
  enum class Form : std::uint8_t { none, events, operations } form_ = Form::none;

  // Operation form only.
  std::vector<Times> times_;
  absl::flat_hash_map<std::int64_t, std::uint32_t> by_id_;
  struct AfterId {
    std::uint32_t operation;
    std::int64_t id;
  };
  std::vector<AfterId> after_;
  bool untimed_ = false;
};

}  // namespace linnet
