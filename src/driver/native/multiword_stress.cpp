// Finds the tests that can be driven, and drives them in rounds.
//
// Each round uses a new object, and is decided when it is over: by the sweep over its words, which takes less
// time than the round did. If the sweep finds no order, the checker of histories decides, and says why.
#include "driver/native/multiword_stress.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "base/error.hpp"
#include "check/multiword/sweep.hpp"
#include "driver/checking/check_driver.hpp"
#include "driver/checking/word_history.hpp"
#include "driver/checking/word_log_check.hpp"
#include "driver/native/native_findings.hpp"
#include "protocol/client_tape.hpp"

namespace linnet {

namespace {

[[noreturn]] void refuse(const ObjectTest& test, const std::string& what) {
  throw InputError(Place{test.file, test.line, 0}, fmt::format("test {} {}", test.name, what));
}

bool has_operation(const ObjectTest& test, std::string_view name) {
  const auto found = std::ranges::find(test.operations, name, &DeclaredOperation::name);
  if (found == test.operations.end()) return false;
  if (!found->takes_integers)
    refuse(test,
           fmt::format("cannot be driven: {} is no operation on std::vectors of integers of 32 bits or more",
                       name));
  return true;
}

// Operations with numbers, as in "read=2,mwcas=1".
std::map<std::string_view, std::uint32_t> parse_mix(std::string_view mix) {
  std::map<std::string_view, std::uint32_t> weights;
  for (std::string_view rest = mix; !rest.empty();) {
    const std::string_view item = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), item.size() + 1));
    const std::size_t sign = item.find('=');
    const std::string_view digits = sign == std::string_view::npos ? "" : item.substr(sign + 1);
    std::uint32_t weight = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), weight);
    if (error != std::errc() || end != digits.data() + digits.size() || weight > 1000)
      throw InputError(
          fmt::format("--mix: found {}, expected operations and weights, as in read=2,mwcas=1", mix));
    weights[item.substr(0, sign)] = weight;
  }
  return weights;
}

// Sets the weights of the operations that the test has.
void set_weights(const ObjectTest& test, const std::string& mix, ClientLoad& load) {
  constexpr std::array<std::uint32_t, 3> kUsual{2, 1, 1};
  std::map<std::string_view, std::uint32_t> asked = parse_mix(mix);
  for (const WordMethod method : kWordMethods) {
    const auto i = static_cast<std::size_t>(method);
    if (!has_operation(test, name_of(method))) continue;
    load.weights[i] = mix.empty() ? kUsual[i] : asked[name_of(method)];
    asked.erase(name_of(method));
  }
  if (!asked.empty())
    refuse(test, fmt::format("has no operation {} that --mix could call", asked.begin()->first));
  if (std::reduce(load.weights.begin(), load.weights.end()) == load.weights[0])
    refuse(test, "cannot be driven: a mwcas or a swap must be called");
}

// The greatest location that a scenario of the test names, plus one.
std::uint32_t named_locations(ProgramUnderTest& program, const ObjectTest& test) {
  std::int64_t locations = 0;
  for (const ObjectScenario& scenario : find_scenarios(program, test.name)) {
    for (const PlannedCall& call : scenario.scenario.calls) {
      for (const Value v : std::bit_cast<Value>(call.arguments.at(0)).as_array()) {
        if (v.is_int64()) locations = std::max(locations, v.as_int64() + 1);
      }
    }
  }
  return static_cast<std::uint32_t>(locations);
}

std::int64_t initial_of(const ObjectTest& test) {
  if (!test.builtin_spec->initial) return 0;
  const Value initial = std::bit_cast<Value>(*test.builtin_spec->initial);
  if (!initial.is_int64()) refuse(test, "cannot be driven: its initial value is no integer");
  return initial.as_int64();
}

ClientLoad load_of(ProgramUnderTest& program, const ObjectTest& test, const StressRequest& request) {
  constexpr std::uint32_t kUsualCalls = 20'000;
  ClientLoad load;
  load.test = program.number_of(test);
  load.threads = request.shape.threads;
  load.words = request.words.words;
  load.locations = request.words.locations != 0 ? request.words.locations : named_locations(program, test);
  load.calls = std::max<std::uint64_t>(1, request.calls.value_or(kUsualCalls) / load.threads);
  load.initial = initial_of(test);
  load.seed = request.seed;
  set_weights(test, request.words.mix, load);
  if (load.words > load.locations)
    refuse(test,
           fmt::format(
               "names {} in its scenarios, too few for {} words: say how many there are with --locations",
               load.locations == 1 ? "1 location" : fmt::format("{} locations", load.locations), load.words));
  return load;
}

