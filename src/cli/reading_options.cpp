// --format, --ties, --fail-is-result and --ignore-tail.
#include "cli/reading_options.hpp"

#include "driver/checking/check_driver.hpp"

namespace linnet {

void add_reading_options(CLI::App& app, ReadOptions& options) {
  app.add_option("--format", options.format, "read the file as this, not by its content\n" + list_formats())
      ->type_name("NAME");
  const auto set_ties = [&options](const std::string& word) {
    if (word != "overlap" && word != "ordered") {
      throw CLI::ValidationError("--ties", "found " + word + ", expected overlap or ordered");
    }
    options.ties = word == "ordered" ? Ties::ordered : Ties::overlap;
  };
  app.add_option_function<std::string>(
         "--ties", set_ties, "a return and a call at the same instant: overlap, or ordered (return first)")
      ->type_name("WORD")
      ->default_str("overlap");
  app.add_option("--fail-is-result", options.fail_is_result,
                 "in Jepsen files, a failed OP returned false (otherwise it did not happen)")
      ->type_name("OP")
      ->allow_extra_args(false);
  app.add_flag("--ignore-tail", options.ignore_tail,
               "of events in the native format: leave out the first line that is wrong, and all after it");
}

}  // namespace linnet
