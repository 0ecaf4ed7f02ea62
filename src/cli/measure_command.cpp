// linnet measure: how relaxed recorded histories are.
#include <cstdio>
#include <fstream>
#include <memory>

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/history_arguments.hpp"
#include "cli/terminal.hpp"
#include "driver/checking/check_driver.hpp"
#include "report/text/measure_report.hpp"
#include "report/text/progress.hpp"

namespace linnet {

// Measures all files, and shows them together.
ExitStatus measure(const HistoryArguments& o) {
  ExitStatus status = ExitStatus::pass;
  std::vector<MeasureReport> reports;
  for (const std::string& file : o.files) {
    try {
      const Progress progress(stderr, shows_progress(o));
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
  flush_output();
  return status;
}

Command measure_command() {
  return {"measure", "Finds the smallest factor with which recorded histories are quasi-linearizable.",
          "Examples:\n"
          "  linnet measure run/*.jsonl --spec queue\n"
          "  linnet measure kfifo.jsonl --spec queue --plot places.svg\n"
          "Exit status: 0 there is a factor, 1 there is none, 2 bad input, 3 unknown; of several files, the "
          "worst.",
          [](OptionList& options) -> std::function<ExitStatus()> {
            auto arguments = std::make_shared<HistoryArguments>();
            add_history_options(options, *arguments, Files::several, [] {});
            options.group("Results");
            options.add("--plot", &arguments->plot, "Draw how far operations are from their places, as SVG.")
                .takes("FILE")
                .in_short_help();
            return [arguments] { return measure(*arguments); };
          }};
}

}  // namespace linnet
