// A bounded buffer with its own specification, whose add() throws if the buffer is full.
#include <linnet/test.hpp>

#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

template <bool checks_in_time>
class Buffer {
 public:
  explicit Buffer(std::size_t capacity) : capacity_(capacity) {}

  std::size_t add(int value) {
    if (!checks_in_time) refuse_if_full();
    const std::scoped_lock lock(mutex_);
    if (checks_in_time && items_.size() == capacity_) throw std::length_error("full");
    items_.push_back(value);
    return items_.size();
  }
  std::vector<std::pair<int, bool>> items() const {
    const std::scoped_lock lock(mutex_);
    std::vector<std::pair<int, bool>> all;
    for (const int item : items_) all.emplace_back(item, item % 2 == 0);
    return all;
  }

 private:
  void refuse_if_full() const {
    const std::scoped_lock lock(mutex_);
    if (items_.size() == capacity_) throw std::length_error("full");
  }

  std::size_t capacity_;
  mutable std::mutex mutex_;
  std::vector<int> items_;
};

struct BufferState {
  std::vector<linnet::Value> items;
  std::string describe() const { return linnet::Value::array(items).to_json(); }
};

linnet::Spec buffer_spec() {
  using linnet::Value;
  return linnet::specify("buffer of 1", BufferState{})
      .method("add",
              [](BufferState& state, std::int64_t value) -> Value {
                if (state.items.size() == 1) return linnet::throws("std::length_error");
                state.items.push_back(Value::array({Value(value), Value(value % 2 == 0)}));
                return Value(state.items.size());
              })
      .method("items", [](const BufferState& state) { return Value::array(state.items); });
}

template <bool checks_in_time>
void declare() {
  using B = Buffer<checks_in_time>;
  linnet::object<B>(std::size_t{1})
      .operation("add", &B::add)
      .operation("items", &B::items)
      .spec(buffer_spec())
      .scenario("add(1) | add(2) ; items()");
}

LINNET_TEST(buffer) {
  declare<true>();
}
LINNET_TEST(late_check) {
  declare<false>();
}
