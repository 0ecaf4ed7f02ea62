// Chooses the memory model for which a result holds, if the user did not: c11 if the program uses orders
// weaker than seq_cst, otherwise sc.
#pragma once

#include "driver/exploring/exploration.hpp"

namespace linnet {

// Explores interleavings. If nothing is wrong there, and the program has other executions as well, also
// explores the execution graphs of c11. If graphs are not supported for the program, or not completely, the
// result is that of the interleavings and says so; if a limit ended them, the result is unknown. After
// interleavings within a bound, graphs are explored for the same time as executions beyond a bound. `plan`
// says how interleavings are explored; it is `request`, or its replacement.
ExploredProgram explore_as_the_program_needs(const Subject& subject, const ExplorationRequest& request,
                                             const ExplorationRequest& plan, const ExplorationWatch& watch);

}  // namespace linnet
