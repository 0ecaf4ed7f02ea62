// --format, --ties, --fail-is-result and --ignore-tail.
#include "cli/reading_options.hpp"

#include "base/named.hpp"
#include "driver/checking/check_driver.hpp"

namespace linnet {

namespace {

constexpr Named<Ties> kTies[] = {{Ties::overlap, "overlap", "the two operations overlap"},
                                 {Ties::ordered, "ordered", "the return is first"}};

}  // namespace

void add_reading_options(OptionList& options, ReadOptions& reading) {
  options.group("How files are read");
  options.add("--format", &reading.format, "The format of the file. Otherwise its content tells.")
      .such_as(list_formats())
      .in_short_help();
  options.add_choice<Ties>("--ties", &reading.ties, kTies,
                           "What a return and a call at the same instant mean.");
  options
      .add("--fail-is-result", &reading.fail_is_result,
           "In Jepsen files: a failed OP returned false. Otherwise it did not happen. May be repeated.")
      .takes("OP");
  options.add("--ignore-tail", &reading.ignore_tail,
              "In the native format: leave out the first line that is wrong, and all after it.");
}

}  // namespace linnet
