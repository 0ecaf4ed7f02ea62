// Which memory model a result holds for, if the user did not say: c11 where the program uses orders weaker than seq_cst, otherwise sc.
#pragma once

#include "driver/exploring/exploration.hpp"

namespace linnet {

// Explores interleavings. If nothing is wrong there, and they are not all there is, explores the execution graphs of c11, too. Where these
// cannot be had, or not all, the result is that of the interleavings and says so; where a limit ended them, nothing can be said. After
// interleavings within a bound, graphs are explored for as long as executions beyond a bound are.
// `plan` is how interleavings are explored; it is `request`, or what stands for it.
ExploredProgram explore_as_the_program_needs(const Subject& subject, const ExplorationRequest& request,
                                             const ExplorationRequest& plan, const ExplorationWatch& watch);

}  // namespace linnet
