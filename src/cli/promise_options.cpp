// --promise, the older spellings of its parts, and --strength.
#include "cli/promise_options.hpp"

#include <memory>

#include "driver/checking/promise.hpp"

namespace linnet {

void add_promise_options(OptionList& options, CheckRequest& request) {
  auto said = std::make_shared<std::vector<SaidPromise>>();
  const auto saying = [said](const std::string& option) {
    return [said, option](const std::string& value) { said->push_back({option, value}); };
  };
  options
      .add("--promise", saying("--promise"),
           "What every history must be, as in quasi:2, quasi:enq=0,deq=2 or 'weak: vis >= po'.")
      .takes("PROMISE")
      .such_as(all_promises())
      .usually(promise_of(request))
      .in_short_help();
  const auto strength = [said, &request](const std::string& value) {
    request.strength = value;
    said->push_back({"--strength", value});
  };
  options
      .add("--strength", strength,
           "How much each method must see, as in size=any,put=lin. The strengths are lin, hb, causal, po and "
           "any.")
      .takes("STRENGTHS");
  for (const char* part : {"--criterion", "--model", "--axioms", "--quasi"})
    options.add_hidden(part, saying(part));
  options.afterwards([said, &request] { set_promise(request, *said); });
}

}  // namespace linnet
