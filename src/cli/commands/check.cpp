// linnet check: decides recorded histories.
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/options/history_arguments.hpp"
#include "report/text/dot_report.hpp"

namespace linnet {

namespace {

struct CheckArguments : HistoryArguments {
  std::string dot;  // the file for the graph
  // These were flags here, and are separate commands now.
  bool measure = false, infer = false, watch = false;
};

void prepare(CheckArguments& o) {
  if (!o.plot.empty() && !o.measure) throw InputError("--plot needs --measure");
  if (!o.report.files.html.empty()) o.request.want_witness = true;
  if (o.dot.empty()) return;
  if (o.files.size() > 1)
    throw InputError("--dot draws one history: found " + std::to_string(o.files.size()));
  if (o.measure || o.infer)
    throw InputError("--dot draws a checked history: found --measure or --infer beside it");
  o.request.want_witness = true;
}

// Larger graphs cannot be read, and Graphviz takes minutes for them.
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
  show_each_file(o, reporting, [&](const std::string& file, const Announce& announce) {
    CheckedHistory checked = check_file(file, o.request, announce);
    if (!o.dot.empty()) write_graph(checked, o.dot);
    checked.again = command_for(o, file);
    return checked;
  });
  return reporting.finish();
}

ExitStatus run_as_asked(CheckArguments& o) {
  prepare(o);
  return o.measure ? measure(o) : o.infer ? infer(o) : o.watch ? watch(o) : run_check(o);
}

void declare(OptionList& options, CheckArguments& o) {
  add_history_options(options, o, Files::several, "What is promised");
  options.group("Results");
  options.add("--witness", &o.request.want_witness, "Show the order that explains the history.")
      .in_short_help();
  options.add("--dot FILE", &o.dot,
              "Write that order as a graph for Graphviz, with what happened before what and, with weak "
              "promises, what "
              "sees what.");
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
          with_arguments<CheckArguments>(
              [program, own_specs](OptionList& options, CheckArguments& o) {
                o.program = program;
                o.request.own_specs = own_specs;
                declare(options, o);
              },
              run_as_asked)};
}

}  // namespace linnet
