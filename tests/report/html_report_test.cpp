// What is written into the page, and into files for code-scanning services.
#include "report/page/html_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/json/sarif_report.hpp"

namespace linnet {
namespace {

// The text that the page's script will parse.
std::string result_in(const std::string& page) {
  const std::string_view opening = "id=\"result\">";
  const std::size_t from = page.find(opening) + opening.size();
  return page.substr(from, page.find("</script>", from) - from);
}

TEST(HtmlReport, NothingInAResultEndsItsElement) {
  const nlohmann::json hostile = {{"a", "</script><script>alert(1)</script>"},
                                  {"b", "<!-- <script>"},
                                  {"c", "quotes \" and \\ and \\\" < end"},
                                  {"d", "\u2028 and \u2029"},
                                  {"<e>", "two  blanks\n\t and lines"}};
  const std::string result = result_in(to_html(hostile.dump(2)));
  EXPECT_EQ(result.find('<'), result.npos);
  EXPECT_EQ(result.find("\u2028"), result.npos);
  EXPECT_EQ(nlohmann::json::parse(result), hostile);
}

TEST(HtmlReport, MarksOfThePageInAResultStayThere) {
  const nlohmann::json sly = {{"a", "@LINNET_PAGE_STYLE@ @LINNET_PAGE_SCRIPT@ @LINNET_PAGE_RESULT@"}};
  const std::string page = to_html(sly.dump());
  EXPECT_EQ(nlohmann::json::parse(result_in(page)), sly);
  EXPECT_NE(page.find("class Timeline"), page.npos);
}

TEST(HtmlReport, AsksNothingOfTheNetwork) {
  const std::string page = to_html("{}");
  EXPECT_EQ(page.find("http:"), page.npos);
  EXPECT_EQ(page.find("https:"), page.npos);
  EXPECT_EQ(page.find("innerHTML"), page.npos);
}

TEST(SarifReport, PointsAtTheLineOfTheHistory) {
  const std::string result =
      R"({"verdict": "violation", "source": "h.jsonl", "violation": {"kind": "inconsistent",
    "history": [{"id": 4, "line": 7}, {"id": 5, "line": 9}], "explanation": {"sentence": "Wrong.", "culprit": 5}}})";
  const auto found = nlohmann::json::parse(to_sarif(result))["runs"][0]["results"];
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0]["message"]["text"], "Wrong.");
  const auto place = found[0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "h.jsonl");
  EXPECT_EQ(place["region"]["startLine"], 9);
}

TEST(SarifReport, HasTheFailuresOfAllResultsAndNothingElse) {
  const std::string failure =
      R"({"kind": "deadlock", "explanation": "All wait.", "details": [], "thread": 1, "schedule": "s",
    "where": [{"function": "lock", "file": "/usr/include/mutex", "line": 3}, {"function": "f", "file": "a.c", "line": 12}],
    "executions": 1, "found_at": 1, "output": "", "steps": [{"thread": 0, "verb": "locks", "repeats": 1,
    "accesses": [{"object": "m", "writes": true, "before": "", "after": ""}], "where": [{"function": "g", "file": "b.c", "line": 4}]}]})";
  const std::string several = R"({"results": [{"verdict": "pass"}, {"verdict": "violation", "violation": )" +
                              failure + R"(}, {"verdict": "unknown", "reason": "time"}]})";
  const auto found = nlohmann::json::parse(to_sarif(several))["runs"][0]["results"];
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0]["ruleId"], "deadlock");
  EXPECT_EQ(found[0]["locations"][0]["physicalLocation"]["region"]["startLine"], 12) << "the user's own line";
  const auto step = found[0]["codeFlows"][0]["threadFlows"][0]["locations"][0]["location"];
  EXPECT_EQ(step["message"]["text"], "thread 0 locks m");
}

}  // namespace
}  // namespace linnet
