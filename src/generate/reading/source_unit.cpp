// Parsing, diagnostics and completion with libclang.
#include "generate/reading/class_reader.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"

namespace linnet::generate {

namespace {

bool is_error(CXDiagnostic diagnostic) {
  return clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
}

bool is_function(CXCursorKind kind) {
  return kind == CXCursor_CXXMethod || kind == CXCursor_FunctionTemplate ||
         kind == CXCursor_ConversionFunction;
}

std::string typed_text(CXCompletionString completion) {
  for (unsigned i = 0; i < clang_getNumCompletionChunks(completion); ++i) {
    if (clang_getCompletionChunkKind(completion, i) == CXCompletionChunk_TypedText) {
      return text_of(clang_getCompletionChunkText(completion, i));
    }
  }
  return {};
}

}  // namespace

SourceUnit::SourceUnit(std::string file, std::vector<std::string> flags)
    : file_(std::move(file)), flags_(std::move(flags)), index_(clang_createIndex(0, 0)) {}

SourceUnit::~SourceUnit() {
  if (unit_ != nullptr) clang_disposeTranslationUnit(unit_);
  clang_disposeIndex(index_);
}

void SourceUnit::parse(const std::string& text) {
  CXUnsavedFile content{file_.c_str(), text.data(), text.size()};
  if (unit_ != nullptr) {
    if (clang_reparseTranslationUnit(unit_, 1, &content, CXReparse_None) == 0) return;
    clang_disposeTranslationUnit(unit_);
    unit_ = nullptr;
  }
  std::vector<const char*> words{"-xc++", "-std=c++20", "-w", "-ferror-limit=0",
                                 "-ftemplate-backtrace-limit=0"};
  for (const std::string& flag : flags_) words.push_back(flag.c_str());
  constexpr unsigned kIncludesOnce =
      CXTranslationUnit_PrecompiledPreamble | CXTranslationUnit_CreatePreambleOnFirstParse;
  const CXErrorCode code =
      clang_parseTranslationUnit2(index_, file_.c_str(), words.data(), static_cast<int>(words.size()),
                                  &content, 1, kIncludesOnce, &unit_);
  if (code != CXError_Success) {
    unit_ = nullptr;
    throw InputError(fmt::format("libclang cannot parse {}: does it know all the compiler flags?", file_));
  }
}

void SourceUnit::add_own_line(CXDiagnostic diagnostic, std::vector<unsigned>& lines) const {
  CXFile where = nullptr;
  unsigned line = 0;
  clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &where, &line, nullptr, nullptr);
  if (where != nullptr && text_of(clang_getFileName(where)) == file_) lines.push_back(line);
}

CompileError SourceUnit::describe(CXDiagnostic diagnostic) const {
  CompileError error{text_of(clang_getDiagnosticSpelling(diagnostic)),
                     text_of(clang_formatDiagnostic(
                         diagnostic, CXDiagnostic_DisplaySourceLocation | CXDiagnostic_DisplayColumn)),
                     {}};
  add_own_line(diagnostic, error.lines);
  const CXDiagnosticSet notes = clang_getChildDiagnostics(diagnostic);
  for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(notes); ++i) {
    const CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
    add_own_line(note, error.lines);
    clang_disposeDiagnostic(note);
  }
  return error;
}

std::vector<CompileError> SourceUnit::errors() const {
  std::vector<CompileError> found;
  constexpr std::size_t kMost = 1'000;  // for a file that is no header at all
  for (unsigned i = 0; i < clang_getNumDiagnostics(unit_) && found.size() < kMost; ++i) {
    const CXDiagnostic diagnostic = clang_getDiagnostic(unit_, i);
    if (is_error(diagnostic)) found.push_back(describe(diagnostic));
    clang_disposeDiagnostic(diagnostic);
  }
  return found;
}

std::vector<MemberName> SourceUnit::members_after(const std::string& text) {
  CXUnsavedFile content{file_.c_str(), text.data(), text.size()};
  const auto line = static_cast<unsigned>(std::ranges::count(text, '\n') + 1);
  const std::size_t line_start = text.rfind('\n') + 1;
  const auto column = static_cast<unsigned>(text.size() - line_start + 1);
  CXCodeCompleteResults* const results =
      clang_codeCompleteAt(unit_, file_.c_str(), line, column, &content, 1, 0);
  std::vector<MemberName> names;
  if (results == nullptr) return names;
  for (unsigned i = 0; i < results->NumResults; ++i) {
    const CXCompletionResult& result = results->Results[i];
    if (!is_function(result.CursorKind)) continue;
    const CXAvailabilityKind availability = clang_getCompletionAvailability(result.CompletionString);
    const bool accessible = availability != CXAvailability_NotAccessible;
    std::string name = typed_text(result.CompletionString);
    const auto known = std::ranges::find(names, name, &MemberName::name);
    if (known == names.end()) {
      names.push_back({std::move(name), accessible});
    } else {
      known->accessible |= accessible;
    }
  }
  clang_disposeCodeCompleteResults(results);
  return names;
}

}  // namespace linnet::generate
