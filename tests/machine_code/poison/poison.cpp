// An oracle for liveness, which knows nothing of how liveness is found: whenever a hook returns, it
// overwrites all registers and all bytes of all frames that the analysis calls dead. If the program does the
// same as before, it has read none of them.
//
// POISON=0 in the environment leaves everything as it is. At the end the program prints to standard error how
// much was overwritten.
#include <link.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unordered_map>

#include "machine_code/liveness.hpp"

using linnet::FrameFacts;

extern "C" {
std::array<std::uint64_t, FrameFacts::kRegisters> poison_registers;
void poison_frames(std::uint64_t stack_pointer);
}

namespace {

class Poison {
 public:
  Poison() : file_("/proc/self/exe") {
    const char* wanted = std::getenv("POISON");
    active_ = wanted == nullptr || *wanted != '0';
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* base) {
          *static_cast<std::uint64_t*>(base) = info->dlpi_addr;
          return 1;  // the program is the first
        },
        &base_);
  }
  ~Poison() {
    std::fprintf(stderr, "bytes %lu registers %lu results %lu frames %lu unknown %lu\n", bytes_, registers_,
                 results_, frames_, unknown_);
  }

  void frames(std::uint64_t stack_pointer) {
    if (!active_) return;
    std::array<std::uint64_t*, FrameFacts::kRegisters> where;
    for (std::size_t i = 0; i < where.size(); ++i) where[i] = &poison_registers[i];
    std::uint64_t return_address = word(stack_pointer - 8);
    std::uint32_t below = 0;  // the part of its caller's frame that the called function reads
    for (int depth = 0; depth < 40; ++depth) {
      const FrameFacts& facts = look_up(return_address);
      if (!facts.known) {
        ++unknown_;
        return;
      }
      ++frames_;
      if (depth == 0 && !facts.reads_result) {
        word(stack_pointer - kFromResult) = 0xdeadbeefdeadbeef;
        ++results_;
      }
      spoil_registers(facts, stack_pointer, where);
      spoil_slots(facts, stack_pointer, below);
      stack_pointer += facts.size;
      return_address = word(stack_pointer - 8);
      below = facts.incoming;
    }
  }

 private:
  static constexpr std::uint64_t kFromResult = 24;  // where hooks.S keeps it
  static std::uint64_t& word(std::uint64_t address) { return *reinterpret_cast<std::uint64_t*>(address); }

  const FrameFacts& look_up(std::uint64_t address) {
    const auto found = facts_.find(address);
    if (found != facts_.end()) return found->second;
    for (FrameFacts& one : file_.facts_at(address - base_ - 1)) {
      const std::uint64_t at = one.address + base_;
      facts_[at] = std::move(one);
    }
    return facts_[address];
  }

  void spoil_registers(const FrameFacts& facts, std::uint64_t stack_pointer,
                       std::array<std::uint64_t*, FrameFacts::kRegisters>& where) {
    for (std::size_t i = 0; i < where.size(); ++i) {
      if (facts.saved[i] == FrameFacts::kInRegister) continue;  // it is the caller's
      if ((facts.registers >> i & 1) == 0) {
        *where[i] = 0xdeadbeefdeadbeef;
        ++registers_;
      }
      where[i] = &word(stack_pointer + static_cast<std::uint32_t>(facts.saved[i]));
    }
  }
  void spoil_slots(const FrameFacts& facts, std::uint64_t stack_pointer, std::uint32_t below) {
    std::uint32_t at = below;
    const auto spoil = [&](std::uint32_t end) {
      for (; at < end; ++at) {
        bool saved = at + 8 >= facts.size;  // the return address
        for (const std::int32_t slot : facts.saved)
          saved |= slot >= 0 && at - static_cast<std::uint32_t>(slot) < 8;
        if (saved) continue;
        *reinterpret_cast<unsigned char*>(stack_pointer + at) = 0xa5;
        ++bytes_;
      }
    };
    for (const auto& [place, size] : facts.slots) {
      spoil(place);
      at = std::max(at, place + size);
    }
    spoil(facts.size);
  }

  linnet::FileLiveness file_;
  std::unordered_map<std::uint64_t, FrameFacts> facts_;
  std::uint64_t base_ = 0;
  bool active_ = false;
  std::uint64_t bytes_ = 0, registers_ = 0, results_ = 0, frames_ = 0, unknown_ = 0;
};

Poison& poison() {
  static Poison one;
  return one;
}

}  // namespace

