// The border to a terminal: control sequences are made visible, except Linnet's own emphasis.
#pragma once

#include <string>
#include <string_view>

namespace linnet {

// Names, values and output of programs come from outside, and a terminal obeys what they contain: an escape
// can colour, move, rename or type. So control characters, characters that change the direction of text, and
// bytes that are not UTF-8 are written as `\x1b` or `\u202e`; only line ends and tabulators stay. Emphasis
// (style.hpp) becomes escapes.
std::string visible(std::string_view text);

}  // namespace linnet
