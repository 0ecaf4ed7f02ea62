// Functions of libc and of the C++ library that are in no table of noted_call.hpp.
//
// Members of some classes access their object, and that is noted. A function that accesses no memory of its caller needs nothing. Any
// other may access whatever it is given: a call of it while other threads run is named, and the result is not complete.
#pragma once

#include <string_view>

namespace linnet::runtime {

// What to call in place of a function of that name, which is at that address; null if it can be called as it is.
const void* stand_in_for_unlisted(std::string_view name, const void* function);

}  // namespace linnet::runtime