extern "C" {

void poison_frames(std::uint64_t stack_pointer) {
  poison().frames(stack_pointer);
}

#define LINNET_NOTHING(name) \
  void poison_##name() {}
#define LINNET_ACCESS(kind)                  \
  LINNET_NOTHING(__tsan_##kind##1)           \
  LINNET_NOTHING(__tsan_##kind##2)           \
  LINNET_NOTHING(__tsan_##kind##4)           \
  LINNET_NOTHING(__tsan_##kind##8)           \
  LINNET_NOTHING(__tsan_##kind##16)          \
  LINNET_NOTHING(__tsan_unaligned_##kind##2) \
  LINNET_NOTHING(__tsan_unaligned_##kind##4) \
  LINNET_NOTHING(__tsan_unaligned_##kind##8) \
  LINNET_NOTHING(__tsan_unaligned_##kind##16)
LINNET_ACCESS(read)
LINNET_ACCESS(write)
LINNET_ACCESS(read_write)
LINNET_NOTHING(__tsan_vptr_update)
LINNET_NOTHING(__tsan_vptr_read)
LINNET_NOTHING(__tsan_read_range)
LINNET_NOTHING(__tsan_write_range)
LINNET_NOTHING(__tsan_func_entry)
LINNET_NOTHING(__tsan_func_exit)

#define LINNET_ATOMIC(bits, T)                                                              \
  T poison___tsan_atomic##bits##_load(T* at) {                                              \
    return *at;                                                                             \
  }                                                                                         \
  void poison___tsan_atomic##bits##_store(T* at, T value) {                                 \
    *at = value;                                                                            \
  }                                                                                         \
  T poison___tsan_atomic##bits##_fetch_add(T* at, T value) {                                \
    const T before = *at;                                                                   \
    *at += value;                                                                           \
    return before;                                                                          \
  }                                                                                         \
  T poison___tsan_atomic##bits##_compare_exchange_val(T* at, T expected, T desired) {       \
    const T before = *at;                                                                   \
    if (before == expected) *at = desired;                                                  \
    return before;                                                                          \
  }                                                                                         \
  int poison___tsan_atomic##bits##_compare_exchange_strong(T* at, T* expected, T desired) { \
    const T wanted = *expected;                                                             \
    *expected = poison___tsan_atomic##bits##_compare_exchange_val(at, wanted, desired);     \
    return *expected == wanted;                                                             \
  }                                                                                         \
  int poison___tsan_atomic##bits##_compare_exchange_weak(T* at, T* expected, T desired) {   \
    return poison___tsan_atomic##bits##_compare_exchange_strong(at, expected, desired);     \
  }
LINNET_ATOMIC(32, std::uint32_t)
LINNET_ATOMIC(64, std::uint64_t)

#define LINNET_SHOWN __attribute__((visibility("default")))
LINNET_SHOWN void __tsan_init() {}
LINNET_SHOWN void* __wrap__Znwm(std::size_t n) {
  return operator new(n);
}
LINNET_SHOWN void* __wrap__Znam(std::size_t n) {
  return operator new[](n);
}
LINNET_SHOWN void* __wrap_memcpy(void* to, const void* from, std::size_t n) {
  return std::memcpy(to, from, n);
}
LINNET_SHOWN void* __wrap_memmove(void* to, const void* from, std::size_t n) {
  return std::memmove(to, from, n);
}
LINNET_SHOWN void* __wrap_memset(void* to, int c, std::size_t n) {
  return std::memset(to, c, n);
}
LINNET_SHOWN int __wrap_memcmp(const void* a, const void* b, std::size_t n) {
  return std::memcmp(a, b, n);
}
LINNET_SHOWN std::size_t __wrap_strlen(const char* a) {
  return std::strlen(a);
}
LINNET_SHOWN char* __wrap_strcpy(char* to, const char* from) {
  return std::strcpy(to, from);
}
LINNET_SHOWN char* __wrap_strncpy(char* to, const char* from, std::size_t n) {
  return std::strncpy(to, from, n);
}
LINNET_SHOWN char* __wrap_strcat(char* to, const char* from) {
  return std::strcat(to, from);
}
LINNET_SHOWN int __wrap_strcmp(const char* a, const char* b) {
  return std::strcmp(a, b);
}
LINNET_SHOWN int __wrap_strncmp(const char* a, const char* b, std::size_t n) {
  return std::strncmp(a, b, n);
}
LINNET_SHOWN void* __tsan_memcpy(void* to, const void* from, std::size_t n) {
  return std::memcpy(to, from, n);
}
LINNET_SHOWN void* __tsan_memmove(void* to, const void* from, std::size_t n) {
  return std::memmove(to, from, n);
}
LINNET_SHOWN void* __tsan_memset(void* to, int c, std::size_t n) {
  return std::memset(to, c, n);
}
}
