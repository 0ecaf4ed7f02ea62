// The entry point of the module that `linnet generate` loads.
#include "generate/header_reader.hpp"
#include "generate/reading/class_reader.hpp"

namespace linnet::generate {

namespace {

class ClangReader : public HeaderReader {
 public:
  ClangReader(const std::string& file, const std::vector<std::string>& flags) : unit_(file, flags) {}

  void parse(const std::string& text) override { unit_.parse(text); }
  std::vector<CompileError> errors() const override { return unit_.errors(); }
  std::vector<std::string> classes(const std::string& header) const override {
    return list_classes(unit_, header);
  }
  ClassDescription read(const std::string& includes, const std::string& name) override {
    return read_class(unit_, includes, name);
  }

 private:
  SourceUnit unit_;
};

}  // namespace

extern "C" HeaderReader* linnet_header_reader(const std::string& file,
                                              const std::vector<std::string>& flags) {
  return new ClangReader(file, flags);
}

}  // namespace linnet::generate
