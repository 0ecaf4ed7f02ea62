// Stubs are made at run time: each puts its number and whom to tell into registers that no function takes an argument in, and jumps to the one function that
// keeps the arguments, has the call told, and goes on.
#include "runtime/libraries/passing_stub.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>

#include <array>
#include <cstring>
#include <vector>

#include "base/raw_syscall.hpp"

namespace linnet::runtime {
namespace {

struct Passing {
  const void* function;
  Teller teller;
  std::uint32_t detail;
};

std::vector<Passing>& all_passing() {
  static std::vector<Passing> all;
  return all;
}

constexpr std::uint32_t kStub = 32;    // bytes of one stub
constexpr std::uint32_t kMost = 4096;  // stubs

// Returns where to go on.
const void* tell_of_call(std::uint32_t number, const std::uint64_t* integers, const void* pc) {
  const Passing& passing = all_passing()[number];
  passing.teller({passing.function, std::span<const std::uint64_t, 6>(integers, 6), pc}, passing.detail);
  return passing.function;
}

// The arguments are in six registers and in eight of the vector unit; eax says how many of the latter there are, if any number is
// possible. The number of the stub is in r11, and what to call in r10.
[[gnu::naked]] void pass_on() {
  asm volatile(
      "pushq %rbp\n\t"
      "movq %rsp, %rbp\n\t"
      "andq $-16, %rsp\n\t"
      "subq $192, %rsp\n\t"
      "movq %rax, 0(%rsp)\n\t"
      "movq %rdi, 8(%rsp)\n\t"
      "movq %rsi, 16(%rsp)\n\t"
      "movq %rdx, 24(%rsp)\n\t"
      "movq %rcx, 32(%rsp)\n\t"
      "movq %r8, 40(%rsp)\n\t"
      "movq %r9, 48(%rsp)\n\t"
      "movaps %xmm0, 64(%rsp)\n\t"
      "movaps %xmm1, 80(%rsp)\n\t"
      "movaps %xmm2, 96(%rsp)\n\t"
      "movaps %xmm3, 112(%rsp)\n\t"
      "movaps %xmm4, 128(%rsp)\n\t"
      "movaps %xmm5, 144(%rsp)\n\t"
      "movaps %xmm6, 160(%rsp)\n\t"
      "movaps %xmm7, 176(%rsp)\n\t"
      "leaq 8(%rsp), %rsi\n\t"
      "movl %r11d, %edi\n\t"
      "movq 8(%rbp), %rdx\n\t"
      "call *%r10\n\t"
      "movq %rax, %r11\n\t"
      "movq 0(%rsp), %rax\n\t"
      "movq 8(%rsp), %rdi\n\t"
      "movq 16(%rsp), %rsi\n\t"
      "movq 24(%rsp), %rdx\n\t"
      "movq 32(%rsp), %rcx\n\t"
      "movq 40(%rsp), %r8\n\t"
      "movq 48(%rsp), %r9\n\t"
      "movaps 64(%rsp), %xmm0\n\t"
      "movaps 80(%rsp), %xmm1\n\t"
      "movaps 96(%rsp), %xmm2\n\t"
      "movaps 112(%rsp), %xmm3\n\t"
      "movaps 128(%rsp), %xmm4\n\t"
      "movaps 144(%rsp), %xmm5\n\t"
      "movaps 160(%rsp), %xmm6\n\t"
      "movaps 176(%rsp), %xmm7\n\t"
      "leave\n\t"
      "jmp *%r11");
}

}  // namespace

const void* make_passing_stub(const void* function, Teller teller, std::uint32_t detail) {
  static unsigned char* const room = [] {
    const long made = raw_syscall(SYS_mmap, 0, long{kStub} * kMost, PROT_READ | PROT_WRITE | PROT_EXEC,
                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return made > 0 ? reinterpret_cast<unsigned char*>(made) : nullptr;
  }();
  std::vector<Passing>& all = all_passing();
  if (room == nullptr || all.size() == kMost) return nullptr;
  const auto number = static_cast<std::uint32_t>(all.size());
  all.push_back({function, teller, detail});

  // mov $number, %r11d; mov $teller, %r10; jmp *0(%rip), and the address after it.
  constexpr std::array<unsigned char, 2> kNumber = {0x41, 0xbb}, kTeller = {0x49, 0xba};
  constexpr std::array<unsigned char, 6> kJump = {0xff, 0x25, 0, 0, 0, 0};
  const auto tell = reinterpret_cast<std::uint64_t>(&tell_of_call);
  const auto target = reinterpret_cast<std::uint64_t>(&pass_on);
  static_assert(
      kNumber.size() + sizeof number + kTeller.size() + sizeof tell + kJump.size() + sizeof target <= kStub);
  unsigned char* const stub = room + std::size_t{kStub} * number;
  unsigned char* at = stub;
  const auto append = [&at](const void* bytes, std::size_t size) {
    std::memcpy(at, bytes, size);
    at += size;
  };
  append(kNumber.data(), kNumber.size());
  append(&number, sizeof number);
  append(kTeller.data(), kTeller.size());
  append(&tell, sizeof tell);
  append(kJump.data(), kJump.size());
  append(&target, sizeof target);
  return stub;
}

}  // namespace linnet::runtime
