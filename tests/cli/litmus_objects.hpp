// Writes the objects of tests/graph/objects.jsonl as object tests in C++. A call returns the registers that it read, as one number.
#pragma once

#include <map>
#include <set>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace linnet {

class LitmusObjectSource {
 public:
  LitmusObjectSource(const nlohmann::json& object, std::string name)
      : object_(object), name_(std::move(name)) {}

  std::string text() const {
    std::string fields, functions, declarations;
    for (int x = 0; x < object_["locs"]; ++x) fields += fmt::format("  std::atomic<int> x{}{{0}};\n", x);
    for (const auto& [name, body] : object_["ops"].items()) {
      functions += function(name, body);
      declarations += fmt::format("      .operation(\"{0}\", &{1}_object::{0})\n", name, name_);
    }
    return fmt::format(
        "struct {0}_object {{\n{1}{2}}};\nLINNET_TEST({0}) {{\n  linnet::object<{0}_object>()\n{3}"
        "      .scenario(\"{4}\");\n}}\n",
        name_, fields, functions, declarations, scenario());
  }

 private:
  using Json = nlohmann::json;

  static std::string order(const Json& word) {
    static const std::map<std::string, std::string> kOrders = {
        {"rlx", "relaxed"}, {"acq", "acquire"}, {"rel", "release"}, {"ar", "acq_rel"}, {"sc", "seq_cst"}};
    return "std::memory_order_" + kOrders.at(word);
  }

  std::string scenario() const {
    std::string text;
    for (const Json& thread : object_["threads"]) {
      if (!text.empty()) text += " | ";
      for (const std::string call : thread) text += call + "() ";
    }
    return text;
  }

  static std::string function(const std::string& name, const Json& body) {
    std::set<int> registers;
    std::string text;
    for (const Json& op : body) {
      const std::string kind = op[0];
      if (kind == "fence") {
        text += fmt::format("    std::atomic_thread_fence({});\n", order(op[1]));
      } else if (kind == "st") {
        text += fmt::format("    x{}.store({}, {});\n", int(op[1]), int(op[2]), order(op[3]));
      } else {
        registers.insert(int(op[1]));
        text += read(kind, op);
      }
    }
    std::string declared, result = "0";
    int weight = 1;
    for (const int r : registers) {
      declared += fmt::format("    int r{} = 0;\n", r);
      result += fmt::format(" + {} * r{}", weight, r);
      weight *= 10;
    }
    return fmt::format("  int {}() {{\n{}{}    return {};\n  }}\n", name, declared, text, result);
  }

  static std::string read(const std::string& kind, const Json& op) {
    const int r = op[1], x = op[2];
    if (kind == "ld") return fmt::format("    r{} = x{}.load({});\n", r, x, order(op[3]));
    if (kind == "cas")
      return fmt::format("    r{0} = {1};\n    x{2}.compare_exchange_strong(r{0}, {3}, {4}, {5});\n", r,
                         int(op[3]), x, int(op[4]), order(op[5]), order(op[6]));
    return fmt::format("    r{} = x{}.{}({}, {});\n", r, x, kind == "add" ? "fetch_add" : "exchange",
                       int(op[3]), order(op[4]));
  }

  const Json& object_;
  std::string name_;
};

}  // namespace linnet
