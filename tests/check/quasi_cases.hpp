// The common part of the tests of quasi-linearizability: objects with few methods, their groupings, histories
// written by hand.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "check/quasi/bounds.hpp"
#include "histories.hpp"
#include "history/model/history_builder.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {

// An object that has one method to add and one to remove, as far as these tests call it.
struct Container {
  std::string spec, add, remove;
};
inline const std::vector<Container>& containers() {
  static const std::vector<Container> all = {
      {"queue", "enq", "deq"}, {"stack", "push", "pop"}, {"pqueue", "insert", "deqMin"}};
  return all;
}

// add(1), add(2), remove() → null, 1 or 2.
inline Alphabet small_alphabet(const Container& c) {
  return {{{c.add, {1}, {Value()}}, {c.add, {2}, {Value()}}, {c.remove, {}, {Value(), 1, 2}}},
          c.spec != "pqueue"};
}

// Every grouping of the two methods (one K; either alone; separate; overlapping; none), with factors 0 to
// `most`.
inline std::vector<std::string> groupings(const Container& c, int most) {
  std::vector<std::string> all;
  const std::string both = c.add + "+" + c.remove;
  for (int k = 0; k <= most; ++k) {
    const std::string factor = "=" + std::to_string(k);
    all.insert(all.end(), {std::to_string(k), c.add + factor, c.remove + factor});
    for (int l = 0; l <= most; ++l) {
      const std::string other = "=" + std::to_string(l);
      all.push_back(c.add + factor + "," + c.remove + other);
      all.push_back(both + factor + "," + c.remove + other);
      all.push_back(both + factor + "," + c.add + other);
    }
  }
  return all;
}

struct Interval {
  std::string method;
  std::vector<Value> args;
  Value result;
  int call, ret;
};
inline History by_hand(const Spec& spec, const std::vector<Interval>& operations) {
  HistoryBuilder builder("by hand");
  int thread = 0;
  for (const Interval& op : operations) {
    HistoryBuilder::Timed timed;
    timed.thread = builder.thread(thread++);
    timed.method = builder.method(op.method);
    timed.args = op.args;
    timed.object = builder.object(Value());
    timed.result = op.result;
    timed.call = op.call, timed.ret = op.ret;
    builder.operation(timed);
  }
  History history = builder.finish();
  history.resolve(spec);
  return history;
}

// One call at a time: adds of these values, then removals that return those.
inline History one_by_one(const Spec& spec, const Container& c, std::initializer_list<int> added,
                          std::initializer_list<int> removed) {
  std::vector<Interval> operations;
  int clock = 0;
  for (const int v : added) operations.push_back({c.add, {v}, Value(), clock, clock + 1}), clock += 2;
  for (const int v : removed) operations.push_back({c.remove, {}, Value(v), clock, clock + 1}), clock += 2;
  return by_hand(spec, operations);
}

}  // namespace linnet::testing
