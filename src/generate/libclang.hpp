// The functions of libclang, loaded when the first header is read. Linked like other libraries, it and LLVM would be
// loaded by every start of `linnet` (docs/decisions/0001-dependencies.md has the times).
#pragma once

#include <string>

#include <clang-c/Index.h>

namespace linnet::generate {

// clang_NAME, each as a member NAME.
#define LINNET_LIBCLANG(X)                                                                                   \
  X(createIndex)                                                                                             \
  X(disposeIndex)                                                                                            \
  X(parseTranslationUnit2) X(disposeTranslationUnit) X(reparseTranslationUnit) X(getTranslationUnitCursor)   \
      X(Cursor_getTranslationUnit) X(getNumDiagnostics) X(getDiagnostic) X(disposeDiagnostic) X(             \
          getDiagnosticSeverity) X(getDiagnosticSpelling) X(getDiagnosticLocation) X(formatDiagnostic)       \
          X(getChildDiagnostics) X(getNumDiagnosticsInSet) X(getDiagnosticInSet) X(codeCompleteAt) X(        \
              disposeCodeCompleteResults) X(getNumCompletionChunks) X(getCompletionChunkKind)                \
              X(getCompletionChunkText) X(getCompletionAvailability) X(getCString) X(disposeString) X(       \
                  getExpansionLocation) X(getFileName) X(tokenize) X(disposeTokens) X(getTokenSpelling)      \
                  X(visitChildren) X(getCursorKind) X(getCursorSpelling) X(getCursorDisplayName) X(          \
                      getCursorLocation) X(getCursorExtent) X(getCursorType) X(getCursorReferenced)          \
                      X(getCursorSemanticParent) X(isCursorDefinition) X(equalCursors) X(getCanonicalCursor) \
                          X(getTypedefDeclUnderlyingType) X(Cursor_isInlineNamespace) X(Cursor_isAnonymous)  \
                              X(getNumOverloadedDecls) X(getOverloadedDecl) X(getCXXAccessSpecifier)         \
                                  X(CXXMethod_isConst) X(CXXMethod_isStatic) X(CXXMethod_isDeleted)          \
                                      X(Cursor_getNumArguments) X(Cursor_getArgument) X(getTypeSpelling)     \
                                          X(getCanonicalType) X(getUnqualifiedType) X(isConstQualifiedType)  \
                                              X(getPointeeType) X(getNonReferenceType) X(getTypeDeclaration) \
                                                  X(Type_getNumTemplateArguments)                            \
                                                      X(Type_getTemplateArgumentAsType)                      \
                                                          X(Type_getCXXRefQualifier) X(getResultType)        \
                                                              X(getNumArgTypes) X(getArgType)

struct LibClang {
#define LINNET_LIBCLANG_MEMBER(name) decltype(&::clang_##name) name = nullptr;
  LINNET_LIBCLANG(LINNET_LIBCLANG_MEMBER)
#undef LINNET_LIBCLANG_MEMBER
};

// Throws InputError if it is not installed.
const LibClang& libclang();

// The text of a string of libclang's, which is then disposed of.
std::string text_of(CXString string);

// Calls visit(cursor) for each child.
template <class Visit>
void for_each_child(CXCursor parent, Visit visit) {
  libclang().visitChildren(
      parent,
      [](CXCursor cursor, CXCursor, CXClientData data) {
        (*static_cast<Visit*>(data))(cursor);
        return CXChildVisit_Continue;
      },
      &visit);
}

}  // namespace linnet::generate
