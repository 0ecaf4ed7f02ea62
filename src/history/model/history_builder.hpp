// Builds a History from what a reader or a recorder sees, and refuses everything that is not a history.
//
// It takes one of two forms, never both in one history:
//   events      call / ret / crash in real-time order;
//   operations  whole operations with times or `after` lists, in any order.
// It checks well-formedness (a return has its call, a thread has one call at a time, the order has no cycle,
// no operation returns before it is called), so that every reader says the same about the same fault. Faults
// are thrown as InputError with the line that the reader passed.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "history/model/history.hpp"

namespace linnet {

// What a return and a call at the same instant mean.
enum class Ties : std::uint8_t { overlap, ordered };

class HistoryBuilder {
 public:
  using Line = std::uint64_t;
  static constexpr std::size_t kRecentMethods = 32;

  explicit HistoryBuilder(std::string source);

  // About this many operations will come. Memory that is reserved and not used costs nothing.
  void expect(std::size_t operations) { operations_.reserve(operations); }

  // Convert names to ids; a name seen first gets a new id. Ids count from 0.
  std::uint16_t method(std::string_view name);
  ThreadId thread(Value label);
  ObjectId object(Value label);

  // Events.
  void call(ThreadId thread, std::uint16_t method, std::span<const Value> args, ObjectId object, Line line);
  Line ret(ThreadId thread, Value result, Line line);  // the line of its call
  void drop(ThreadId thread, Line line);  // the open call did not happen (Jepsen's :fail)
  void retire(ThreadId thread,
              Line line);  // the open call stays pending for ever (:info); the thread calls no more
  // A new thread for the next operations of a retired one, labelled after it: "3#2" is the second life of 3.
  ThreadId successor(ThreadId thread);
  void crash(std::optional<ThreadId> thread, Line line);
  void stuck(Line line);
  bool has_open_call(ThreadId thread) const;
  // The column in which the next event begins, for messages: 1 unless a reader of freer formats says
  // otherwise.
  void at_column(std::uint64_t column) { column_ = column; }
  // The operation of the open call, for formats whose returns repeat or complete the call's arguments.
  // REQUIRES: has_open_call.
  Operation& open_call(ThreadId thread);

  // Operations.
  struct Timed {
    ThreadId thread = {};
    std::uint16_t method = 0;
    std::span<const Value> args = {};
    ObjectId object = {};
    std::optional<Value> result = {};  // absent: pending
    std::optional<std::int64_t> call = {}, ret = {}, id = {};
    std::span<const std::int64_t> after = {};  // ids
    Line line = 0;
  };
  void operation(const Timed& op);

  // For reports. What a return says about something that its call says, too, gets a name of its own.
  void annotate(Line call, std::span<const Annotation> annotations);

  // The recording does not name the calling threads: finish() assigns the operations to as few lanes as their
  // overlap allows, and these become the threads. Thread ids given so far and hereafter are ignored.
  void use_lanes() { words_.lanes = true; }

  Header& header() { return header_; }
  std::size_t size() const { return operations_.size(); }
  const std::string& source() const { return words_.source; }

  // Ranks the events, checks the order, and hands the history over. The builder is empty afterwards.
  History finish(Ties ties = Ties::overlap);

 private:
  struct ThreadState {
    static constexpr std::uint32_t kIdle = ~std::uint32_t{0};
    std::uint32_t open = kIdle;  // the operation that has not returned yet
    std::uint32_t lost = kIdle;  // the one that was open when the thread retired: a crash cuts it off too
    std::uint32_t cut =
        kIdle;  // the one that a crash cut off, until the next call: the recovery may complete it
    Line retired_at = 0;
  };
  struct Times {
    static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();
    std::int64_t call = kNone, ret = kNone;

    bool has_call() const { return call != kNone; }
    bool has_ret() const { return ret != kNone; }
  };
  enum class Form : std::uint8_t { none, events, operations };
  struct Moment;

  [[noreturn]] void fail(Line line, const std::string& what) const;
  Operation make(ThreadId thread, std::uint16_t method, std::span<const Value> args, ObjectId object,
                 Line line);
  std::string name_of(ThreadId thread) const;
  void use(Form form, Line line);
  void refuse_after_stuck(Line line) const;
  bool rank_by_times(Ties ties);
  bool rank_packed(std::int64_t first, std::uint64_t range, Ties ties);
  bool rank_next(bool is_call, std::uint32_t operation);
  std::vector<std::uint32_t> timed_by_thread() const;
  void move_to_places();
  void assign_lanes();
  void rank_by_order(History& history, Ties ties);
  std::vector<PartialOrder::Edge> explicit_edges(Ties ties) const;
  void add_edges_within_threads(std::vector<PartialOrder::Edge>& edges) const;
  void add_edges_by_time(Ties ties, std::vector<PartialOrder::Edge>& edges) const;

  Vocabulary words_;
  Header header_;
  absl::flat_hash_map<std::string, std::uint16_t> method_ids_;
  absl::flat_hash_map<Value, std::uint32_t> thread_ids_, object_ids_;
  // Most look-ups repeat a recent one: threads with small numbers, and a handful of names.
  std::array<std::uint32_t, 256> small_threads_ = {};              // id + 1, by label
  std::array<std::uint32_t, kRecentMethods> recent_methods_ = {};  // id + 1, by a hash of the name
  Value last_object_;
  std::optional<ObjectId> last_object_id_;
  std::vector<Operation> operations_;
  std::vector<ThreadState> threads_;
  Rank next_rank_ = 0;
  std::vector<Crash> crashes_;
  bool stuck_ = false;
  std::uint64_t column_ = 1;
  bool any_dropped_ = false;
  Form form_ = Form::none;

  // Operation form only.
  std::vector<Times> times_;
  std::vector<std::uint32_t> places_;  // of each operation in the order of calls, as far as ranked
  std::uint32_t next_place_ = 0;
  absl::flat_hash_map<std::int64_t, std::uint32_t> by_id_;
  struct AfterId {
    std::uint32_t operation;
    std::int64_t id;
  };
  std::vector<AfterId> after_;
  bool untimed_ = false;
};

}  // namespace linnet
