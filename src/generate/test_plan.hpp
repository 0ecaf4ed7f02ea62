// Plans what a test of a class contains: which constructor, which operations and how each is called, what a person has to decide,
// and what is left out with the reason.
#pragma once

#include <string>
#include <vector>

#include "generate/call_text.hpp"
#include "generate/class_description.hpp"

namespace linnet::generate {

struct PlannedOperation {
  std::string name;
  std::string signature;
  std::vector<Form> forms;  // the best first
  std::string question;     // where a person has to decide before it is called
};

struct LeftOut {
  std::string signature;
  std::string reason;
};

struct TestPlan {
  std::string class_name;                    // as it was asked for
  std::string subject;                       // its name in the test: the same if that is short
  std::string test_name;                     // ring_queue for ns::RingQueue<int>
  std::vector<std::string> constructions;    // arguments of constructors, the best first
  std::vector<PlannedOperation> operations;  // in the order of the header
  std::vector<LeftOut> left_out;
};

TestPlan plan_test(const ClassDescription& description);

}  // namespace linnet::generate
