// --criterion and what belongs to one of them.
#include "cli/criterion_options.hpp"

#include "driver/checking/check_driver.hpp"

namespace linnet {

void add_criterion_options(CLI::App& app, CheckRequest& request) {
  app.add_option("--criterion", request.criterion, "what the history must be\n" + list_criteria())
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--model", request.model, "of criterion weak, the model\n" + list_models())
      ->type_name("NAME");
  app.add_option("--axioms", request.axioms,
                 "or its axioms: 'vis >= po; vis >= vis.vis' (docs/weak-consistency.md)")
      ->type_name("TEXT");
  app.add_option("--strength", request.strength,
                 "how much single methods must see: size=any,put=lin; there are lin, hb, causal, po, any")
      ->type_name("STRENGTHS");
  app.add_option("--quasi", request.quasi,
                 "of criterion quasi, how far operations may be from their places: 2, enq=0,deq=2, enq+deq=2 "
                 "(docs/quasi.md)")
      ->type_name("FACTORS");
}

std::vector<std::string> words_given(const CLI::App& app, const CLI::App& declared) {
  std::vector<std::string> words;
  for (const CLI::Option* option : declared.get_options()) {
    const std::string name = option->get_name();
    const CLI::Option* given = name == "--help" ? nullptr : app.get_option_no_throw(name);
    if (given == nullptr || given->count() == 0) continue;
    if (given->get_expected_max() == 0) words.push_back(name);
    if (given->get_expected_max() == 0) continue;
    for (const std::string& value : given->results()) words.push_back(name + "=" + value);
  }
  return words;
}

std::vector<std::string> words_for_check(const CLI::App& app) {
  CheckRequest any;
  CLI::App declared;
  add_criterion_options(declared, any);
  return words_given(app, declared);
}

}  // namespace linnet
