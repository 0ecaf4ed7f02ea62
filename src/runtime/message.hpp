// Bytes between a process and its fork: what one end writes, the other reads in the same order.
//
// A type says once what it is made of, for both directions:
//   template <class End> void transfer(End& end, Waiting& w) { end(w.thread, w.what, w.object, w.where); }
// What is trivially copyable, a string or a vector needs no such function. Values go by content: the word of an
// interned one means nothing in another process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "linnet/value.hpp"

namespace linnet::runtime {

template <class Derived>
class MessageEnd {
 public:
  template <class... Parts>
  void operator()(Parts&... parts) {
    (part(parts), ...);
  }

 private:
  Derived& end() { return static_cast<Derived&>(*this); }

  template <class T>
  void part(T& one) {
    if constexpr (std::is_trivially_copyable_v<T> && !std::is_same_v<T, Value>) {
      end().raw(&one, sizeof one);
    } else {
      transfer(end(), one);
    }
  }
};

class MessageWriter : public MessageEnd<MessageWriter> {
 public:
  void raw(const void* bytes, std::size_t size) {
    const char* begin = static_cast<const char*>(bytes);
    bytes_.insert(bytes_.end(), begin, begin + size);
  }
  static constexpr bool kWrites = true;

  // Sends what was written so far, all of it. False if nobody is there to read it.
  bool send(int descriptor);

 private:
  std::vector<char> bytes_;
};

// Reads from the descriptor as it goes. Once the other end is gone, everything is zero and broken() true.
class MessageReader : public MessageEnd<MessageReader> {
 public:
  explicit MessageReader(int descriptor) : descriptor_(descriptor) {}
  void raw(void* bytes, std::size_t size);
  static constexpr bool kWrites = false;
  bool broken() const { return broken_; }

 private:
  int descriptor_;
  bool broken_ = false;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
};

template <class End>
std::size_t transfer_size(End& end, std::size_t size) {
  std::uint64_t count = size;
  end(count);
  return count;
}

template <class End>
void transfer(End& end, std::string& text) {
  text.resize(transfer_size(end, text.size()));
  end.raw(text.data(), text.size());
}

template <class End, class T>
void transfer(End& end, std::vector<T>& items) {
  items.resize(transfer_size(end, items.size()));
  for (T& item : items) end(item);
}

template <class End, class... Kinds>
void transfer(End& end, std::variant<Kinds...>& one) {
  std::size_t index = one.index();
  end(index);
  if constexpr (!End::kWrites) {
    std::size_t kind = 0;
    (static_cast<void>(kind++ == index && (one.template emplace<Kinds>(), true)), ...);
  }
  std::visit([&end](auto& member) { end(member); }, one);
}

void transfer(MessageWriter& end, Value& value);
void transfer(MessageReader& end, Value& value);

}  // namespace linnet::runtime
