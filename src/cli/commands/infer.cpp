// linnet infer: finds how strong the methods of an object are, according to recorded histories.
#include <cstdio>

#include "cli/command.hpp"
#include "cli/options/history_arguments.hpp"
#include "driver/checking/check_driver.hpp"
#include "report/text/progress.hpp"

namespace linnet {

ExitStatus infer(const HistoryArguments& o) {
  Reporting reporting(o.report);
  const Progress progress(stderr, o.report.shows_progress());
  InferredMethods inferred =
      infer_from_files(o.files, o.request, [&](const std::string& what) { progress.stage(what); });
  progress.done();
  reporting.show(std::move(inferred));
  return reporting.finish();
}

Command infer_command() {
  return {"infer", "Finds all maximal strengths of methods that recorded histories keep together.",
          "Examples:\n"
          "  linnet infer run/*.jsonl --spec map\n"
          "  linnet infer run/*.jsonl --spec map --promise causal --strength put=lin\n"
          "Exit status: 0 there are strengths, 1 there are none, 2 bad input, 3 unknown.",
          with_arguments<HistoryArguments>(
              [](OptionList& options, HistoryArguments& o) {
                o.request.criterion = CriterionKind::weak;
                add_history_options(options, o, Files::several, "What is known already");
                add_algorithms(options, o);
              },
              infer)};
}

}  // namespace linnet
