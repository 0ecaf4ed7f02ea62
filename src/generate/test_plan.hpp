// A test of a class, from the plan to its text. The plan has the constructor, the operations and how each is
// called, the questions that the user has to answer, and what is left out with the reason.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generate/call_text.hpp"
#include "generate/class_description.hpp"
#include "generate/header_reader.hpp"

namespace linnet::generate {

struct PlannedOperation {
  std::string name;
  std::string signature;
  std::vector<Form> forms;  // the best first
  std::string question;     // for the user to decide before it is called
};

struct LeftOut {
  std::string signature;
  std::string reason;
};

struct TestPlan {
  std::string class_name;                    // as the user gave it
  std::string subject;                       // its name in the test: the same if it is short
  std::string test_name;                     // ring_queue for ns::RingQueue<int>
  std::vector<std::string> constructions;    // arguments of constructors, the best first
  std::vector<PlannedOperation> operations;  // in the order of the header
  std::vector<LeftOut> left_out;
};

TestPlan plan_test(const ClassDescription& description);

// Chooses, among the ways to write each operation, the first that compiles.
//
// All are written into one file, each on separate lines, and compiled; forms with an error are dropped. An
// error in a template may be reported only once, though several operations need it, so this is repeated until
// there is none.
//
// Afterwards each operation has one form, constructions are those that compile, and operations that cannot be
// written are among those left out. Throws InputError if the class cannot be constructed.
using TryToCompile = std::function<std::vector<CompileError>(const std::string& text)>;
void choose_forms(TestPlan& plan, const std::string& includes, const TryToCompile& compile);

// The includes of a trial, which has everything that a form may use; the test includes what it uses.
std::string trial_includes(const std::string& header_include);

// Writes the source of the test. `header_include` is as in "#include <queue.hpp>"; `command` is the command
// that wrote it, `file` its path, if that is known.
std::string write_test(const TestPlan& plan, const std::string& header_include, const std::string& command,
                       const std::string& file);

}  // namespace linnet::generate
