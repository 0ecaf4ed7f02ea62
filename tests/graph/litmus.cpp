// Litmus programs: reading and walking them.
#include "litmus.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/graph_search.hpp"
#include "output.hpp"

namespace linnet::testing {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kOrders[] = {"na", "rlx", "acq", "rel", "ar", "sc"};

MemoryOrder order_of(const Json& text) {
  for (std::size_t i = 0; i < std::size(kOrders); ++i) {
    if (kOrders[i] == text.get<std::string>()) return static_cast<MemoryOrder>(i);
  }
  throw std::runtime_error("not an order: " + text.get<std::string>());
}

Instruction update(Change change, const Json& op) {
  return {.kind = Instruction::Kind::update,
          .order = order_of(op[4]),
          .failure_order = order_of(op[4]),
          .change = change,
          .location = op[2],
          .result = op[1],
          .operand = op[3]};
}

Instruction store(MemoryOrder order, const Json& op) {
  Instruction one{.kind = Instruction::Kind::store, .order = order, .location = op[1]};
  one.adds_register = op[2].is_array();
  if (one.adds_register) one.result = op[2][1];
  one.operand = one.adds_register ? op[2][2] : op[2];
  return one;
}

void append(std::vector<Instruction>& code, const Json& op) {
  using Kind = Instruction::Kind;
  const std::string name = op[0];
  if (name == "st") {
    code.push_back(store(order_of(op[3]), op));
  } else if (name == "pst") {
    code.push_back(store(MemoryOrder::plain, op));
  } else if (name == "ld") {
    code.push_back({.kind = Kind::load, .order = order_of(op[3]), .location = op[2], .result = op[1]});
  } else if (name == "pld") {
    code.push_back({.kind = Kind::load, .location = op[2], .result = op[1]});
  } else if (name == "add") {
    code.push_back(update(Change::add, op));
  } else if (name == "xchg") {
    code.push_back(update(Change::exchange, op));
  } else if (name == "cas") {
    code.push_back({.kind = Kind::update,
                    .order = order_of(op[5]),
                    .failure_order = order_of(op[6]),
                    .change = Change::compare,
                    .location = op[2],
                    .result = op[1],
                    .operand = op[4],
                    .expected = op[3]});
  } else if (name == "fence") {
    code.push_back({.kind = Kind::fence, .order = order_of(op[1])});
  } else if (name == "if") {
    const std::size_t at = code.size();
    code.push_back({.kind = Kind::branch, .result = op[1], .expected = op[2]});
    for (const Json& inner : op[3]) append(code, inner);
    code[at].skipped = static_cast<std::uint32_t>(code.size() - at - 1);
  } else {
    throw std::runtime_error("not an instruction: " + name);
  }
}

Litmus litmus_of(const Json& json) {
  Litmus litmus{json["name"], json["program"]["locs"], {}};
  for (const Json& thread : json["program"]["threads"]) litmus.threads.push_back(instructions_of(thread));
  return litmus;
}

}  // namespace

std::vector<Instruction> instructions_of(const nlohmann::json& operations) {
  std::vector<Instruction> code;
  for (const Json& op : operations) append(code, op);
  return code;
}

std::vector<KnownLitmus> known_programs(const std::string& file) {
  std::vector<KnownLitmus> all;
  std::ifstream input(file);
  if (!input) throw std::runtime_error("cannot read " + file);
  for (std::string line; std::getline(input, line);) {
    const Json json = Json::parse(line);
    KnownLitmus& known = all.emplace_back();
    known.litmus = litmus_of(json);
    for (const auto& model : kMemoryModels) {
      const Json& answer = json["models"][std::string(model.name)];
      known.answers[static_cast<std::size_t>(model.value)] = {answer["graphs"], answer["outputs"]};
    }
  }
  return all;
}

const Instruction* Walker::upcoming(const std::vector<Instruction>& code) {
  while (next < code.size()) {
    const bool passes = code[next].kind == Instruction::Kind::woken && sleeps_at == kNowhere;
    if (code[next].kind != Instruction::Kind::branch && !passes) break;
    const Instruction& branch = code[next++];
    if (passes) continue;
    const std::uint64_t found = branch.result < registers.size() ? registers[branch.result] : 0;
    if (found != branch.expected) next += branch.skipped;
  }
  return next < code.size() ? &code[next] : nullptr;
}

const Instruction* ready(const Litmus& litmus, std::vector<Walker>& walkers, std::size_t thread) {
  const Instruction* next = walkers[thread].upcoming(litmus.threads[thread]);
  if (next == nullptr) return nullptr;
  if (next->kind == Instruction::Kind::begin &&
      !walkers[0].created.contains(static_cast<std::uint32_t>(thread)))
    return nullptr;
  if (next->kind == Instruction::Kind::woken && !walkers[thread].is_woken) return nullptr;
  if (next->kind == Instruction::Kind::join &&
      walkers[next->thread].upcoming(litmus.threads[next->thread]) != nullptr)
    return nullptr;
  return next;
}

