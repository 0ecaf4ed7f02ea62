// linnet measure: finds how relaxed recorded histories are.
#include <fstream>

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/options/history_arguments.hpp"
#include "report/text/result_text.hpp"

namespace linnet {

// Measures all files, and shows them together.
ExitStatus measure(const HistoryArguments& o) {
  Reporting reporting(o.report);
  show_each_file(o, reporting, [&](const std::string& file, const Announce& announce) {
    return measure_file(file, o.request, announce);
  });
  if (!o.report.json && !o.report.quiet) print_text(places_text(reporting.kept(), reporting.style()));
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
          with_arguments<HistoryArguments>(
              [](OptionList& options, HistoryArguments& o) {
                add_history_options(options, o, Files::several, "");
                options.group("Results");
                options.add("--plot FILE", &o.plot, "Draw how far operations are from their places, as SVG.")
                    .in_short_help();
              },
              measure)};
}

}  // namespace linnet
