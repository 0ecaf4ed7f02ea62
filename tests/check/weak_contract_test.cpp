// The contract's cases of weak consistency, decided by brute force from the definitions by somebody else.
#include <gtest/gtest.h>

#include <fstream>

#include <simdjson.h>

#include "check/weak.hpp"
#include "check/weak_verifier.hpp"
#include "history/format.hpp"
#include "spec/builtin.hpp"

namespace linnet {
namespace {

struct Case {
  std::string spec, model, axioms, text;
  bool pass = false;
};

std::vector<Case> read_cases(const std::string& path) {
  std::vector<Case> cases;
  std::ifstream file(path);
  simdjson::dom::parser parser;
  for (std::string line; std::getline(file, line);) {
    const simdjson::dom::element root = parser.parse(line);
    std::vector<std::string> args;
    for (const auto arg : root["args"].get_array()) args.emplace_back(std::string_view(arg));
    const auto option = [&](std::string_view name) {
      const auto at = std::find(args.begin(), args.end(), name);
      return at == args.end() ? std::string() : *(at + 1);
    };
    if (option("--criterion") != "weak") continue;
    Case c{option("--spec"), option("--model"), option("--axioms"), "", std::int64_t(root["expect"]) == 0};
    for (const auto event : root["lines"].get_array()) c.text += std::string(std::string_view(event)) + "\n";
    cases.push_back(std::move(c));
  }
  return cases;
}

TEST(WeakContract, EveryCaseIsDecidedAsExpected) {
  const auto cases = read_cases(LINNET_SHARED_HISTORIES "/contract.jsonl");
  if (cases.empty()) GTEST_SKIP() << "no " << LINNET_SHARED_HISTORIES << "/contract.jsonl";
  for (const Case& c : cases) {
    Input input = Input::from_text("case", c.text);
    const Spec spec = make_spec(c.spec);
    History history = read_history(input);
    history.resolve(spec);
    const WeakModel model = c.axioms.empty() ? WeakModel::named(c.model) : WeakModel::parse(c.axioms);
    for (const WeakAlgorithm algorithm : {WeakAlgorithm::minimal, WeakAlgorithm::naive}) {
      for (const LinearizationOrder order :
           {LinearizationOrder::wing_gong, LinearizationOrder::just_in_time}) {
        WeakOptions options;
        options.algorithm = algorithm;
        options.order = order;
        options.want_witness = true;
        const WeakResult result = check_weak(history, spec, model, options, Budget());
        EXPECT_EQ(passed(result), c.pass) << model.to_string() << "\n" << c.text;
        if (!passed(result)) continue;
        const auto& witness = std::get<WeakPass>(result.verdict).witness;
        EXPECT_EQ(verify_execution(history, spec, model, witness), std::nullopt) << c.text;
      }
    }
  }
}

}  // namespace
}  // namespace linnet