std::vector<std::size_t> wake(const Instruction& instruction, std::uint64_t before, std::uint64_t after,
                              std::vector<Walker>& walkers) {
  std::vector<std::size_t> woken;
  for (std::size_t t = 0; t < walkers.size(); ++t) {
    const bool arrived = instruction.change == Change::arrive && after % instruction.expected == 0;
    const bool taken_out = instruction.change == Change::wake && ((before & ~after) >> t & 1) != 0;
    if (walkers[t].is_woken || walkers[t].sleeps_at != instruction.location || !(arrived || taken_out))
      continue;
    walkers[t].is_woken = true;
    woken.push_back(t);
  }
  return woken;
}

bool is_stuck(const Litmus& litmus, std::vector<Walker>& walkers) {
  bool sleeps = false;
  for (std::size_t t = 0; t < walkers.size(); ++t) {
    const Instruction* const next = walkers[t].upcoming(litmus.threads[t]);
    if (next == nullptr) continue;
    if (next->kind != Instruction::Kind::woken || walkers[t].is_woken) return false;
    sleeps = true;
  }
  return sleeps;
}

void Walker::take(const Instruction& instruction, std::uint64_t value) {
  using Kind = Instruction::Kind;
  ++next;
  if (instruction.kind == Kind::woken ||
      (instruction.change == Change::leave && instruction.kind == Kind::update))
    sleeps_at = kNowhere, is_woken = false;
  if (instruction.queues) sleeps_at = instruction.location;
  if (instruction.sleeps_at != kNowhere && value == instruction.expected) sleeps_at = instruction.sleeps_at;
  if (instruction.change == Change::arrive && (value + 1) % instruction.expected != 0)
    sleeps_at = instruction.location;
  if (instruction.kind == Kind::create) created.insert(instruction.thread);
  if (instruction.kind != Kind::load && instruction.kind != Kind::update && instruction.kind != Kind::choose)
    return;
  if (registers.size() <= instruction.result) registers.resize(instruction.result + 1);
  registers[instruction.result] = value;
  set.insert(instruction.result);
}

Event event_of(const Instruction& instruction, const Walker& walker) {
  Event event{.order = instruction.order,
              .waits = instruction.waits,
              .location = instruction.location,
              .sleeps_at = instruction.sleeps_at,
              .expected = instruction.expected};
  switch (instruction.kind) {
    case Instruction::Kind::load: event.kind = EventKind::read; break;
    case Instruction::Kind::store:
      event.kind = EventKind::write;
      event.value = instruction.operand;
      if (instruction.adds_register && instruction.result < walker.registers.size())
        event.value += walker.registers[instruction.result];
      break;
    case Instruction::Kind::update:
      event.kind = EventKind::read;
      event.change = instruction.change;
      event.order_of_update = instruction.order;
      event.order_of_failure = instruction.failure_order;
      event.operand = instruction.operand;
      break;
    case Instruction::Kind::fence:
      event.kind = EventKind::fence;
      event.location = kNowhere;
      break;
    case Instruction::Kind::choose:
      event.kind = EventKind::choice;
      event.location = kNowhere;
      break;
    case Instruction::Kind::create:
    case Instruction::Kind::begin:
    case Instruction::Kind::join: event.location = kNowhere; break;
    case Instruction::Kind::woken:
      event.kind = EventKind::woken;
      event.location = kNowhere;
      break;
    case Instruction::Kind::branch: break;
  }
  return event;
}

namespace {

// One execution of the program, as the search has it.
class LitmusRun {
 public:
  LitmusRun(const Litmus& litmus, GraphSearch& search)
      : litmus_(litmus), search_(search), walkers_(litmus.threads.size()) {
    for (Location x = 0; x < litmus.locations; ++x) search.begin_location(x, 0);
  }

  void run() {
    while (const std::optional<std::uint16_t> thread = search_.pick(ready_threads())) step(*thread);
  }
  bool complete() {
    for (std::size_t t = 0; t < walkers_.size(); ++t) {
      if (walkers_[t].upcoming(litmus_.threads[t]) != nullptr) return false;
    }
    return true;
  }
  bool is_stuck() { return testing::is_stuck(litmus_, walkers_); }
  const std::vector<Walker>& walkers() const { return walkers_; }

 private:
  std::uint64_t ready_threads() {
    std::uint64_t threads = 0;
    for (std::size_t t = 0; t < walkers_.size(); ++t) {
      if (ready(litmus_, walkers_, t) != nullptr) threads |= std::uint64_t{1} << t;
    }
    return threads;
  }

