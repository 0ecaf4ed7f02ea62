// Writes litmus programs of tests/graph/litmus.hpp in C++, many in one file: the argument chooses.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "graph/litmus.hpp"

namespace linnet {

namespace literal {

using testing::Instruction, testing::Litmus;

inline std::string order_of(MemoryOrder order) {
  constexpr std::string_view kOrders[] = {"", "relaxed", "acquire", "release", "acq_rel", "seq_cst"};
  return fmt::format("std::memory_order_{}", kOrders[static_cast<int>(order)]);
}

inline std::string read(const Instruction& one) {
  if (one.kind == Instruction::Kind::choose) return fmt::format("linnet::choose({})", one.operand);
  if (one.kind == Instruction::Kind::load)
    return fmt::format("x{}.load({})", one.location, order_of(one.order));
  if (one.change == Change::add)
    return fmt::format("x{}.fetch_add({}, {})", one.location, one.operand, order_of(one.order));
  return fmt::format(
      "[] {{ int found = {}; x{}.compare_exchange_strong(found, {}, {}, {}); return found; }}()",
      one.expected, one.location, one.operand, order_of(one.order), order_of(one.failure_order));
}

inline std::string statement(const Instruction& one, std::size_t thread) {
  const std::string name = fmt::format("t{}r{}", thread, one.result);
  switch (one.kind) {
    case Instruction::Kind::load:
    case Instruction::Kind::update:
    case Instruction::Kind::choose:
      // A loop whose rounds leave nothing behind.
      return one.waits ? fmt::format(
                             "int found; do found = {1}; while (found != {2}); {0} = found; {0}_set = true;",
                             name, read(one), one.expected)
                       : fmt::format("{0} = {1}; {0}_set = true;", name, read(one));
    case Instruction::Kind::store:
      return fmt::format("x{}.store({}, {});", one.location, one.operand, order_of(one.order));
    case Instruction::Kind::fence: return fmt::format("std::atomic_thread_fence({});", order_of(one.order));
    case Instruction::Kind::branch: return fmt::format("if ({} == {})", name, one.expected);  // skips one
    case Instruction::Kind::create: return fmt::format("id[{0}] = std::thread(thread{0});", one.thread);
    case Instruction::Kind::join: return fmt::format("id[{}].join();", one.thread);
    case Instruction::Kind::begin:
    case Instruction::Kind::woken: break;
  }
  return ";";
}

inline std::string program(const Litmus& litmus, std::size_t number) {
  constexpr std::uint32_t kRegisters = 9;
  std::string text =
      fmt::format("namespace program{} {{\nstd::thread id[{}];\n", number, litmus.threads.size());
  for (Location x = 0; x < litmus.locations; ++x) text += fmt::format("std::atomic<int> x{};\n", x);
  for (std::size_t t = litmus.threads.size(); t-- > 0;) {  // who creates others comes last
    for (std::uint32_t r = 0; r < kRegisters; ++r)
      text += fmt::format("int t{0}r{1}; bool t{0}r{1}_set;\n", t, r);
    text += fmt::format("void thread{}() {{\n", t);
    for (const Instruction& one : litmus.threads[t])
      text += one.kind == Instruction::Kind::branch ? "  " + statement(one, t) + "\n  "
                                                    : "  { " + statement(one, t) + " }\n";
    text += "}\n";
  }
  text += "void run() {\n";
  const bool creates = litmus.threads[0].front().kind == Instruction::Kind::create;
  if (creates) text += "  thread0();\n";
  for (std::size_t t = 0; t < litmus.threads.size() && !creates; ++t)
    text += fmt::format("  id[{0}] = std::thread(thread{0});\n", t);
  text += "  for (std::thread& one : id) { if (one.joinable()) one.join(); }\n";
  for (std::size_t t = 0; t < litmus.threads.size(); ++t) {
    for (std::uint32_t r = 0; r < kRegisters; ++r)
      text += fmt::format("  if (t{0}r{1}_set) std::printf(\"t{0}r{1}=%d \", t{0}r{1});\n", t, r);
  }
  for (Location x = 0; x < litmus.locations; ++x)
    text += fmt::format("  std::printf(\"{0}x{1}=%d\", x{1}.load(std::memory_order_relaxed));\n",
                        x == 0 ? "" : " ", x);
  return text + "  std::printf(\"\\n\");\n}\n}\n";
}

}  // namespace literal

inline std::string source_of(const std::vector<testing::Litmus>& programs) {
  std::string text =
                  "#include <atomic>\n#include <cstdio>\n#include <cstdlib>\n#include <thread>\n#include "
                  "<linnet/choose.hpp>\n",
              table;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    text += literal::program(programs[i], i);
    table += fmt::format("program{}::run, ", i);
  }
  return text + fmt::format("void (*const all[])() = {{{}}};\n", table) +
         "int main(int, char** arguments) { all[std::atoi(arguments[1])](); }\n";
}

}  // namespace linnet
