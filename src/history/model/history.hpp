// A history: the operations of several threads on one or more objects, and which of them preceded which.
//
// Data: operations in the order of their calls, 40 bytes each. Names of methods, threads and objects are
// stored once and shared by all histories that are parts of the same recording. The history owns its
// operations and knows no file.
//
// Precedence: if `order` is absent, a precedes b iff a.ret < b.call in ranks. That is an interval order,
// which clocks record and all fast algorithms need. A history given by `after` lists whose order is *not* an
// interval order has `order`; then ranks only give one possible order in which things may have happened.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "history/model/operation.hpp"
#include "history/model/partial_order.hpp"
#include "linnet/spec.hpp"

namespace linnet {

// Something that a recording says about an operation and that decides nothing: the name of a member, and its value.
struct Annotation {
  std::string name;
  Value value;
};

// The names in a recording.
struct Vocabulary {
  std::string source;                // the file's name, for messages
  std::vector<std::string> methods;  // by Operation::method
  std::vector<bool> silent;          // by Operation::method, once resolved: it returns only null
  std::vector<Value> threads;        // by ThreadId: the label in the file, an integer or a text
  std::vector<Value> objects;        // by ObjectId; null for the one without a name
  bool lanes = false;  // the recording names no threads: ours are lanes made up to hold its operations, and
                       // the order within one is real time, not program order
  std::map<std::uint32_t, std::vector<Annotation>> annotations;  // by Operation::line
};

struct Crash {
  Rank rank;
  std::optional<ThreadId> thread;  // absent: all threads
};

// What the first line of a native file, or the format itself, says about reading the file.
struct Header {
  std::optional<std::string> spec;
  std::optional<Value> initial;
};

struct History {
  std::vector<Operation> operations;
  std::shared_ptr<const Vocabulary> words = std::make_shared<Vocabulary>();
  std::optional<PartialOrder> order;
  std::vector<Crash> crashes;
  bool stuck = false;  // no pending call can ever return
  Header header;

  std::size_t size() const { return operations.size(); }
  bool precedes(OperationIndex a, OperationIndex b) const {
    return order ? order->precedes(a, b) : operations[a].ret < operations[b].call;
  }
  // All operations, by index.
  std::vector<OperationIndex> indices() const;
  // Those that returned, in the order of their returns; with an explicit order, in that of the history.
  std::vector<OperationIndex> returned() const;
  // Whether null is an argument somewhere, so that a result of null does not mean "there was nothing".
  bool null_is_a_value() const;

  const std::string& method_name(const Operation& op) const { return words->methods[op.method]; }

  // Makes Operation::method an index into spec.methods(). Throws InputError, with file and line, for an
  // operation that the specification does not have, or whose arguments are too few, too many or of the wrong
  // type.
  void resolve(const Spec& spec);

  // The history of only these operations, in the given (increasing) order. Ranks, crashes and words are kept.
  History select(const std::vector<OperationIndex>& indices) const;

  // "enq(1)", "deq() → 3", "deq() → null", "deq() → …" while pending
  std::string describe(const Operation& op) const;
  std::string describe_call(const Operation& op) const;
};

// The first crash of the operation's thread, or of all threads, after its call; kNever if there is none. If a
// crash cut the operation off, it is that one.
Rank cut_off_at(const History& history, const Operation& op);

// Replaces indices into a part of a history by those of its members in the whole.
inline void renumber(std::vector<OperationIndex>& indices, std::span<const OperationIndex> members) {
  for (OperationIndex& i : indices) i = members[i];
}

// The states that the operation may lead to from any of these, increasing.
std::vector<StateId> states_after(StateSpace& space, std::span<const StateId> states, const Operation& op);

}  // namespace linnet
