// Sending, receiving, and values by their content.
#include "runtime/message.hpp"

#include <sys/socket.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>

#include "runtime/hooks/real.hpp"

namespace linnet::runtime {

bool MessageWriter::send(int descriptor) {
  std::size_t sent = 0;
  while (sent < bytes_.size()) {
    const long wrote = raw_syscall(SYS_sendto, descriptor, reinterpret_cast<long>(bytes_.data() + sent),
                                   static_cast<long>(bytes_.size() - sent), MSG_NOSIGNAL);
    if (wrote == -EINTR) continue;
    if (wrote <= 0) return false;
    sent += static_cast<std::size_t>(wrote);
  }
  bytes_.clear();
  return true;
}

void MessageReader::raw(void* bytes, std::size_t size) {
  constexpr std::size_t kBlock = 1 << 14;
  char* out = static_cast<char*>(bytes);
  while (size > 0 && !broken_) {
    if (used_ == buffer_.size()) {
      buffer_.resize(kBlock);
      const long got = raw_syscall(SYS_read, descriptor_, reinterpret_cast<long>(buffer_.data()), kBlock);
      used_ = 0;
      buffer_.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
      broken_ = got == 0 || (got < 0 && got != -EINTR);
      continue;
    }
    const std::size_t piece = std::min(size, buffer_.size() - used_);
    std::memcpy(out, buffer_.data() + used_, piece);
    used_ += piece;
    out += piece;
    size -= piece;
  }
  std::memset(out, 0, size);
}

void transfer(MessageWriter& end, Value& value) {
  Value::Kind kind = value.kind();
  end(kind);
  switch (kind) {
    case Value::Kind::null: return;
    case Value::Kind::boolean: {
      bool yes = value.as_boolean();
      end(yes);
      return;
    }
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
  switch (read<Value::Kind>(end)) {
    case Value::Kind::null: value = Value(); return;
    case Value::Kind::boolean: value = Value(read<bool>(end)); return;
    case Value::Kind::integer: value = Value::big_integer(read<std::string>(end)); return;
    case Value::Kind::real: value = Value(read<double>(end)); return;
    case Value::Kind::text: value = Value(read<std::string>(end)); return;
    case Value::Kind::array: value = Value::array(read<std::vector<Value>>(end)); return;
    case Value::Kind::object: {
      std::vector<Value::Member> members(transfer_size(end, 0));
      for (auto& [name, member] : members) end(name, member);
      value = Value::object(members);
      return;
    }
  }
}

}  // namespace linnet::runtime
