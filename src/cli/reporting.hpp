// What a command shows and writes of its results, and the exit status of all of them together.
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

// Options of every command with results; and those that only commands that run tests have.
void add_report_options(OptionList& options, ReportOptions& report);
void add_list_option(OptionList& options, bool& list);

class Reporting {
 public:
  explicit Reporting(const ReportOptions& options);

  // The command that runs tests of these programs again, in two parts with the names of the tests between
  // them.
  void run_again_by(std::string before, std::string after) { again_ = {std::move(before), std::move(after)}; }
  // Prints a result at once, unless all results are printed together.
  void show(Result result);
  // If an input cannot be used, the others are processed nevertheless.
  void refuse(const std::exception& why, ExitStatus meaning = ExitStatus::bad_input);
  // Because of Ctrl-C, this many were not processed: the whole is no pass.
  void leave_out(std::size_t count);
  // The results that were shown, as far as they are needed later. Others are dropped, since a history may be
  // large.
  const std::vector<Result>& kept() const { return kept_; }
  // Prints and writes everything about all results together. Throws InputError if something cannot be
  // written.
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

// Writes to standard output: text for people, with control characters made visible, or output for programs,
// as it is. A closed pipe does not change the exit status. Throws InputError if the text cannot be written
// for another reason.
void print_text(const std::string& text);
void print_data(const std::string& text);

}  // namespace linnet
