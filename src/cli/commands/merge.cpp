// linnet merge: combines the results of a run's shards to that of the whole run.
#include "cli/command.hpp"
#include "cli/reporting.hpp"
#include "history/formats/input.hpp"
#include "report/json/generated_json.hpp"

namespace linnet {

namespace {

struct MergeArguments {
  std::vector<std::string> files;
  ReportOptions report;
};

ExitStatus merge_files(const MergeArguments& o) {
  std::vector<GeneratedTests> shards;
  for (const std::string& file : o.files)
    shards.push_back(generated_from_json(Input::open(file).all(), file));
  Reporting reporting(o.report);
  reporting.show(merge(shards));
  return reporting.finish();
}

}  // namespace

Command merge_command() {
  return {"merge", "Merges the results of all shards.",
          "Examples:\n"
          "  linnet run queue.cpp --generate 1000 --shard 1/2 --json > 1.json    and so on for 2/2\n"
          "  linnet merge 1.json 2.json\n"
          "Exit status: that of the whole run.",
          with_arguments<MergeArguments>(
              [](OptionList& options, MergeArguments& o) {
                options.add("RESULT", &o.files, "The --json output of each shard.").must_be_given();
                add_report_options(options, o.report);
              },
              merge_files)};
}

}  // namespace linnet
