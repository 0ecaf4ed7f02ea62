// Results as text for a person: a line for the verdict, and below it the explanation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "report/text/style.hpp"
#include "verdict/result.hpp"

namespace linnet {

std::string to_text(const CheckedHistory& result, const Style& style);
std::string to_text(const ExploredProgram& result, const Style& style);
std::string to_text(const GeneratedTests& result, const Style& style);
std::string to_text(const StressedProgram& result, const Style& style);
std::string to_text(const MeasuredHistory& result, const Style& style);
std::string to_text(const InferredMethods& result, const Style& style);
std::string to_text(const RelaxedOrders& result, const Style& style);

inline std::string to_text(const Result& result, const Style& style) {
  return std::visit([&](const auto& of_its_kind) { return to_text(of_its_kind, style); }, result);
}

// One execution with all its steps, or so many of them, in one column for each thread.
std::string to_text(const Failure& failure, const Style& style, std::size_t most_steps = SIZE_MAX);
// The same with at most some hundreds of steps, how often it happened, the command that replays it, and its consequences.
std::string whole_text(const Failure& failure, const Style& style);

// What would make the failure of a program go away.
std::string to_text(const OrderAdvice& advice, const Style& style);

// How far operations were from their places in all measured histories together, as bars of text and as a picture.
std::string places_text(std::span<const Result> measured, const Style& style);
std::string places_svg(std::span<const Result> measured);

}  // namespace linnet
