// Plain sequential code for the objects that are relaxed here: the golden model of Round-Up's phase 1, which replaces the
// specification with --experiment serial-runs.
#pragma once

#include <linnet/test.hpp>

#include <map>
#include <optional>
#include <vector>

class QueueModel {
 public:
  void enq(int value) { items_.push_back(value); }
  std::optional<int> deq() {
    if (items_.empty()) return std::nullopt;
    const int value = items_.front();
    items_.erase(items_.begin());
    return value;
  }

 private:
  std::vector<int> items_;
};

class StackModel {
 public:
  void push(int value) { items_.push_back(value); }
  std::optional<int> pop() {
    if (items_.empty()) return std::nullopt;
    const int value = items_.back();
    items_.pop_back();
    return value;
  }

 private:
  std::vector<int> items_;
};

class PriorityQueueModel {
 public:
  void insert(int value, int priority) { items_.emplace(priority, value); }
  std::optional<int> deq_min() {
    if (items_.empty()) return std::nullopt;
    const int value = items_.begin()->second;
    items_.erase(items_.begin());
    return value;
  }

 private:
  std::multimap<int, int> items_;  // by priority
};

// Declares the test's object to be a queue, a stack or a priority queue, by its specification and by its model.
template <class Object>
void is_queue(linnet::ObjectUnderTest<Object>& test) {
  test.spec("queue");
  test.template reference<QueueModel>().operation("enq", &QueueModel::enq).operation("deq", &QueueModel::deq);
}
template <class Object>
void is_stack(linnet::ObjectUnderTest<Object>& test) {
  test.spec("stack");
  test.template reference<StackModel>()
      .operation("push", &StackModel::push)
      .operation("pop", &StackModel::pop);
}
template <class Object>
void is_pqueue(linnet::ObjectUnderTest<Object>& test) {
  test.spec("pqueue");
  test.template reference<PriorityQueueModel>()
      .operation("insert", &PriorityQueueModel::insert)
      .operation("deqMin", &PriorityQueueModel::deq_min);
}
