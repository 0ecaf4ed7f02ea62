// What a command shows and writes of its results, and the exit status that they mean together.
#pragma once

#include <cstdint>
#include <exception>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/options/option_list.hpp"
#include "report/json/result_files.hpp"
#include "report/text/style.hpp"
#include "report/text/summary.hpp"
#include "verdict/result.hpp"

namespace linnet {

struct ReportOptions {
  bool json = false;
  bool quiet = false;
  std::string junit;  // a file
  ResultFiles files;

  bool shows_progress() const { return !quiet && !json; }
};

// What every command with results has; what those that run tests have, too.
void add_report_options(OptionList& options, ReportOptions& report);
void add_list_option(OptionList& options, bool& list);

class Reporting {
 public:
  explicit Reporting(const ReportOptions& options);

  // How a user runs tests of these programs again, in two parts between which the names of the tests come.
  void run_again_by(std::string before, std::string after) { again_ = {std::move(before), std::move(after)}; }
  // Prints a result as soon as it is there, unless all of them are to be printed together.
  void show(Result result);
  // An input that cannot be used does not keep the others from being looked at.
  void refuse(const std::exception& why, ExitStatus meaning = ExitStatus::bad_input);
  // Ctrl-C kept so many from being looked at: all together is no pass.
  void leave_out(std::size_t count);
  // Those that were shown, as far as they are needed later: the others are gone, since a history may be large.
  const std::vector<Result>& kept() const { return kept_; }
  // Prints and writes what is made of all results together. Throws InputError if something cannot be written.
  ExitStatus finish();

  const Style& style() const { return style_; }

 private:
  void note_suppressions(const Result& result);
  std::string unused_suppressions() const;
  std::string summary() const;

  const ReportOptions& options_;
  Style style_;
  ExitStatus worst_ = ExitStatus::pass;
  std::vector<Result> kept_;
  std::map<std::string, std::uint64_t> uses_;  // of suppressions of races, in all results
  bool all_uses_known_ = true;
  std::vector<SummaryLine> lines_;  // of tests
  std::pair<std::string, std::string> again_;
};

// Writes to standard output what people read, with what a terminal would obey made visible, or what programs read, as it is. If nobody reads it any more, that is no reason for another exit status. Throws InputError if it cannot be
// written for another reason.
void print_text(const std::string& text);
void print_data(const std::string& text);

}  // namespace linnet
