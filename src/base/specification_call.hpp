// Says which method of the user's own specification is running. If it dies by a signal, the user has to hear that it was
// theirs: it runs outside of all executions, where everything else is Linnet's own.
#pragma once

#include <cstdint>

namespace linnet {

struct SpecificationCall {
  const char* specification = nullptr;  // none is running
  const char* method = nullptr;
  std::uint64_t number = 0;  // calls so far: one that stays the same does not return
};
// Read by signal handlers of the same thread.
inline constinit SpecificationCall specification_call;

class InSpecification {
 public:
  InSpecification(const char* specification, const char* method) {
    specification_call = {specification, method, specification_call.number + 1};
  }
  ~InSpecification() { specification_call.specification = nullptr; }
  InSpecification(const InSpecification&) = delete;
  InSpecification& operator=(const InSpecification&) = delete;
};

}  // namespace linnet
