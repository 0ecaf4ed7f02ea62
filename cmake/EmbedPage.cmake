# Writes the files of src/report/page as C++ string constants, run at build time:
#
#   cmake -D FOLDER=src/report/page -D OUTPUT=page_text.hpp -P EmbedPage.cmake
#
# Each file is a separate constant, so that none comes near the limit of 64 KiB that compilers have to accept.
file(READ ${FOLDER}/page.html page)
file(READ ${FOLDER}/page.css style)
set(text "// Made of src/report/page by cmake/EmbedPage.cmake.\n#pragma once\n\n#include <string_view>\n\nnamespace linnet {\n\n")
string(APPEND text "constexpr std::string_view kPage = R\"embedded(${page})embedded\";\n\n")
string(APPEND text "constexpr std::string_view kStyle = R\"embedded(${style})embedded\";\n\n")
string(APPEND text "constexpr std::string_view kScripts[] = {\n")
foreach(name dom keys model source timeline orders graph moment execution persistence overview summaries main)
  file(READ ${FOLDER}/${name}.js script)
  string(APPEND text "R\"embedded(${script})embedded\",\n")
endforeach()
string(APPEND text "};\n\n}  // namespace linnet\n")
file(WRITE ${OUTPUT} "${text}")
