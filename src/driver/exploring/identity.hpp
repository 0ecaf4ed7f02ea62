// Everything that decides what a run explores, part by part, each as a hash: a run goes on from a checkpoint of a run that has
// the same, and of no other.
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
  // The name is what a user calls it. What a message can hold can be a part.
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

// Generated tests keep what each of them came to within its limit of executions; an exploration goes on beyond it.
enum class LimitOfExecutions : bool { is_no_part, is_a_part };
Identity identity_of(const ProgramUnderTest& program, const ExplorationRequest& request,
                     LimitOfExecutions executions);

}  // namespace linnet
