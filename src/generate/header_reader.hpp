// What a compiler can say about a header. libclang says it (reading/), in a module of its own that is loaded when the first
// header is read: Linnet is built and installed without libclang, and starts without the time that loading LLVM takes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generate/class_description.hpp"

namespace linnet::generate {

// What a compiler says about a text that it does not accept.
struct CompileError {
  std::string message;  // one line, without its place
  std::string full;     // as the compiler prints it
  // In the file itself: of the error, then of what needed the code that it is in.
  std::vector<unsigned> lines;
};

class HeaderReader {
 public:
  virtual ~HeaderReader() = default;

  // Takes `text` as the source. The #includes that it begins with are read once, as long as they stay the same.
  virtual void parse(const std::string& text) = 0;
  virtual std::vector<CompileError> errors() const = 0;

  // The classes that the header itself declares and that have public methods.
  virtual std::vector<std::string> classes(const std::string& header) const = 0;

  // `includes` was parsed without errors. Throws InputError if there is no such class there.
  virtual ClassDescription read(const std::string& includes, const std::string& name) = 0;
};

// `module` is the path of the module, if there is one; `file` is an empty file, which stands for the source. Throws InputError
// that says what to install if the module or libclang is not there.
std::unique_ptr<HeaderReader> load_header_reader(const std::optional<std::string>& module,
                                                 const std::string& file,
                                                 const std::vector<std::string>& flags);

// "; did you mean X?" with one of the classes of a header, or nothing.
std::string did_you_mean(const std::string& name, const std::vector<std::string>& classes);

}  // namespace linnet::generate
