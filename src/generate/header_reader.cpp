// Loads the module that reads headers, and finds the names nearest to an unknown one.
#include "generate/header_reader.hpp"

#include <dlfcn.h>

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/nearest.hpp"

namespace linnet::generate {

std::unique_ptr<HeaderReader> load_header_reader(const std::optional<std::string>& module,
                                                 const std::string& file,
                                                 const std::vector<std::string>& flags) {
  if (!module) {
    throw InputError(
        "reading a class needs a module that is not there: install the package linnet-generate, or install "
        "libclang-19-dev and build Linnet again");
  }
  void* const loaded = dlopen(module->c_str(), RTLD_NOW | RTLD_LOCAL);
  if (loaded == nullptr) {
    throw InputError(fmt::format(
        "reading a class needs libclang: install libclang1-19 and libclang-common-19-dev ({})", dlerror()));
  }
  using Make = HeaderReader*(const std::string&, const std::vector<std::string>&);
  auto* const make = reinterpret_cast<Make*>(dlsym(loaded, "linnet_header_reader"));
  if (make == nullptr) throw InputError(fmt::format("{} is no module of Linnet's", *module));
  return std::unique_ptr<HeaderReader>(make(file, flags));
}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& classes) {
  const auto without_arguments = [](const std::string& text) { return text.substr(0, text.find('<')); };
  const auto last_part = [](const std::string& text) {
    const std::size_t at = text.rfind("::");
    return at == std::string::npos ? text : text.substr(at + 2);
  };
  std::vector<std::string> parts;
  for (const std::string& known : classes) parts.push_back(last_part(without_arguments(known)));
  const auto meant = nearest(last_part(without_arguments(name)), parts);
  if (!meant) return "";
  const auto at = static_cast<std::size_t>(std::ranges::find(parts, *meant) - parts.begin());
  return fmt::format("; did you mean {}?", classes[at]);
}

}  // namespace linnet::generate
