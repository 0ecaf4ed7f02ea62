// The parameters of one call: what the lambda takes, what comes before, what is passed on, and what comes back through them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generate/class_description.hpp"

namespace linnet::generate {

class CallParameters {
 public:
  // `pack_size` is how many elements a pack has.
  CallParameters(const ClassDescription& description, std::size_t pack_size);

  // Adds a parameter; returns why it cannot be passed, if it cannot.
  std::optional<std::string> add(const Parameter& parameter);

  using Words = std::vector<std::string>;
  const Words& parameters() const { return parameters_; }
  const Words& before() const { return before_; }
  const Words& passed() const { return passed_; }
  const Words& results() const { return results_; }
  const Words& result_types() const { return result_types_; }
  const Words& remarks() const { return remarks_; }
  bool reads_results() const { return reads_results_; }
  // Whether every parameter is passed as it was taken.
  bool is_direct() const { return direct_; }
  // What stands in each .arguments(...); there is none if small values are known by the types.
  Words arguments() const;

 private:
  std::optional<std::string> add_deduced(const Parameter& parameter);
  std::optional<std::string> add_known(const Parameter& parameter);
  // A name that is not taken yet.
  std::string fresh(const std::string& wanted);
  // Makes it a parameter of the lambda; returns what to pass on.
  std::string take(const std::string& wanted, const Type& type);
  std::optional<std::string> pass(std::string expression);
  std::optional<std::string> pass_plain(const Parameter& parameter);
  std::optional<std::string> pass_tuple(const Parameter& parameter);
  std::optional<std::string> pass_pointer(const Parameter& parameter);
  // A result through a parameter.
  std::optional<std::string> give_back(const Parameter& parameter);
  std::optional<std::string> exchange(const Parameter& parameter);
  std::optional<std::string> make_one(const Parameter& parameter);

  std::vector<Type> elements_;
  std::size_t pack_size_;
  Words parameters_, before_, passed_, results_, result_types_, remarks_, names_;
  std::vector<Words> samples_;
  bool any_needs_samples_ = false, reads_results_ = false, direct_ = true;
};

}  // namespace linnet::generate
