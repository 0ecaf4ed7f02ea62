// Memory orders by place: those that would make a failure go away, and those that could be weaker.
#include "report/json/fields.hpp"

namespace linnet {

namespace {

Json place_to_json(const OrderAtPlace& at) {
  Json json = {{"place", at.place}, {"access", name_of(at.access)}};
  if (!at.object.empty()) json["object"] = at.object;
  if (at.on_failure) json["on_failure"] = true;
  json["order"] = name_of(at.order);
  return json;
}

}  // namespace

Json advice_to_json(const OrderAdvice& advice) {
  Json json = {{"suggestions", Json::array()}, {"tried", advice.tried}};
  for (const std::vector<ChangedOrder>& suggestion : advice.suggestions) {
    Json& changes = json["suggestions"].emplace_back(Json::array());
    for (const ChangedOrder& change : suggestion) {
      Json& one = changes.emplace_back(place_to_json(change.at));
      if (change.fence_before) {
        one["fence_before"] = name_of(MemoryOrder::seq_cst);
      } else {
        one["to"] = name_of(change.to);
      }
    }
  }
  if (!advice.reason.empty()) json["reason"] = advice.reason;
  return json;
}

void add_fields(Json& json, const RelaxedOrders& finding) {
  json["memory_model"] = name_of(finding.memory_model);
  json["tests"] = finding.tests;
  json["tried"] = finding.tried;
  json["orders"] = Json::array();
  for (const RelaxedOrders::Row& row : finding.rows) {
    Json& one = json["orders"].emplace_back(place_to_json(row.at));
    one["alone"] = name_of(row.alone);
    one["together"] = name_of(row.together);
  }
  if (!finding.reason.empty()) json["reason"] = finding.reason;
}

}  // namespace linnet
