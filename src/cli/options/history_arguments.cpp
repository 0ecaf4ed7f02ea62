// The options of the commands that judge recorded histories.
#include "cli/options/history_arguments.hpp"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/interrupt.hpp"
#include "cli/quote.hpp"
#include "cli/options/shared_options.hpp"
#include "driver/checking/promise.hpp"
#include "report/text/progress.hpp"

namespace linnet {

namespace {

void add_specification_options(OptionList& options, HistoryArguments& o) {
  options.add("--spec", &o.request.spec, "The specification of the object. The file may name it instead.")
      .such_as(list_specs())
      .in_short_help();
  add_start_and_relaxation(options, o.request);
}

void add_limit_options(OptionList& options, HistoryArguments& o) {
  options.group("How far to go");
  options.add("--time", &o.request.seconds, "Stop after this long: 10s, 5m, 1h.").in_short_help();
  options.add("--memory", &o.request.memory, "Stop at this much memory: 500MB, 8GB.")
      .in_bytes()
      .usually("four fifths of the machine's")
      .in_short_help();
  options.add("--jobs", &o.request.jobs, "How many parts are decided at once.").usually("one per core");
}

std::vector<Experiment> experiments(HistoryArguments& o) {
  std::vector<Experiment> all;
  const auto add = [&](Described choice, const std::string& algorithm) {
    all.push_back({std::move(choice), [&o, algorithm] { o.request.algorithm = algorithm; }});
  };
  add(kPaperExperiments[0], "paper");
  add(kPaperExperiments[1], "paper-all");
  add({"naive", "with a weak promise, all visibilities"}, "naive");
  add({"naive-hb", "with mwcas, a graph with all edges of precedence, not with the few that suffice"},
      "mwcas-naive-hb");
  for (Described& algorithm : list_algorithms()) {
    const std::string name = algorithm.name;
    if (name != "mwcas-naive-hb") add(std::move(algorithm), name);
  }
  return all;
}

}  // namespace

HistoryArguments::HistoryArguments() {
  request.jobs = std::max(1u, std::thread::hardware_concurrency());
}

void add_history_options(OptionList& options, HistoryArguments& o, Files files, const std::string& promise) {
  options.group("What is checked");
  if (files == Files::one) {
    options
        .add(
            "HISTORY", [&o](const std::string& file) { o.files = {file}; },
            "A history file that is being written. - is standard input.")
        .must_be_given();
  } else {
    options.add("HISTORY", &o.files, "History files, plain, .gz or .zst. - is standard input.")
        .must_be_given();
  }
  add_specification_options(options, o);
  if (!promise.empty()) {
    options.group(promise);
    add_promise_options(options, o.request);
  }
  add_reading_options(options, o.request.reading);
  add_limit_options(options, o);
  add_report_options(options, o.report);
}

void add_algorithms(OptionList& options, HistoryArguments& o) {
  options.add_hidden("--algorithm", &o.request.algorithm);
  options.add_hidden("--naive-hb", [&o] { o.request.algorithm = "mwcas-naive-hb"; });
  add_experiments(options, experiments(o));
}

void show_each_file(const HistoryArguments& o, Reporting& reporting,
                    const std::function<Result(const std::string& file, const Announce& announce)>& look_at) {
  for (const std::string& file : o.files) {
    if (interrupted())
      return reporting.leave_out(o.files.size() - static_cast<std::size_t>(&file - o.files.data()));
    try {
      const Progress progress(stderr, o.report.shows_progress());
      Result result = look_at(file, [&](const std::string& what) { progress.stage(what); });
      progress.done();
      reporting.show(std::move(result));
    } catch (const InputError& error) {
      reporting.refuse(error);
    }
  }
}

std::string command_for(const HistoryArguments& o, const std::string& file) {
  const CheckRequest& r = o.request;
  std::string text = o.program + " " + quote(file);
  const auto add = [&text](std::string_view name, const std::string& value) {
    if (!value.empty()) text += fmt::format(" {} {}", name, quote(value));
  };
  add("--spec", r.spec);
  if (r.criterion != CriterionKind::linearizable) add("--promise", promise_of(r));
  add("--strength", r.strength);
  if (r.out_of_order) add("--out-of-order", std::to_string(*r.out_of_order));
  if (r.lateness) add("--lateness", std::to_string(*r.lateness));
  if (r.initial) add("--initial", r.initial->to_json());
  add("--algorithm", r.algorithm);
  add("--format", r.reading.format);
  if (r.reading.ties == Ties::ordered) add("--ties", "ordered");
  for (const std::string& op : r.reading.fail_is_result) add("--fail-is-result", op);
  return text;
}

}  // namespace linnet
