// The test program reads its own machine code: a function with every form that matters, and all of it
// compared with objdump.
#include "machine_code/unseen_accesses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>

#include "base/child_process.hpp"
#include "sanitizers.hpp"

// Each label is an instruction that must be found; instructions without a label must not.
asm(R"(
    .text
    .type sample, @function
sample:
    pushq %rbp
    movq %rsp, %rbp
    movq %rdi, -8(%rbp)
    movq 8(%rsp), %rax
sample_load:
    movl 4(%rdi,%rcx,8), %eax
sample_store:
    movb $1, (%r12)
sample_add:
    addl $1, (%rsi)
    leaq (%rdi), %rax
    movq %fs:0, %rax
    xchgl %eax, %ecx
sample_exchange:
    xchgl %edx, (%rdi)
sample_locked_add:
    lock addq $3, sample_word(%rip)
sample_or:
    lock orw %cx, (%rdi)
sample_btr:
    lock btrl $5, (%rdi)
sample_compare:
    lock cmpxchgb %cl, (%rdi)
sample_pair:
    lock cmpxchg16b (%rdi)
sample_fence:
    mfence
sample_stack_fence:
    lock orl $0, -4(%rsp)
sample_copy:
    rep movsb
sample_fill:
    stosq
sample_compare_texts:
    repe cmpsb
sample_search:
    repne scasw
sample_call:
    call *(%rdi)
sample_jump:
    jmp *16(%rdi)
sample_variable:
    movl %fs:-16, %eax
sample_gather:
    vpgatherdd %ymm1, (%rdi,%ymm2,4), %ymm0
    prefetcht0 (%rdi)
    popq %rbp
    ret
sample_end:
    .size sample, .-sample
    .data
sample_word:
    .quad 0
    .text
)");

extern "C" {
extern char sample_load, sample_store, sample_add, sample_exchange, sample_locked_add, sample_or, sample_btr,
    sample_compare, sample_pair, sample_fence, sample_stack_fence, sample_copy, sample_fill, sample_word,
    sample_compare_texts, sample_search, sample_call, sample_jump, sample_variable, sample_gather, sample_end,
    __executable_start;
void sample();
}

namespace linnet {
namespace {

using Kind = InstructionKind;

std::uint64_t address_of(const char& place) {
  return reinterpret_cast<std::uint64_t>(&place);
}

std::map<std::uint64_t, WatchedInstruction> own_instructions() {
  std::map<std::uint64_t, WatchedInstruction> all;
  for (const WatchedInstruction& one : find_unseen_accesses("/proc/self/exe", address_of(__executable_start)))
    all[one.address] = one;
  return all;
}

TEST(UnseenAccesses, EveryForm) {
  const auto all = own_instructions();
  const auto expect = [&all](const char& place, Kind kind, unsigned size) {
    const auto found = all.find(address_of(place));
    ASSERT_NE(found, all.end());
    EXPECT_EQ(found->second.kind, kind);
    if (kind != Kind::fence) {
      EXPECT_EQ(found->second.size, size);
    }
  };
  expect(sample_load, Kind::load, 4);
  expect(sample_store, Kind::store, 1);
  expect(sample_add, Kind::load_and_store, 4);
  expect(sample_exchange, Kind::exchange, 4);
  expect(sample_locked_add, Kind::update, 8);
  expect(sample_or, Kind::set_bits, 2);
  expect(sample_btr, Kind::clear_bits, 4);
  expect(sample_compare, Kind::compare_exchange, 1);
  expect(sample_pair, Kind::compare_exchange, 16);
  expect(sample_fence, Kind::fence, 0);
  expect(sample_stack_fence, Kind::fence, 0);
  expect(sample_copy, Kind::copy, 1);
  expect(sample_fill, Kind::fill, 8);
  expect(sample_compare_texts, Kind::compare, 1);
  expect(sample_search, Kind::search, 2);
  expect(sample_call, Kind::call, 8);
  expect(sample_jump, Kind::jump, 8);
  expect(sample_variable, Kind::load, 4);
  expect(sample_gather, Kind::several, all.at(address_of(sample_gather)).size);
  EXPECT_TRUE(all.at(address_of(sample_copy)).repeats);
  EXPECT_TRUE(all.at(address_of(sample_compare_texts)).repeats);
  EXPECT_FALSE(all.at(address_of(sample_compare_texts)).until_equal);
  EXPECT_TRUE(all.at(address_of(sample_search)).until_equal);
  EXPECT_TRUE(all.at(address_of(sample_variable)).is_thread_local);
  EXPECT_FALSE(all.at(address_of(sample_fill)).repeats);
  const auto start = reinterpret_cast<std::uint64_t>(&sample);
  const auto in_sample = std::ranges::count_if(
      all, [&](const auto& one) { return one.first - start < address_of(sample_end) - start; });
  EXPECT_EQ(in_sample, 19);
}

TEST(UnseenAccesses, Operands) {
  const auto all = own_instructions();
  const WatchedInstruction& load = all.at(address_of(sample_load));
  EXPECT_EQ(load.base, 7);   // rdi
  EXPECT_EQ(load.index, 1);  // rcx
  EXPECT_EQ(load.scale, 8);
  EXPECT_EQ(load.displacement, 4);
  EXPECT_EQ(load.distance_at, 0);
  const WatchedInstruction& add = all.at(address_of(sample_locked_add));
  EXPECT_EQ(static_cast<std::uint64_t>(add.displacement), address_of(sample_word));
  EXPECT_EQ(add.immediate, 3u);
  EXPECT_EQ(add.distance_at, 4);
  EXPECT_EQ(all.at(address_of(sample_exchange)).operand, 2);  // rdx
  EXPECT_TRUE(all.at(address_of(sample_btr)).operand_is_bit);
}

// The instructions that another disassembler calls locked, in a program with thousands of functions.
TEST(UnseenAccesses, AsObjdumpSaysIt) {
  const ChildResult listing =
      run_child({"sh", "-c", "objdump -d --no-show-raw-insn /proc/$PPID/exe"}, "", STDOUT_FILENO);
  ASSERT_TRUE(listing.succeeded());
  std::set<std::uint64_t> expected, found;
  std::size_t at = 0;
  while (at < listing.output.size()) {
    const std::size_t end = std::min(listing.output.find('\n', at), listing.output.size());
    const std::string line = listing.output.substr(at, end - at);
    at = end + 1;
    const std::size_t colon = line.find(":\t");
    if (colon == line.npos) continue;
    const std::string code = line.substr(colon + 2);
    const bool exchanges = code.starts_with("xchg") && code.find('(') != code.npos;
    const bool locks = code.starts_with("lock ") && code.find("%fs") == code.npos;
    if (locks || exchanges || code.starts_with("mfence"))
      expected.insert(std::strtoull(line.c_str(), nullptr, 16));
  }
  for (const WatchedInstruction& one : find_unseen_accesses("/proc/self/exe", 0)) {
    if (one.kind > Kind::fill && !one.is_thread_local) found.insert(one.address);
  }
  EXPECT_GT(expected.size(), 8u);
  // The sanitizers' own library has code without symbols: there it is enough to find nothing else.
  if (!kUnderSanitizers) {
    EXPECT_EQ(found, expected);
  } else {
    EXPECT_TRUE(std::ranges::includes(expected, found));
  }
}

}  // namespace
}  // namespace linnet
