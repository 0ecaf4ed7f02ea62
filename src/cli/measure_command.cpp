// linnet measure: how relaxed recorded histories are.
#include <cstdio>
#include <fstream>
#include <memory>

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/history_arguments.hpp"
#include "driver/checking/check_driver.hpp"
#include "report/text/progress.hpp"
#include "report/text/result_text.hpp"

namespace linnet {

// Measures all files, and shows them together.
ExitStatus measure(const HistoryArguments& o) {
  Reporting reporting(o.report);
  for (const std::string& file : o.files) {
    try {
      const Progress progress(stderr, o.report.shows_progress());
      MeasuredHistory measured =
          measure_file(file, o.request, [&](const std::string& what) { progress.stage(what); });
      progress.done();
      reporting.show(std::move(measured));
    } catch (const InputError& error) {
      reporting.refuse(error);
    }
  }
  if (!o.report.json && !o.report.quiet) fmt::print("{}", places_text(reporting.kept(), reporting.style()));
  if (!o.plot.empty()) {
    std::ofstream file(o.plot);
    file << places_svg(reporting.kept());
    if (!file.flush()) throw InputError("cannot write the picture to " + o.plot);
  }
  return reporting.finish();
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
