// Tells whether a compiled source is a separate program, or part of every program.
#pragma once

#include <string>

namespace linnet {

// Whether the object file has a main, or declares object tests. Its symbols say so, whatever the text of its
// source looks like. Throws InputError if it is no object file.
bool is_program_of_its_own(const std::string& object);

}  // namespace linnet
