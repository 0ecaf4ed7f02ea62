// Everything that decides what a run explores, part by part, each as a hash. A run can continue from a
// checkpoint only if the run that wrote it had the same identity.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "driver/exploring/exploration_request.hpp"
#include "driver/program/program.hpp"
#include "protocol/message.hpp"

namespace linnet {

class Identity {
 public:
  // The name is the user's word for the part. Everything that fits in a message can be a part.
  template <class... Parts>
  void add(std::string name, Parts... parts) {
    std::vector<char> bytes;
    MessageWriter writer(bytes);
    writer(parts...);
    parts_.emplace_back(std::move(name), hash_text({bytes.data(), bytes.size()}));
  }

  const std::vector<std::pair<std::string, std::uint64_t>>& parts() const { return parts_; }

 private:
  std::vector<std::pair<std::string, std::uint64_t>> parts_;
};

// Generated tests keep the result that each had within its limit of executions; an exploration continues
// beyond it.
enum class LimitOfExecutions : bool { is_no_part, is_a_part };
Identity identity_of(const ProgramUnderTest& program, const ExplorationRequest& request,
                     LimitOfExecutions executions);

}  // namespace linnet
