// The parts of a JSON result. Fields come in the order in which they are read.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "verdict/result.hpp"

namespace linnet {

using Json = nlohmann::ordered_json;

// Two spaces per level and a line break at the end. Output of programs and file names need not be UTF-8:
// other bytes become U+FFFD.
std::string json_text(const Json& json);

// Adds the fields of this kind of finding to those that all findings have.
void add_fields(Json& json, const CheckedHistory& finding);
void add_fields(Json& json, const ExploredProgram& finding);
void add_fields(Json& json, const GeneratedTests& finding);
void add_fields(Json& json, const StressedProgram& finding);
void add_fields(Json& json, const MeasuredHistory& finding);
void add_fields(Json& json, const InferredMethods& finding);
void add_fields(Json& json, const RelaxedOrders& finding);

// The library finds this by the type of what is put into an object or a list.
void to_json(Json& json, const CodePlace& place);

Json advice_to_json(const OrderAdvice& advice);

// The operations of a history, a list.
Json history_to_json(const History& history);

// `violation` of the contract: kind, history and explanation of an inconsistent history; and how a program
// failed.
Json violation_to_json(const CheckedHistory& finding);
Json violation_to_json(const Failure& failure);

}  // namespace linnet
