// The quasi cases of the project's contract (tests/data/quasi_contract.jsonl), decided by brute force
// elsewhere.
#include <gtest/gtest.h>
#include <simdjson.h>

#include "check/quasi.hpp"
#include "quasi_cases.hpp"
#include "verdict/check_report.hpp"

namespace linnet::testing {
namespace {

Value value_of(const simdjson::dom::element& json) {
  if (json.is_null()) return Value();
  if (json.is_bool()) return Value(json.get_bool().value());
  return Value(json.get_int64().value());
}

History history_of(const simdjson::dom::element& events) {
  HistoryBuilder builder("contract");
  for (const auto event : events.get_array()) {
    const ThreadId thread = builder.thread(event["thread"].get_int64().value());
    if (event["type"].get_string().value() == "return") {
      builder.ret(thread, value_of(event["result"].value()), 0);
      continue;
    }
    std::vector<Value> args;
    for (const auto arg : event["args"].get_array()) args.push_back(value_of(arg));
    builder.call(thread, builder.method(event["op"].get_string().value()), args, builder.object(Value()), 0);
  }
  return builder.finish();
}

TEST(QuasiContract, EveryCaseIsDecidedAsExpected) {
  simdjson::dom::parser parser;
  std::size_t cases = 0;
  for (const auto json : parser.load_many(LINNET_TEST_DATA "/quasi_contract.jsonl")) {
    const Spec spec = make_spec(json["spec"].get_string().value());
    History history = history_of(json["events"].value());
    history.resolve(spec);
    const std::string factors(json["quasi"].get_string().value());
    const auto result = check_quasi(history, spec, QuasiBounds::parse(factors, spec), {}, Budget());
    EXPECT_EQ(static_cast<int>(status_of(result.verdict)), json["expect"].get_int64().value())
        << "case " << cases << ": --quasi " << factors;
    ++cases;
  }
  EXPECT_EQ(cases, 36u);
}

}  // namespace
}  // namespace linnet::testing
