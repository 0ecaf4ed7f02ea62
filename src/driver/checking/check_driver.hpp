// read → resolve → check → explain, for one history file.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "base/described.hpp"
#include "driver/checking/check_request.hpp"
#include "verdict/checked_history.hpp"
#include "verdict/relaxation.hpp"
#include "verdict/strength.hpp"

namespace linnet {

// Throws InputError for everything that is wrong with the file or the request. `announce` is called with the
// phase that begins: "reading x.jsonl".
using Announce = std::function<void(const std::string&)>;
CheckedHistory check_file(const std::string& path, const CheckRequest& request, const Announce& announce);
// The same, starting from a history that is resolved against the specification.
CheckedHistory check_history(
    History history, const Spec& spec, const CheckRequest& request, const Budget& budget,
    const Announce& announce = [](const std::string&) {});
// The promise beyond the criterion: the model, the strengths of methods, the factors.
std::string asked_for(const CheckRequest& request);
// The specification that the request names, or else the history. Throws InputError if there is none.
Spec choose_spec(const History& history, const CheckRequest& request);
// Four fifths of the machine's memory, so that the rest of the machine stays usable.
std::size_t most_of_the_memory();
// The number of configurations that a search visits if the request sets no time: about what a fast search
// does in a minute. It is a number of steps, so that no verdict depends on how busy the machine is.
inline constexpr std::uint32_t kUsualSteps = 200'000'000;
// The limits that the request sets; time runs from now.
Budget budget_of(const CheckRequest& request);

// The smallest factor with which the file's history is quasi-linearizable, and the distances of its
// operations from their places then. Throws InputError like check_file.
MeasuredHistory measure_file(const std::string& path, const CheckRequest& request, const Announce& announce);

// The strengths of methods that the histories of all files keep. Throws InputError like check_file, and if
// the files are about different objects.
InferredMethods infer_from_files(const std::vector<std::string>& paths, const CheckRequest& request,
                                 const Announce& announce);

// For help: the names that exist, from the tables themselves.
std::vector<Described> list_specs();
std::vector<Described> list_algorithms();
std::vector<Described> list_formats();

// A value as JSON text.
Value parse_initial(const std::string& text);

}  // namespace linnet
