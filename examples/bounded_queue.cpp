// Your own specification: a queue that holds at most two elements, and says so.
//
//   offer(v) → true, or false if it is full; poll() → v, or null if it is empty; put(v) blocks while it is full
//
// The program checks history files against it, with all options of `linnet check`:
//
//   build/bin/bounded_queue examples/histories/bounded_queue_overflow.jsonl
#include <deque>
#include <optional>
#include <string>

#include "linnet/check_main.hpp"

namespace {

using linnet::Value;

struct BoundedQueue {
  std::deque<Value> items;

  bool full() const { return items.size() == 2; }
  std::string describe() const {
    std::string text;
    for (const Value v : items) text += (text.empty() ? "" : " ") + v.to_json();
    return "<" + text + ">";
  }
};

const linnet::Spec bounded_queue = linnet::specify("bounded_queue", BoundedQueue{})
    .method("offer", [](BoundedQueue& q, Value v) {
      if (q.full()) return false;
      q.items.push_back(v);
      return true;
    })
    .method("put", [](BoundedQueue& q, Value v) -> std::optional<linnet::Nothing> {
      if (q.full()) return std::nullopt;
      q.items.push_back(v);
      return linnet::Nothing{};
    })
    .method("poll", [](BoundedQueue& q) {
      if (q.items.empty()) return Value();
      const Value first = q.items.front();
      q.items.pop_front();
      return first;
    });

}  // namespace

int main(int argc, char** argv) { return linnet::check_main(argc, argv, {bounded_queue}); }
