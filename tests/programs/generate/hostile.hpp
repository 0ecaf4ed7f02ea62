// Everything that makes a class hard to call: `linnet generate hostile.hpp --class 'hostile::Store<int>'`.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace hostile {

enum class Colour : unsigned char { red = 3, green = 5, blue = 7, black = 9 };

struct Opaque {
  int secret = 0;
};

// Cannot be made from nothing.
struct Token {
  explicit Token(int) {}
};

class Counted {
 public:
  int count() const noexcept { return count_; }
  void hidden(int) {}

 protected:
  void count_up() { ++count_; }

 private:
  std::atomic<int> count_{0};
};

template <class T>
class Store : public Counted {
 public:
  using value_type = T;
  using iterator = typename std::vector<T>::iterator;
  struct Entry {
    T value;
  };

  Store(std::size_t capacity, const std::string& name) : name_(name) { items_.reserve(capacity); }
  explicit Store(const Token&) {}
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // Overloads: by reference and by rvalue are one operation, and two with other parameters.
  void add(const T& value) {
    locked([&] { items_.push_back(value), count_up(); });
  }
  void add(T&& value) {
    locked([&] { items_.push_back(std::move(value)), count_up(); });
  }
  bool add(const T& value, int times) {
    return locked([&] { return items_.insert(items_.end(), times % 3, value), true; });
  }
  void add(std::initializer_list<T> values) {
    locked([&] { items_.insert(items_.end(), values); });
  }
  void hidden(const std::string& text) {
    locked([&] { name_ = text; });
  }

  // Results through parameters.
  bool take(T& value) {
    return locked([&] { return !items_.empty() && (value = items_.back(), items_.pop_back(), true); });
  }
  void last_two(T& first, T& second) const {
    locked([&] { first = nth(2), second = nth(1); });
  }
  bool replace_last(T& expected, T desired) {
    return locked([&] {
      if (items_.empty() || items_.back() != expected) return expected = nth(1), false;
      return items_.back() = desired, true;
    });
  }
  template <class U>
  bool take_as(U& value) {
    T taken{};
    return take(taken) && (value = static_cast<U>(taken), true);
  }
  bool read(T* out) const {
    return locked([&] { return !items_.empty() && (*out = items_.back(), true); });
  }

  // Templates, callables, iterators.
  template <class... Arguments>
  void emplace(Arguments&&... arguments) {
    add(T(std::forward<Arguments>(arguments)...));
  }
  template <class Function>
  void for_each(Function function) const {
    for (const T& item : items_) function(item);
  }
  void on_change(std::function<void()> callback) { callback(); }
  template <class Iterator>
  void assign(Iterator first, Iterator last) {
    locked([&] { items_.assign(first, last); });
  }
  iterator begin() { return items_.begin(); }
  iterator end() { return items_.end(); }
  iterator find(const T& value) {
    return locked([&] { return std::find(items_.begin(), items_.end(), value); });
  }
  void erase(iterator at) {
    locked([&] { items_.erase(at); });
  }

  // Values of all sorts.
  std::optional<T> front() const {
    return locked([&] { return items_.empty() ? std::nullopt : std::optional(items_[0]); });
  }
  T& at(std::size_t index) { return items_.at(index); }
  const T& at(std::size_t index) const { return items_.at(index); }
  std::unique_ptr<T> take_owned() {
    T value{};
    return take(value) ? std::make_unique<T>(value) : nullptr;
  }
  void add_owned(std::unique_ptr<T> value) { add(*value); }
  void add_pair(const std::pair<const T, T>& two) { add(two.first), add(two.second); }
  void add_many(const std::vector<T>& values) {
    locked([&] { items_.insert(items_.end(), values.begin(), values.end()); });
  }
  const T* peek() const { return nullptr; }
  void link(T* next) {
    locked([&] { next_ = next; });
  }
  Opaque opaque() const { return {}; }
  Opaque turn() { return {}; }
  void paint(Colour colour) {
    locked([&] { colour_ = colour; });
  }
  Colour colour() const {
    return locked([&] { return colour_; });
  }
  Entry entry() const { return {}; }
  void use(const Token&) {}
  void configure(const Opaque& opaque) {
    locked([&] { opaque_ = opaque; });
  }
  bool take_for(T& value, std::chrono::milliseconds) { return take(value); }
  template <class Rep, class Period>
  bool take_within(T& value, const std::chrono::duration<Rep, Period>&) {
    return take(value);
  }
  void log(const char* text, std::memory_order = std::memory_order_relaxed) {
    locked([&] { name_ = text; });
  }

  // Operators and conversions.
  T operator[](std::size_t index) const {
    return locked([&] { return index < items_.size() ? items_[index] : T{}; });
  }
  Store& operator<<(T value) { return add(value), *this; }
  Store& operator++() { return count_up(), *this; }
  int operator++(int) { return count_up(), count(); }
  explicit operator bool() const {
    return locked([&] { return !items_.empty(); });
  }
  bool operator==(const Store& other) const { return this == &other; }
  int operator()(int a, int b) const { return a + b; }

  // Not for everybody, or not at all.
  static int limit() noexcept { return 100; }
  static std::shared_ptr<Store> create() { return std::make_shared<Store>(1, "made"); }
  void swap(Store& other) { items_.swap(other.items_); }
  void clear() {
    locked([&] { items_.clear(); });
  }
  void unsafe_reset() { items_.clear(); }
  void gone() = delete;
  Store moved() &&;
  T broken() const { return T::no_such_member; }
  int at_least(int a, int b = 2, Colour = Colour::red) const { return a + b; }
  int printf(const char*, ...) const { return 0; }
  virtual void stop() {}

 protected:
  void guarded() {}

 private:
  void secret() {}
  template <class Body>
  auto locked(Body body) const {
    const std::lock_guard lock(mutex_);
    return body();
  }
  T nth(std::size_t from_end) const {
    return items_.size() < from_end ? T{} : items_[items_.size() - from_end];
  }

  mutable std::mutex mutex_;
  std::vector<T> items_;
  std::string name_;
  Colour colour_ = Colour::red;
  Opaque opaque_;
  T* next_ = nullptr;
};

}  // namespace hostile
