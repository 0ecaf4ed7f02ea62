// linnet watch: checks a history while it is being written.

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/interrupt.hpp"
#include "cli/command.hpp"
#include "cli/options/history_arguments.hpp"
#include "driver/checking/follow.hpp"
#include "report/text/units.hpp"

namespace linnet {

ExitStatus watch(const HistoryArguments& o) {
  if (o.files.size() > 1)
    throw InputError("one history can be watched: found " + std::to_string(o.files.size()));
  notice_interrupts(0);
  Followed followed = follow_file(o.files.front(), o.request, {interrupted, o.idle});
  CheckedHistory& checked = followed.report;
  if (passed(checked.verdict))
    checked.notes.push_back(
        fmt::format("{} followed, {}", counted(followed.events, "event"), followed.ended));
  checked.again = command_for(o, o.files.front());
  Reporting reporting(o.report);
  reporting.show(std::move(checked));
  return reporting.finish();
}

Command watch_command() {
  return {"watch",
          "Checks a history while it is being written, up to the first return that nothing can explain.",
          "Ctrl-C stops it and prints the result so far.\n"
          "Examples:\n"
          "  linnet watch live.jsonl --spec queue\n"
          "  linnet watch live.jsonl --spec map --promise monotonic-reads --idle 5m\n"
          "Exit status: 0 consistent so far, 1 violation, 2 bad input, 3 unknown.",
          with_arguments<HistoryArguments>(
              [](OptionList& options, HistoryArguments& o) {
                add_history_options(options, o, Files::one, "What is promised");
                options.group("How far to go");
                options.add("--idle", &o.idle, "End when nothing has come for this long: 10s, 5m.")
                    .in_short_help();
              },
              watch)};
}

}  // namespace linnet
