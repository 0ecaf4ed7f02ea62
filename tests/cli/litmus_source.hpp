// Writes litmus programs (tests/graph/*.jsonl) in C. Each prints the registers that were read, and the final values.
#pragma once

#include <map>
#include <set>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace linnet {

class LitmusSource {
 public:
  // All names end in this number, so that many programs fit in one file.
  LitmusSource(const nlohmann::json& program, std::size_t number) : program_(program), number_(number) {
    for (std::size_t t = 0; t < threads(); ++t) {
      for (const Json& op : program_["threads"][t]) write(t, op);
    }
  }

  // The program is main_N().
  std::string text() const {
    std::string all;
    for (int x = 0; x < program_["locs"]; ++x)
      all += fmt::format("{} {};\n", plain_.contains(x) ? "int" : "atomic_int", location(x));
    for (const auto& [thread, registers] : registers_) {
      for (const int r : registers) all += fmt::format("int {0}, {0}_set;\n", name(thread, r));
    }
    for (std::size_t t = 0; t < threads(); ++t) {
      const auto body = bodies_.find(t);
      all += fmt::format("static void *thread{}_{}(void *unused) {{\n{}  return unused;\n}}\n", t, number_,
                         body == bodies_.end() ? "" : body->second);
    }
    return all + fmt::format("int main_{}(void) {{\n{}  return 0;\n}}\n", number_, run_and_print());
  }

 private:
  using Json = nlohmann::json;

  std::size_t threads() const { return program_["threads"].size(); }
  std::string location(int x) const { return fmt::format("x{}_{}", x, number_); }
  std::string name(std::size_t thread, int r) const { return fmt::format("t{}r{}_{}", thread, r, number_); }
  static std::string order(const Json& word) {
    static const std::map<std::string, std::string> kOrders = {
        {"rlx", "relaxed"}, {"acq", "acquire"}, {"rel", "release"}, {"ar", "acq_rel"}, {"sc", "seq_cst"}};
    return "memory_order_" + kOrders.at(word);
  }
  std::string value(std::size_t thread, const Json& word) const {
    return word.is_array() ? fmt::format("{} + {}", name(thread, word[1]), int(word[2])) : word.dump();
  }

  void write(std::size_t thread, const Json& op) {
    std::string& text = bodies_[thread];
    const std::string kind = op[0];
    if (kind == "fence") {
      text += fmt::format("  atomic_thread_fence({});\n", order(op[1]));
    } else if (kind == "if") {
      text += fmt::format("  if ({} == {}) {{\n", name(thread, op[1]), int(op[2]));
      for (const Json& inner : op[3]) write(thread, inner);
      text += "  }\n";
    } else if (kind == "st") {
      text += fmt::format("  atomic_store_explicit(&{}, {}, {});\n", location(op[1]), value(thread, op[2]),
                          order(op[3]));
    } else if (kind == "pst") {
      plain_.insert(int(op[1]));
      text += fmt::format("  {} = {};\n", location(op[1]), value(thread, op[2]));
    } else {
      registers_[thread].insert(int(op[1]));
      if (kind == "pld") plain_.insert(int(op[2]));
      text += fmt::format("  {0} = {1};\n  {0}_set = 1;\n", name(thread, op[1]), read(kind, op));
    }
  }

  std::string read(const std::string& kind, const Json& op) const {
    const std::string x = location(op[2]);
    if (kind == "pld") return x;
    if (kind == "ld") return fmt::format("atomic_load_explicit(&{}, {})", x, order(op[3]));
    if (kind == "cas")
      return fmt::format(
          "({{ int found = {}; atomic_compare_exchange_strong_explicit(&{}, &found, {}, {}, {}); found; }})",
          int(op[3]), x, int(op[4]), order(op[5]), order(op[6]));
    return fmt::format("atomic_{}_explicit(&{}, {}, {})", kind == "add" ? "fetch_add" : "exchange", x,
                       int(op[3]), order(op[4]));
  }

  std::string run_and_print() const {
    std::string text = fmt::format("  pthread_t id[{}];\n", threads());
    for (std::size_t t = 0; t < threads(); ++t)
      text += fmt::format("  pthread_create(&id[{0}], 0, thread{0}_{1}, 0);\n", t, number_);
    for (std::size_t t = 0; t < threads(); ++t) text += fmt::format("  pthread_join(id[{}], 0);\n", t);
    for (const auto& [thread, registers] : registers_) {
      for (const int r : registers)
        text += fmt::format("  if ({0}_set) printf(\"t{1}r{2}=%d \", {0});\n", name(thread, r), thread, r);
    }
    for (int x = 0; x < program_["locs"]; ++x)
      text += fmt::format("  printf(\"{}x{}=%d\", {});\n", x == 0 ? "" : " ", x,
                          plain_.contains(x)
                              ? location(x)
                              : fmt::format("atomic_load_explicit(&{}, memory_order_relaxed)", location(x)));
    return text + "  printf(\"\\n\");\n";
  }

  const Json& program_;
  std::size_t number_;
  std::map<std::size_t, std::string> bodies_;       // by thread
  std::map<std::size_t, std::set<int>> registers_;  // that are read, by thread
  std::set<int> plain_;                             // locations
};

}  // namespace linnet
