// Messages between two of our processes through a socket, in both directions and in one format.
//
// A message is a frame: a mark, a kind, the size of the body, the body. A type lists its members once, for
// writing and for reading:
//   auto members() { return std::tie(thread, what, object, where); }
// or, if that is not enough, has a function transfer(end, one). Strings, vectors, optionals, variants and
// trivially copyable types need neither. Values are sent by content: the bits of an interned value mean
// nothing in another process.
//
// A reader trusts nothing: a body that is too short, an impossible size, a kind of variant or a value of an
// enumeration that does not exist makes it broken(), and the data must be thrown away. An enumeration of a
// program under test names its last value:
//   enum class LibraryKind : std::uint8_t { exploring, native, checking, last = checking };
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "linnet/value.hpp"

namespace linnet {

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
    if constexpr (requires { transfer(end(), one); }) {
      transfer(end(), one);
    } else if constexpr (requires { one.members(); }) {
      std::apply(*this, one.members());
    } else {
      static_assert(std::is_trivially_copyable_v<T>);
      end().raw(&one, sizeof one);
      if constexpr (requires { T::last; }) {
        if (one > T::last) end().give_up();
      }
    }
  }
};

class MessageWriter : public MessageEnd<MessageWriter> {
 public:
  explicit MessageWriter(std::vector<char>& bytes) : bytes_(bytes) {}
  static constexpr bool kWrites = true;
  void raw(const void* bytes, std::size_t size) {
    const char* begin = static_cast<const char*>(bytes);
    bytes_.insert(bytes_.end(), begin, begin + size);
  }
  void give_up() {}  // the data written here is right
  bool broken() const { return false; }

 private:
  std::vector<char>& bytes_;
};

class MessageReader : public MessageEnd<MessageReader> {
 public:
  MessageReader() = default;
  // REQUIRES: the bytes stay.
  explicit MessageReader(std::span<const char> bytes) : left_(bytes) {}
  static constexpr bool kWrites = false;
  void raw(void* bytes, std::size_t size) {
    broken_ = broken_ || size > left_.size();
    if (broken_) {
      std::memset(bytes, 0, size);
      return;
    }
    if (size > 0) std::memcpy(bytes, left_.data(), size);
    left_ = left_.subspan(size);
  }
  void give_up() { broken_ = true; }
  bool broken() const { return broken_; }
  std::size_t left() const { return left_.size(); }

  // Limits the nesting of values, so that reading them cannot use up the stack.
  bool enter() { return ++depth_ <= kMostDepth; }
  void leave() { --depth_; }

 private:
  static constexpr int kMostDepth = 1000;
  std::span<const char> left_;
  bool broken_ = false;
  int depth_ = 0;
};

// The number of items. When reading, it is at most what could follow, if each item takes a byte or more.
inline std::size_t transfer_size(MessageWriter& end, std::size_t size) {
  std::uint64_t count = size;
  end(count);
  return size;
}
inline std::size_t transfer_size(MessageReader& end, std::size_t) {
  std::uint64_t count = 0;
  end(count);
  if (count > end.left()) end.give_up();
  return end.broken() ? 0 : count;
}

template <class End>
void transfer(End& end, std::string& text) {
  text.resize(transfer_size(end, text.size()));
  end.raw(text.data(), text.size());
}

template <class End, class T>
void transfer(End& end, std::vector<T>& items) {
  const std::size_t size = transfer_size(end, items.size());
  if constexpr (!End::kWrites) items.clear();
  for (std::size_t i = 0; i < size && !end.broken(); ++i) {
    // Memory is allocated for items that have arrived, not for items that are announced.
    if constexpr (!End::kWrites) items.emplace_back();
    end(items[i]);
  }
}

template <class End, class T>
void transfer(End& end, std::optional<T>& one) {
  bool there = one.has_value();
  end(there);
  if constexpr (!End::kWrites) {
    one.reset();
    if (there) one.emplace();
  }
  if (there) end(*one);
}

template <class End, class First, class Second>
void transfer(End& end, std::pair<First, Second>& two) {
  end(two.first, two.second);
}

template <class End, class... Kinds>
void transfer(End& end, std::variant<Kinds...>& one) {
  std::size_t index = one.index();
  end(index);
  if constexpr (!End::kWrites) {
    if (index >= sizeof...(Kinds)) {
      end.give_up();
      return;
    }
    std::size_t kind = 0;
    (static_cast<void>(kind++ == index && (one.template emplace<Kinds>(), true)), ...);
  }
  std::visit([&end](auto& member) { end(member); }, one);
}

void transfer(MessageWriter& end, Value& value);
void transfer(MessageReader& end, Value& value);

// Words of values (linnet/detail/border.h), sent by their content.
template <class End>
void transfer_values(End& end, std::vector<std::uint64_t>& words) {
  words.resize(transfer_size(end, words.size()));
  for (std::uint64_t& word : words) {
    Value value;
    if constexpr (End::kWrites) value = std::bit_cast<Value>(word);
    end(value);
    word = value.bits();
  }
}

// One end of a socket. Nothing here throws, so that it serves in a program under test, too.
class Connection {
 public:
  explicit Connection(int descriptor) : descriptor_(descriptor) {}
  Connection(Connection&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)),
        outgoing_(std::move(other.outgoing_)),
        incoming_(std::move(other.incoming_)),
        used_(other.used_),
        state_(other.state_) {}
  Connection& operator=(Connection&&) = delete;
  ~Connection();

  int descriptor() const { return descriptor_; }

  // The message is written now, and sent by flush() at the latest. A const part is copied: both directions
  // share one transfer function.
  template <class Kind, class... Parts>
  void queue(Kind kind, Parts... parts) {
    const std::size_t start = begin_frame(static_cast<std::uint32_t>(kind));
    MessageWriter writer(outgoing_);
    writer(parts...);
    end_frame(start);
  }
  // Returns false if the other end is gone.
  bool flush();
  template <class Kind, class... Parts>
  bool send(Kind kind, Parts... parts) {
    queue(kind, std::move(parts)...);
    return flush();
  }
  std::size_t queued() const { return outgoing_.size(); }

  struct Message {
    std::uint32_t kind = 0;
    MessageReader body;  // valid until the next receive()
  };
  // The next message. Nothing if it did not arrive completely within this many milliseconds (-1: there is no
  // limit), if a signal came, or if no message will come.
  std::optional<Message> receive(int milliseconds = -1);

  enum class State : std::uint8_t {
    open,
    closed,   // the other end is gone
    damaged,  // it sent something that is no message
  };
  State state() const { return state_; }

  // Sends a copy of this descriptor with the next byte of the stream.
  bool send_descriptor(int copied);
  // REQUIRES: the other end calls send_descriptor() now. Returns -1 if there is none.
  int receive_descriptor();

 private:
  std::size_t begin_frame(std::uint32_t kind);
  void end_frame(std::size_t start);
  bool fill(int milliseconds);

  int descriptor_;
  std::vector<char> outgoing_;
  std::vector<char> incoming_;
  std::size_t used_ = 0;  // the part of it that receive() has used
  State state_ = State::open;
};

}  // namespace linnet
