// Says how much the operations of single methods must see, so that `size` may be weak while `put` stays atomic.
//
//   strengths ::= METHOD '=' strength (',' METHOD '=' strength)*    strength ::= lin | hb | causal | po | any
//
// An example is put=lin,size=po. This is not the same as a model that says so of all operations: with get=causal, a get sees
// what those it sees have seen, but a put in between may have been blind.
//
// Emmi, Enea: Weak-Consistency Specification via Visibility Relaxation. POPL 2019.
#pragma once

#include <string>
#include <string_view>

#include "linnet/spec.hpp"
#include "verdict/strength.hpp"

namespace linnet {

// Whether a implies b. They are a chain but for hb and causal, of which neither implies the other.
bool implies(Strength a, Strength b);

// Throws InputError that points at the character: for what is not in the language, a method that the specification
// does not have, and one that is named twice.
Strengths parse_strengths(std::string_view text, const Spec& spec);
std::string to_string(const Strengths& strengths);  // parse_strengths reads it back

// The strength of every method, if the specification says that some see less than everything linearized before them; empty
// otherwise.
// Throws InputError for a word that is no strength.
Strengths declared_strengths(const Spec& spec);
// Does the same, and adds those that are not named: these are atomic.
Strengths completed(Strengths strengths, const Spec& spec);

}  // namespace linnet
