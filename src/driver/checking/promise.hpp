// The promise in one word of the command line: `--promise quasi:2`. The older spellings say the same in
// parts.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/described.hpp"
#include "driver/checking/check_request.hpp"

namespace linnet {

// An option that names a promise, and its value: "--promise" "quasi:2", or "--quasi" "2".
struct SaidPromise {
  std::string option, value;
};

// Sets the criterion, the model, the axioms and the factors of the request from all of these options. Throws
// InputError if two of them promise different things, and for a promise that does not exist.
void set_promise(CheckRequest& request, std::span<const SaidPromise> said);

// The promise of a request as `--promise` takes it.
std::string promise_of(const CheckRequest& request);

// All promises, each with its meaning.
std::vector<Described> all_promises();

}  // namespace linnet
