// linnet check: decides histories recorded by anyone.
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/criterion_options.hpp"
#include "cli/interrupt.hpp"
#include "cli/quote.hpp"
#include "cli/reading_options.hpp"
#include "cli/result_file_options.hpp"
#include "cli/terminal.hpp"
#include "driver/checking/check_driver.hpp"
#include "driver/checking/follow.hpp"
#include "report/text/dot_report.hpp"
#include "report/text/inference_report.hpp"
#include "report/json/json_report.hpp"
#include "report/text/measure_report.hpp"
#include "report/text/progress.hpp"
#include "report/text/terminal_report.hpp"
#include "report/text/units.hpp"

namespace linnet {

namespace {

struct CheckArguments {
  std::vector<std::string> files;
  CheckRequest request;
  std::string initial;
  double seconds = 0;
  std::uint64_t memory = 0;
  bool json = false, quiet = false, measure = false, infer = false, follow = false;
  double idle = 0;   // seconds
  std::string dot;   // the file for the graph
  std::string plot;  // of what was measured
  ResultFiles results;
  std::string program;  // as the user calls it
};

void declare_options(CLI::App& app, CheckArguments& o) {
  app.add_option("HISTORY", o.files, "history files, plain, .gz or .zst; - is standard input")
      ->required()
      ->type_name("FILE");
  app.add_option("--spec", o.request.spec,
                 "the object's specification; the file may name it instead\n" + list_specs())
      ->type_name("NAME");
  add_criterion_options(app, o.request);
  app.add_option("--out-of-order", o.request.out_of_order,
                 "of queue, stack and pqueue: a removal may return one of the next K + 1 elements")
      ->type_name("K");
  app.add_option("--lateness", o.request.lateness,
                 "of the same: the next element is removed within K + 1 removals")
      ->type_name("K");
  app.add_option("--initial", o.initial, "the object's initial value, as JSON: 0, null, '\"text\"'")
      ->type_name("VALUE");
  app.add_option("--algorithm", o.request.algorithm,
                 "decide by this one, not by the fastest that can\n" + list_algorithms() +
                     "\nweak models: just-in-time, wing-gong, or naive (all visibilities, for comparison)"
                     "\nquasi: paper (all permutations, for comparison)")
      ->type_name("NAME");
  app.add_flag_callback(
      "--naive-hb", [&o] { o.request.algorithm = "mwcas-naive-hb"; },
      "of mwcas: a graph with all edges of precedence, not with the few that suffice (for comparison)");
  add_reading_options(app, o.request.reading);
  app.add_option("--time", o.seconds, "stop after this long, with the verdict unknown: 10s, 5m, 1h")
      ->transform(CLI::AsNumberWithUnit(
                      std::map<std::string, double>{{"ms", 0.001}, {"s", 1}, {"m", 60}, {"h", 3600}})
                      .description(""))
      ->type_name("TIME");
  app.add_option("--memory", o.memory,
                 "stop at this much memory: 500MB, 8GB (otherwise at four fifths of the machine's)")
      ->transform(CLI::AsSizeValue(false).description(""))
      ->type_name("SIZE");
  app.add_option("--jobs", o.request.jobs, "how many parts to decide at once")
      ->type_name("N")
      ->capture_default_str();
  app.add_flag(
      "--measure", o.measure,
      "do not check, but find the smallest factor of --quasi, and how far operations are from their places");
  app.add_option("--plot", o.plot, "of --measure: draw that, too, as SVG")->type_name("FILE");
  app.add_flag("--infer", o.infer,
               "do not check, but find all maximal strengths of methods that the histories keep together");
  app.add_flag(
      "--follow", o.follow,
      "check one history while it is being written, up to the first return that no continuation can explain, "
      "until Ctrl-C");
  app.add_option("--idle", o.idle, "of --follow: end when nothing has come for this long: 10s, 5m")
      ->transform(CLI::AsNumberWithUnit(
                      std::map<std::string, double>{{"ms", 0.001}, {"s", 1}, {"m", 60}, {"h", 3600}})
                      .description(""))
      ->type_name("TIME");
  app.add_flag("--witness", o.request.want_witness, "show the order that explains the history");
  app.add_option("--dot", o.dot,
                 "write that as a graph for Graphviz, with what happened before what and, of weak models, "
                 "what sees what")
      ->type_name("FILE");
  app.add_flag("--json", o.json, "print one JSON object");
  add_result_file_options(app, o.results);
  app.add_flag("--quiet", o.quiet, "print violations only");
}

// The options as they were given, so that a report can end with the command that repeats it for one file.
std::string command_for(const CheckArguments& o, const std::string& file) {
  const CheckRequest& r = o.request;
  std::string text = o.program + " " + quote(file);
  const auto add = [&text](std::string_view name, const std::string& value) {
    if (!value.empty()) text += fmt::format(" {} {}", name, quote(value));
  };
  add("--spec", r.spec);
  if (r.criterion != "linearizable") add("--criterion", r.criterion);
  add("--model", r.model);
  add("--axioms", r.axioms);
  add("--strength", r.strength);
  add("--quasi", r.quasi);
  if (r.out_of_order) add("--out-of-order", std::to_string(*r.out_of_order));
  if (r.lateness) add("--lateness", std::to_string(*r.lateness));
  add("--initial", o.initial);
  add("--algorithm", r.algorithm);
  add("--format", r.reading.format);
  if (r.reading.ties == Ties::ordered) add("--ties", "ordered");
  for (const std::string& op : r.reading.fail_is_result) add("--fail-is-result", op);
  return text;
}

void prepare(CheckArguments& o) {
  if (!o.initial.empty()) o.request.initial = parse_initial(o.initial);
  if (o.seconds > 0) o.request.seconds = o.seconds;
  if (o.memory > 0) o.request.memory = o.memory;
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

// More than this nobody can read, and Graphviz takes minutes.
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

ExitStatus run_check(CheckArguments& o) {
  const CheckRequest& request = o.request;
  const Terminal out(stdout);
  ExitStatus status = ExitStatus::pass;
  std::vector<CheckReport> reports;  // kept for JSON only, which has them together
  for (const std::string& file : o.files) {
    try {
      const Progress progress(stderr, !o.quiet && !o.json);
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
  if (std::fflush(stdout) != 0) throw InputError("cannot write the result to standard output");
  return status;
}

// Measures all files, and shows them together.
ExitStatus run_measure(CheckArguments& o) {
  ExitStatus status = ExitStatus::pass;
  std::vector<MeasureReport> reports;
  for (const std::string& file : o.files) {
    try {
      const Progress progress(stderr, !o.quiet && !o.json);
      reports.push_back(
          measure_file(file, o.request, [&](const std::string& what) { progress.stage(what); }));
      progress.done();
      const RelaxationMeasure& measure = reports.back().measure;
      status = worse(status, measure.none              ? ExitStatus::violation
                             : measure.smallest_factor ? ExitStatus::pass
                                                       : ExitStatus::unknown);
    } catch (const InputError& error) {
      fmt::print(stderr, "linnet: {}\n", error.what());
      status = ExitStatus::bad_input;
    }
  }
  if (!reports.empty()) {
    if (o.results.wanted()) write_result_files(o.results, to_json(reports));
    fmt::print("{}", o.json ? to_json(reports) : to_text(reports, Terminal(stdout).style()));
  }
  if (!o.plot.empty()) {
    std::ofstream file(o.plot);
    file << to_svg(reports);
    if (!file.flush()) throw InputError("cannot write the picture to " + o.plot);
  }
  if (std::fflush(stdout) != 0) throw InputError("cannot write the result to standard output");
  return status;
}

ExitStatus run_inference(CheckArguments& o) {
  const Progress progress(stderr, !o.quiet && !o.json);
  const InferenceReport report =
      infer_from_files(o.files, o.request, [&](const std::string& what) { progress.stage(what); });
  progress.done();
  if (o.results.wanted()) write_result_files(o.results, to_json(report));
  fmt::print("{}", o.json ? to_json(report) : to_text(report, Terminal(stdout).style()));
  if (std::fflush(stdout) != 0) throw InputError("cannot write the result to standard output");
  return !report.strengths.reason.empty()   ? ExitStatus::unknown
         : report.strengths.maximal.empty() ? ExitStatus::violation
                                            : ExitStatus::pass;
}

ExitStatus run_follow(CheckArguments& o) {
  if (o.files.size() > 1)
    throw InputError("--follow reads one history: found " + std::to_string(o.files.size()));
  notice_interrupts();
  Followed followed = follow_file(o.files.front(), o.request, {interrupted, o.idle});
  CheckReport& report = followed.report;
  if (passed(report.verdict)) {
    report.notes.push_back(fmt::format("{} followed, {}", counted(followed.events, "event"), followed.ended));
  }
  if (o.results.wanted()) write_result_files(o.results, to_json({&report, 1}));
  if (o.json) {
    fmt::print("{}", to_json({&report, 1}));
  } else if (!o.quiet || violated(report.verdict)) {
    fmt::print("{}", to_text(report, command_for(o, o.files.front()), Terminal(stdout).style()));
  }
  if (std::fflush(stdout) != 0) throw InputError("cannot write the result to standard output");
  return status_of(report.verdict);
}

// Some options say which criterion is meant.
void choose_criterion(const CLI::App& app, CheckArguments& o) {
  if (!app.get_option("--criterion")->empty()) return;
  if (o.infer || !o.request.strength.empty()) o.request.criterion = "weak";
  if (!o.request.quasi.empty()) o.request.criterion = "quasi";
}

}  // namespace

Command check_command(const std::string& program, std::vector<Spec> own_specs) {
  return {"check", "decide whether recorded histories keep an object's promise",
          "Examples:\n"
          "  linnet check queue.jsonl --spec queue\n"
          "  linnet check run/*.log --spec register --initial null --fail-is-result cas\n"
          "  linnet check big.jsonl.zst --spec set --time 1m --json\n"
          "  linnet check store.jsonl --spec kv --criterion weak --model causal --witness\n"
          "  linnet check run/*.jsonl --spec map --strength size=po,put=lin\n"
          "  linnet check run/*.jsonl --spec map --infer\n"
          "  linnet check live.jsonl --spec queue --follow\n"
          "  linnet check kfifo.jsonl --spec queue --quasi 4\n"
          "  linnet check run/*.jsonl --spec queue --measure\n"
          "Exit status: 0 consistent, 1 violation, 2 bad input, 3 unknown; of several files, the worst.",
          [program, own_specs](CLI::App& app) -> std::function<ExitStatus()> {
            auto options = std::make_shared<CheckArguments>();
            options->program = program;
            options->request.jobs = std::max(1u, std::thread::hardware_concurrency());
            options->request.own_specs = own_specs;
            declare_options(app, *options);
            return [options, &app] {
              choose_criterion(app, *options);
              prepare(*options);
              return options->measure  ? run_measure(*options)
                     : options->infer  ? run_inference(*options)
                     : options->follow ? run_follow(*options)
                                       : run_check(*options);
            };
          }};
}

}  // namespace linnet
