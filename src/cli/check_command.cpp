// linnet check: decides histories recorded by anyone.
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/history_arguments.hpp"
#include "cli/promise_options.hpp"
#include "cli/terminal.hpp"
#include "driver/checking/check_driver.hpp"
#include "report/json/json_report.hpp"
#include "report/text/dot_report.hpp"
#include "report/text/progress.hpp"
#include "report/text/terminal_report.hpp"

namespace linnet {

namespace {

struct CheckArguments : HistoryArguments {
  std::string dot;  // the file for the graph
  // Commands of their own now, which were flags here.
  bool measure = false, infer = false, watch = false;
};

void prepare(CheckArguments& o) {
  if (!o.plot.empty() && !o.measure)
    throw InputError("--plot draws what --measure finds, which is not asked for");
  if (!o.results.html.empty()) o.request.want_witness = true;
  if (o.dot.empty()) return;
  if (o.files.size() > 1)
    throw InputError("--dot draws one history: found " + std::to_string(o.files.size()));
  if (o.measure || o.infer)
    throw InputError("--dot draws a checked history: found --measure or --infer beside it");
  o.request.want_witness = true;
}

// People cannot read more than this, and Graphviz takes minutes.
constexpr std::size_t kLargestGraph = 500;

void write_graph(const CheckReport& report, const std::string& path) {
  if (unknown(report.verdict)) return;
  const std::size_t operations = report.explanation ? report.explanation->core.size()
                                                    : std::get<Pass>(report.verdict).witness.order.size();
  if (operations > kLargestGraph)
    throw InputError(fmt::format("--dot draws up to {} operations: found {}", kLargestGraph, operations));
  std::ofstream file(path);
  file << to_dot(report);
  if (!file.flush()) throw InputError("cannot write the graph to " + path);
}

ExitStatus run_check(const CheckArguments& o) {
  const CheckRequest& request = o.request;
  const Terminal out(stdout);
  ExitStatus status = ExitStatus::pass;
  std::vector<CheckReport> reports;  // kept for JSON only, which has them together
  for (const std::string& file : o.files) {
    try {
      const Progress progress(stderr, shows_progress(o));
      CheckReport report = check_file(file, request, [&](const std::string& what) { progress.stage(what); });
      progress.done();
      status = worse(status, status_of(report.verdict));
      if (!o.dot.empty()) write_graph(report, o.dot);
      if (!o.json && (!o.quiet || violated(report.verdict)))
        fmt::print("{}", to_text(report, command_for(o, file), out.style()));
      if (o.json || o.results.wanted()) reports.push_back(std::move(report));
    } catch (const InputError& error) {
      // One bad file does not keep the others from being checked.
      std::fflush(stdout);
      fmt::print(stderr, "linnet: {}\n", error.what());
      status = ExitStatus::bad_input;
    }
  }
  if (!reports.empty()) {
    const std::string json = to_json(reports);
    write_result_files(o.results, json);
    if (o.json)
      fmt::print("{}", json);
    else if (!o.quiet && !o.results.html.empty())
      fmt::print("Page: {}\n", o.results.html);
  }
  flush_output();
  return status;
}

void declare(OptionList& options, CheckArguments& o) {
  add_history_options(options, o, Files::several, [&] {
    options.group("What is promised");
    add_promise_options(options, o.request);
  });
  options.group("Results");
  options.add("--witness", &o.request.want_witness, "Show the order that explains the history.")
      .in_short_help();
  options
      .add("--dot", &o.dot,
           "Write that order as a graph for Graphviz, with what happened before what and, with weak "
           "promises, what "
           "sees what.")
      .takes("FILE");
  add_algorithms(options, o);
  options.add_hidden("--measure", &o.measure);
  options.add_hidden("--plot", &o.plot);
  options.add_hidden("--infer", [&o] {
    o.infer = true;
    o.request.criterion = "weak";
  });
  options.add_hidden("--follow", &o.watch);
  options.add_hidden("--idle", &o.idle);
}

}  // namespace

Command check_command(const std::string& program, std::vector<Spec> own_specs) {
  return {"check", "Decides whether recorded histories keep the promise of an object.",
          "Examples:\n"
          "  linnet check queue.jsonl --spec queue\n"
          "  linnet check run/*.log --spec register --initial null --fail-is-result cas\n"
          "  linnet check big.jsonl.zst --spec set --time 1m --json\n"
          "  linnet check kfifo.jsonl --spec queue --promise quasi:4\n"
          "  linnet check store.jsonl --spec kv --promise causal --witness\n"
          "  linnet check run/*.jsonl --spec map --strength size=po,put=lin\n"
          "Exit status: 0 consistent, 1 violation, 2 bad input, 3 unknown; of several files, the worst.",
          [program, own_specs](OptionList& options) -> std::function<ExitStatus()> {
            auto arguments = std::make_shared<CheckArguments>();
            arguments->program = program;
            arguments->request.own_specs = own_specs;
            declare(options, *arguments);
            return [arguments] {
              prepare(*arguments);
              return arguments->measure ? measure(*arguments)
                     : arguments->infer ? infer(*arguments)
                     : arguments->watch ? watch(*arguments)
                                        : run_check(*arguments);
            };
          }};
}

}  // namespace linnet
