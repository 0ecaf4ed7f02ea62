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
#include "cli/shared_options.hpp"
#include "driver/checking/check_driver.hpp"
#include "report/text/dot_report.hpp"
#include "report/text/progress.hpp"

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
  if (!o.report.files.html.empty()) o.request.want_witness = true;
  if (o.dot.empty()) return;
  if (o.files.size() > 1)
    throw InputError("--dot draws one history: found " + std::to_string(o.files.size()));
  if (o.measure || o.infer)
    throw InputError("--dot draws a checked history: found --measure or --infer beside it");
  o.request.want_witness = true;
}

// People cannot read more than this, and Graphviz takes minutes.
constexpr std::size_t kLargestGraph = 500;

void write_graph(const CheckedHistory& report, const std::string& path) {
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
  Reporting reporting(o.report);
  for (const std::string& file : o.files) {
    try {
      const Progress progress(stderr, o.report.shows_progress());
      CheckedHistory checked =
          check_file(file, o.request, [&](const std::string& what) { progress.stage(what); });
      progress.done();
      if (!o.dot.empty()) write_graph(checked, o.dot);
      checked.again = command_for(o, file);
      reporting.show(std::move(checked));
    } catch (const InputError& error) {
      reporting.refuse(error);
    }
  }
  return reporting.finish();
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
    o.request.criterion = CriterionKind::weak;
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