  void step(std::uint16_t thread) {
    const Instruction& next = *ready(litmus_, walkers_, thread);
    if (next.kind == Instruction::Kind::choose) {
      return walkers_[thread].take(next, search_.choose(thread, static_cast<std::uint32_t>(next.operand)));
    }
    Event event = event_of(next, walkers_[thread]);
    if (next.kind == Instruction::Kind::begin) event.after = creations_[thread];
    if (next.kind == Instruction::Kind::join) {
      const auto joined = static_cast<std::uint16_t>(next.thread);
      event.after = {joined, static_cast<std::uint16_t>(search_.graph().length(joined) - 1)};
    }
    if (next.kind == Instruction::Kind::woken) event.after = wakers_[thread];
    const EventLabel label = search_.perform(thread, event);
    if (next.kind == Instruction::Kind::create) creations_[static_cast<std::uint16_t>(next.thread)] = label;
    const Event& done = search_.graph()[label];
    if (!goes_on(done, done.value)) return;
    walkers_[thread].take(next, done.value);
    if (!done.of_update) return;
    const EventLabel write{thread, static_cast<std::uint16_t>(label.index + 1)};
    for (const std::size_t woken : wake(next, done.value, search_.graph()[write].value, walkers_))
      wakers_[static_cast<std::uint16_t>(woken)] = write;
  }

  const Litmus& litmus_;
  GraphSearch& search_;
  std::vector<Walker> walkers_;
  std::map<std::uint16_t, EventLabel> creations_, wakers_;
};

}  // namespace

std::uint64_t visit_graphs(const Litmus& litmus, MemoryModel model, const Visitor& visitor,
                           const Visitor& visit_stuck, std::uint64_t stride) {
  constexpr std::string_view kHeading = "search";
  std::uint64_t blocked = 0, executions = 0;
  auto begun = std::make_unique<GraphSearch>(model);
  for (;;) {
    if (stride != 0 && executions++ % stride == 0) {
      NumberWriter out(kHeading);
      begun->save(out);
      const std::string text = out.finish();
      NumberReader in(kHeading, text);
      begun = std::make_unique<GraphSearch>(model);
      begun->load(in, litmus.locations);
      NumberWriter again(kHeading);
      begun->save(again);
      if (again.finish() != text) throw std::runtime_error("what was loaded is saved as something else");
    }
    GraphSearch& search = *begun;
    if (!search.next()) break;
    LitmusRun run(litmus, search);
    run.run();
    if (search.diverged()) throw std::runtime_error("diverged");
    if (run.complete()) {
      visitor(search.graph(), run.walkers());
    } else {
      ++blocked;
      if (visit_stuck && run.is_stuck()) visit_stuck(search.graph(), run.walkers());
    }
  }
  return blocked;
}

std::string position_after(const Litmus& litmus, MemoryModel model, std::uint64_t executions) {
  GraphSearch search(model);
  for (std::uint64_t i = 0; i < executions && search.next(); ++i) LitmusRun(litmus, search).run();
  NumberWriter out("search");
  search.save(out);
  return out.finish();
}

Explored search(const Litmus& litmus, MemoryModel model, std::uint64_t stride) {
  Explored explored;
  const Visitor complete = [&](const ExecutionGraph& graph, const auto& walkers) {
    std::vector<std::uint64_t> finals;
    for (Location x = 0; x < litmus.locations; ++x) finals.push_back(graph.value(x, graph.writes(x).back()));
    ++explored.graphs;
    explored.outputs.insert(output_of(walkers, finals));
    explored.distinct.insert(canonical(graph));
  };
  const Visitor stuck = [&](const ExecutionGraph& graph, const auto&) {
    if (!explored.stuck.insert(canonical(graph)).second) throw std::runtime_error("visited twice");
  };
  explored.blocked = visit_graphs(litmus, model, complete, stuck, stride);
  return explored;
}

std::string to_text(const Litmus& litmus) {
  constexpr std::string_view kKinds[] = {"load",   "store",  "update", "fence", "if",
                                         "choose", "create", "begin",  "join",  "woken"};
  std::string text = litmus.name + "\n";
  for (const auto& code : litmus.threads) {
    for (const Instruction& one : code) {
      text += fmt::format("  {} {}/{} x{} r{} operand {} expected {} change {}{}{};",
                          kKinds[static_cast<int>(one.kind)], kOrders[static_cast<int>(one.order)],
                          kOrders[static_cast<int>(one.failure_order)], one.location, one.result, one.operand,
                          one.expected, static_cast<int>(one.change), one.waits ? " waits" : "",
                          one.sleeps_at == kNowhere ? "" : fmt::format(" sleeps at x{}", one.sleeps_at));
    }
    text += "\n";
  }
  return text;
}

}  // namespace linnet::testing