std::string text_of(const ClientLoad& load) {
  std::string mix;
  for (const WordMethod method : kWordMethods) {
    const std::uint32_t weight = load.weights[static_cast<std::size_t>(method)];
    if (weight > 0) mix += fmt::format("{}{}={}", mix.empty() ? "" : ",", name_of(method), weight);
  }
  return fmt::format("{} by {} threads, {} words of {} locations", mix, load.threads, load.words,
                     load.locations);
}

class WordStress {
 public:
  WordStress(ProgramUnderTest& program, const ObjectScenario& test, const StressRequest& request,
             const StressWatch& watch)
      : program_(program),
        test_(test),
        request_(request),
        load_(load_of(program, *test.test, request)),
        found_(test, request, watch),
        worker_(program.fork()) {
    worker_->send(Ask::open_clients, load_);
    worker_->expect<std::string>(Tell::text);
    worker_->be_patient();  // it watches its threads itself
    found_.report.clock = "tsc";
    found_.report.operations = load_.calls * load_.threads;
  }

  StressedProgram run() {
    constexpr int kFirst = 4;  // rounds before the cost of recording is measured
    found_.run_rounds(program_, [&](int round) {
      round == kFirst ? measure_overhead() : static_cast<void>(run_round({.shaken = round % 2 == 1}));
      return !over_;
    });
    if (!request_.output.empty()) found_.folder().write_table(written_);
    return std::move(found_.report);
  }

 private:
  // The processor time per call.
  double run_round(ClientsOrder order) {
    order.patience = request_.patience;
    order.seconds = std::max(request_.seconds - found_.seconds(), 0.0);
    worker_->send(Ask::run_clients, order);
    const ClientsResult ran = worker_->expect<ClientsResult>(Tell::clients);
    if (ran.hung) {
      over_ = true;
      found_.report.reason = fmt::format("no call has returned for {} s", request_.patience);
    }
    if (order.record) take(ran);
    return ran.seconds / static_cast<double>(std::max<std::uint64_t>(1, ran.calls));
  }

  void measure_overhead() {
    constexpr int kPairs = 9;
    std::vector<double> with, without;
    for (int i = 0; i < kPairs && !over_ && !found_.time_is_over(); ++i) {
      with.push_back(run_round({}));
      if (!over_) without.push_back(run_round({.record = false}));
    }
    if (without.size() == kPairs)
      found_.report.overhead = ratio_of_medians(std::move(with), std::move(without));
  }

  void take(const ClientsResult& ran) {
    std::vector<WordThread> threads;
    for (const ClientTape& tape : ran.tapes) threads.push_back({&tape.tape, tape.called, tape.returned});
    if (!has_only_plain_results(threads))
      refuse(*test_.test, "cannot be driven: an operation returned a list of another size than it was given");
    const std::size_t number = ++found_.report.rounds;
    found_.report.histories = number;
    const auto history = [&] {
      History made = history_of(threads, test_.test->name);
      name_specification(made, test_);
      return made;
    };
    if (!request_.output.empty()) {
      found_.folder().write(number, history());
      written_[number] = 1;
    }
    if (!sweep_passes(threads)) found_.judge(number, history);
    over_ = over_ || found_.enough();
  }

  bool sweep_passes(std::span<const WordThread> threads) const {
    if (request_.record_only || !asks_for_word_sweep(found_.check())) return false;
    const std::optional<MultiwordLog> log = word_log_of(threads, Value(load_.initial));
    return log && sweep_multiword_log(*log, budget_of(found_.check())) == SweepResult::pass;
  }

  ProgramUnderTest& program_;
  const ObjectScenario& test_;
  const StressRequest& request_;
  const ClientLoad load_;
  NativeFindings found_;
  std::unique_ptr<Worker> worker_;
  std::map<std::size_t, std::uint64_t> written_;
  bool over_ = false;
};

}  // namespace

std::vector<ObjectScenario> words_to_stress(ProgramUnderTest& program, const StressRequest& request) {
  std::vector<ObjectScenario> all = find_tests(program, request.test);
  const auto others = std::ranges::remove_if(all, [](const ObjectScenario& test) {
    return !test.test->builtin_spec || test.test->builtin_spec->name != "mwcas";
  });
  all.erase(others.begin(), others.end());
  if (all.empty())
    throw InputError("--words: no test has the specification mwcas, which multi-word primitives have");
  for (ObjectScenario& test : all) test.text = text_of(load_of(program, *test.test, request));
  return all;
}

StressedProgram stress_words(ProgramUnderTest& program, const ObjectScenario& test,
                             const StressRequest& request, const StressWatch& watch) {
  return WordStress(program, test, request, watch).run();
}

}  // namespace linnet
