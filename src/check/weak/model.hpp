// The axioms of weak consistency: their language, their text and the named models.
//
// An abstract execution adds to a history (program order po, happens-before hb) a total order lin and a
// relation vis: which operations each one sees. A model says what lin and vis must contain:
//
//   model ::= axiom (';' axiom)*      axiom ::= 'Ret' | 'vis' '>=' rel | 'lin' '>=' rel | 'vis' '=' 'lin'
//   rel   ::= factor ('.' factor)*    factor ::= 'po' | 'hb' | 'lin' | 'vis'
//
// x R.S z iff x R y and y S z for some y, so "vis >= vis.po" is monotonic reads: operations after y in its
// thread see everything that y saw. The language does not have "vis >= po | hb" (write two axioms), "vis <=
// lin" (true of every model), and "vis >= vis*" (write "vis >= vis.vis", which means transitivity).
//
// Every model contains Ret, lin >= vis and lin >= hb. From these follows `lin >= rel` for every rel of the
// language, so such axioms are kept for printing and change nothing.
//
// Emmi, Enea: Monitoring Weak Consistency. CAV 2018, section 2.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "linnet/spec.hpp"
#include "verdict/strength.hpp"

namespace linnet {

enum class Relation : std::uint8_t { po, hb, lin, vis };
std::string_view name_of(Relation relation);

struct Axiom {
  Relation left = Relation::vis;  // vis or lin
  std::vector<Relation> right;    // composed from left to right; never empty
  // The method whose operations have to see this much; empty for all operations, and unless left is vis. It
  // is not part of the text: see Strength.
  std::string method;

  bool operator==(const Axiom&) const = default;
};

class WeakModel {
 public:
  WeakModel() = default;  // return-value consistency: only what every model contains

  // Throws an InputError that points at the character.
  static WeakModel parse(std::string_view text);
  // Throws an InputError that suggests the nearest name.
  static WeakModel named(std::string_view name);

  // Operations of this method must see this much, whatever else the model says.
  void require(const std::string& method, Strength strength);
  void require(const Strengths& strengths);

  std::span<const Axiom> axioms() const { return axioms_; }
  // Whether Ret is about the add-wins set (concurrent.hpp) rather than a sequential specification.
  bool add_wins() const { return add_wins_; }
  // Whether every operation sees everything linearized before it. For specifications whose steps have one
  // outcome each, that is linearizability. (Not for others: Ret re-executes visible operations and ignores
  // recorded results, so a bag with one 1 may give it away twice.)
  bool sees_everything() const;

  // The axioms beyond those of every model; parse() reads them back, except the strengths of methods.
  std::string to_string() const;

  bool operator==(const WeakModel&) const = default;

 private:
  std::vector<Axiom> axioms_;
  bool add_wins_ = false;
};

struct NamedModel {
  std::string_view name;
  std::string_view axioms;   // empty for none
  std::string_view meaning;  // one line for --help and the manual
};
std::span<const NamedModel> named_models();

// Strengths say how much the operations of single methods must see (strength.cpp).

// Whether a implies b. Strengths are a chain, except hb and causal, of which neither implies the other.
bool implies(Strength a, Strength b);

// Throws an InputError that points at the character: for text that is not in the language, a method that the
// specification does not have, and one that is named twice.
Strengths parse_strengths(std::string_view text, const Spec& spec);
std::string to_string(const Strengths& strengths);  // parse_strengths reads it back

// The strength of every method, if the specification says that some see less than everything linearized
// before them; empty otherwise. Throws InputError for a word that is no strength.
Strengths declared_strengths(const Spec& spec);
// Adds the methods that are not named, which are atomic.
Strengths completed(Strengths strengths, const Spec& spec);

}  // namespace linnet
