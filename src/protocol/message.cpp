// Frames, sending and receiving, and the transfer of values by their content.
#include "protocol/message.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "base/raw_syscall.hpp"

namespace linnet {

namespace {

struct FrameHead {
  std::uint32_t mark = 0;
  std::uint32_t kind = 0;
  std::uint64_t size = 0;
};
constexpr std::uint32_t kMark = 0x4c4e5431;                   // "LNT1"
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 31;  // no message of ours comes near

long as_long(const void* pointer) {
  return reinterpret_cast<long>(pointer);
}

// A message of one byte, with room for a descriptor beside it.
struct DescriptorMessage {
  char byte = 0;
  iovec data{&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};

  DescriptorMessage() {
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
  }
  DescriptorMessage(const DescriptorMessage&) = delete;
  DescriptorMessage& operator=(const DescriptorMessage&) = delete;
  cmsghdr* head() { return CMSG_FIRSTHDR(&message); }
};

}  // namespace

Connection::~Connection() {
  if (descriptor_ >= 0) raw_syscall(SYS_close, descriptor_);
}

std::size_t Connection::begin_frame(std::uint32_t kind) {
  const std::size_t start = outgoing_.size();
  const FrameHead head{kMark, kind, 0};
  MessageWriter(outgoing_).raw(&head, sizeof head);
  return start;
}

void Connection::end_frame(std::size_t start) {
  const std::uint64_t size = outgoing_.size() - start - sizeof(FrameHead);
  std::memcpy(outgoing_.data() + start + offsetof(FrameHead, size), &size, sizeof size);
}

bool Connection::flush() {
  std::size_t sent = 0;
  while (sent < outgoing_.size()) {
    const long wrote = raw_syscall(SYS_sendto, descriptor_, as_long(outgoing_.data() + sent),
                                   static_cast<long>(outgoing_.size() - sent), MSG_NOSIGNAL);
    if (wrote == -EINTR) continue;
    if (wrote <= 0) {
      state_ = State::closed;
      break;
    }
    sent += static_cast<std::size_t>(wrote);
  }
  outgoing_.clear();
  return state_ == State::open;
}

// Waits for more bytes and takes them. Returns false if none came.
bool Connection::fill(int milliseconds) {
  constexpr std::size_t kBlock = 1 << 16;
  pollfd ready{descriptor_, POLLIN, 0};
  const long polled = raw_syscall(SYS_poll, as_long(&ready), 1, milliseconds);
  if (polled == 0 || polled == -EINTR) return false;
  const std::size_t before = incoming_.size();
  incoming_.resize(before + kBlock);
  const long got = raw_syscall(SYS_read, descriptor_, as_long(incoming_.data() + before), kBlock);
  incoming_.resize(before + static_cast<std::size_t>(std::max(got, 0L)));
  if (got == -EINTR || got == -EAGAIN) return false;
  if (got <= 0) state_ = State::closed;
  return got > 0;
}

std::optional<Connection::Message> Connection::receive(int milliseconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = milliseconds > 0 ? Clock::now() : Clock::time_point();
  bool late = false;  // half a message is none, however much of it comes
  while (state_ != State::damaged) {
    const std::size_t there = incoming_.size() - used_;
    FrameHead head;
    if (there >= sizeof head) {
      std::memcpy(&head, incoming_.data() + used_, sizeof head);
      if (head.mark != kMark || head.size > kMostBytes) {
        state_ = State::damaged;
        break;
      }
      if (there - sizeof head >= head.size) {
        const char* body = incoming_.data() + used_ + sizeof head;
        used_ += sizeof head + head.size;
        return Message{head.kind, MessageReader({body, head.size})};
      }
    }
    incoming_.erase(incoming_.begin(), incoming_.begin() + static_cast<std::ptrdiff_t>(used_));
    used_ = 0;
    if (late || state_ == State::closed || !fill(milliseconds)) break;
    late = milliseconds == 0 ||
           (milliseconds > 0 && Clock::now() - start >= std::chrono::milliseconds(milliseconds));
  }
  return std::nullopt;
}

bool Connection::send_descriptor(int copied) {
  DescriptorMessage sent;
  cmsghdr* head = sent.head();
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof copied);
  std::memcpy(CMSG_DATA(head), &copied, sizeof copied);
  return raw_syscall(SYS_sendmsg, descriptor_, as_long(&sent.message), MSG_NOSIGNAL) == 1;
}

int Connection::receive_descriptor() {
  DescriptorMessage got;
  if (raw_syscall(SYS_recvmsg, descriptor_, as_long(&got.message), MSG_CMSG_CLOEXEC) != 1) return -1;
  const cmsghdr* head = got.head();
  if (head == nullptr || head->cmsg_type != SCM_RIGHTS) return -1;
  int copied = -1;
  std::memcpy(&copied, CMSG_DATA(head), sizeof copied);
  return copied;
}

namespace {

// A value that fits in its word is sent as that word.
constexpr auto kInWord = static_cast<Value::Kind>(255);

bool is_in_word(Value value) {
  return (value.bits() & 1) != 0 || value.is_null() || value.is_boolean();
}

}  // namespace

void transfer(MessageWriter& end, Value& value) {
  const Value::Kind kind = is_in_word(value) ? kInWord : value.kind();
  end.raw(&kind, sizeof kind);
  if (kind == kInWord) {
    end.raw(&value, sizeof value);
    return;
  }
  switch (kind) {
    case Value::Kind::null:
    case Value::Kind::boolean: return;
    case Value::Kind::integer: {
      std::string digits = value.to_json();
      end(digits);
      return;
    }
    case Value::Kind::real: {
      double real = value.as_double();
      end(real);
      return;
    }
    case Value::Kind::text: {
      std::string text(value.as_text());
      end(text);
      return;
    }
    case Value::Kind::array: {
      std::vector<Value> items(value.as_array().begin(), value.as_array().end());
      end(items);
      return;
    }
    case Value::Kind::object: {
      std::vector<Value::Member> members = value.as_object();
      transfer_size(end, members.size());
      for (auto& [name, member] : members) end(name, member);
      return;
    }
  }
}

namespace {

template <class T>
T read(MessageReader& end) {
  T one{};
  end(one);
  return one;
}

}  // namespace

void transfer(MessageReader& end, Value& value) {
  const auto kind = static_cast<Value::Kind>(read<std::underlying_type_t<Value::Kind>>(end));
  if (kind == kInWord) {
    end.raw(static_cast<void*>(&value), sizeof value);
    if (!is_in_word(value)) value = Value(), end.give_up();
    return;
  }
  switch (kind) {
    case Value::Kind::integer: {
      const auto digits = read<std::string>(end);
      const bool negative = digits.starts_with('-');
      if (digits.size() <= negative || digits.find_first_not_of("0123456789", negative) != digits.npos) break;
      value = Value::big_integer(digits);
      return;
    }
    case Value::Kind::real: value = Value(read<double>(end)); return;
    case Value::Kind::text: value = Value(read<std::string>(end)); return;
    case Value::Kind::array:
      if (!end.enter()) break;
      value = Value::array(read<std::vector<Value>>(end));
      end.leave();
      return;
    case Value::Kind::object: {
      if (!end.enter()) break;
      std::vector<Value::Member> members;
      const std::size_t size = transfer_size(end, 0);
      while (members.size() < size && !end.broken()) {
        auto& [name, member] = members.emplace_back();
        end(name, member);
      }
      value = Value::object(members);
      end.leave();
      return;
    }
    case Value::Kind::null:
    case Value::Kind::boolean: break;
  }
  end.give_up();
}

}  // namespace linnet
