// Reads pictures of histories: integers, true, false and null are all the values they need.
#include "picture.hpp"

#include <cassert>
#include <charconv>

#include "definitions/oracle.hpp"
#include "explain/explain.hpp"
#include "history/model/history_builder.hpp"

namespace linnet::testing {

namespace {

Value parse(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.empty() || text == "null") return Value();
  if (text == "true" || text == "false") return Value(text == "true");
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  assert(error == std::errc() && end == text.data() + text.size());
  return Value(number);
}

std::vector<Value> parse_list(std::string_view text) {
  std::vector<Value> values;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    values.push_back(parse(text.substr(0, comma)));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return values;
}

// "enq(1)" or "deq() 2", between the brackets that stand at these columns.
void add(HistoryBuilder& builder, ThreadId thread, std::string_view text, std::int64_t call,
         std::optional<std::int64_t> ret) {
  const std::size_t open = text.find('('), close = text.find(')');
  const std::vector<Value> args = parse_list(text.substr(open + 1, close - open - 1));
  HistoryBuilder::Timed op{.thread = thread,
                           .method = builder.method(text.substr(0, open)),
                           .args = args,
                           .object = builder.object(Value()),
                           .call = call,
                           .ret = ret};
  if (ret) op.result = parse(text.substr(close + 1));
  builder.operation(op);
}

}  // namespace

History picture(const Spec& spec, const std::vector<std::string_view>& lanes) {
  HistoryBuilder builder("picture");
  for (const std::string_view lane : lanes) {
    const std::size_t colon = lane.find(':');
    const ThreadId thread = builder.thread(parse(lane.substr(0, colon)));
    for (std::size_t at = lane.find('['); at != lane.npos; at = lane.find('[', at + 1)) {
      const std::size_t end = lane.find(']', at);
      const std::string_view text = lane.substr(at + 1, end == lane.npos ? lane.npos : end - at - 1);
      const auto ret = end == lane.npos ? std::nullopt : std::optional(static_cast<std::int64_t>(end));
      add(builder, thread, text, static_cast<std::int64_t>(at), ret);
    }
  }
  History history = builder.finish();
  history.resolve(spec);
  return history;
}

Decide oracle_judge(const Spec& spec) {
  return [&spec](const History& history) -> Verdict {
    const bool ok = oracle_linearizable(history, spec) && (!history.stuck || oracle_stuck(history, spec));
    return ok ? Verdict(Pass{}) : Verdict(Violation{});
  };
}

Explanation explain_with_oracle(const History& history, const Spec& spec) {
  const Budget unlimited;
  return explain(history, history.indices(), spec, "", {oracle_judge(spec), unlimited}, {});
}

}  // namespace linnet::testing
