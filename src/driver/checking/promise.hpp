// What is promised, in one word of the command line: `--promise quasi:2`. The older spellings say the same in parts.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/described.hpp"
#include "driver/checking/check_request.hpp"

namespace linnet {

// An option that says what is promised, and its value: "--promise" "quasi:2", or "--quasi" "2".
struct SaidPromise {
  std::string option, value;
};

// Puts what all of them say into the criterion, the model, the axioms and the factors of the request. Throws InputError
// if two of them promise different things, and for a promise that does not exist.
void set_promise(CheckRequest& request, std::span<const SaidPromise> said);

// The promise of a request as `--promise` takes it.
std::string promise_of(const CheckRequest& request);

// All that can be promised, each with what it means.
std::vector<Described> all_promises();

}  // namespace linnet
