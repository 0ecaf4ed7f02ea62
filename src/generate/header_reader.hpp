// What a compiler knows about a header. libclang provides it (reading/), in a separate module that is loaded
// when the first header is read: so Linnet can be built and installed without libclang, and starts without
// loading LLVM.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generate/class_description.hpp"

namespace linnet::generate {

// The compiler's message about a text that it does not accept.
struct CompileError {
  std::string message;  // one line, without its place
  std::string full;     // as the compiler prints it
  // Lines in the file itself: that of the error, then those that needed the code that contains it.
  std::vector<unsigned> lines;
};

class HeaderReader {
 public:
  virtual ~HeaderReader() = default;

  // Takes `text` as the source. The #includes at its beginning are read once, as long as they stay the same.
  virtual void parse(const std::string& text) = 0;
  virtual std::vector<CompileError> errors() const = 0;

  // The classes that the header itself declares and that have public methods.
  virtual std::vector<std::string> classes(const std::string& header) const = 0;

  // `includes` was parsed without errors. Throws InputError if there is no such class there.
  virtual ClassDescription read(const std::string& includes, const std::string& name) = 0;
};

// `module` is the path of the module, if there is one; `file` is an empty file, which stands for the source.
// Throws an InputError that says what to install if the module or libclang is missing.
std::unique_ptr<HeaderReader> load_header_reader(const std::optional<std::string>& module,
                                                 const std::string& file,
                                                 const std::vector<std::string>& flags);

// "; did you mean X?" with one of the classes of a header, or nothing.
std::string did_you_mean(const std::string& name, const std::vector<std::string>& classes);

}  // namespace linnet::generate
