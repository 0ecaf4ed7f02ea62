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

// Throws InputError for everything that is wrong with the file or the request.
// `announce` is told what begins: "reading x.jsonl".
using Announce = std::function<void(const std::string&)>;
CheckedHistory check_file(const std::string& path, const CheckRequest& request, const Announce& announce);
// The same from a history on that is resolved against the specification.
CheckedHistory check_history(
    History history, const Spec& spec, const CheckRequest& request, const Budget& budget,
    const Announce& announce = [](const std::string&) {});
// Beside the criterion: the model, the strengths of methods, the factors.
std::string asked_for(const CheckRequest& request);
// The specification that the request asks for, or the history names. Throws InputError if there is none.
Spec choose_spec(const History& history, const CheckRequest& request);
// Four fifths of the machine: enough for everything that fits, and the rest of the machine stays alive.
std::size_t most_of_the_memory();
// How many configurations a search goes through where the request sets no time: about what a fast one does in a minute. It is
// a number of steps, so that no verdict depends on how busy the machine is.
inline constexpr std::uint32_t kUsualSteps = 200'000'000;
// The limits that the request sets; time runs from now.
Budget budget_of(const CheckRequest& request);

// The smallest factor with which the file's history is quasi-linearizable, and how far its operations are from their
// places then. Throws InputError like check_file.
MeasuredHistory measure_file(const std::string& path, const CheckRequest& request, const Announce& announce);

// The strengths of methods that the histories of all files keep. Throws InputError like check_file, and if the files are
// of different objects.
InferredMethods infer_from_files(const std::vector<std::string>& paths, const CheckRequest& request,
                                 const Announce& announce);

// For help: what there is, from the tables themselves.
std::vector<Described> list_specs();
std::vector<Described> list_algorithms();
std::vector<Described> list_formats();

// A value as JSON text.
Value parse_initial(const std::string& text);

}  // namespace linnet
