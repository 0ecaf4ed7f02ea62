// Tests of the persistent multi-word compare-and-swap: linnet run examples/persistent/mwcas.cpp
//
// One flaw needs two threads and no crash; the two others are found only by crashes.
#include "mwcas.hpp"

#include <linnet/test.hpp>

template <Flaw flaw>
auto mwcas_object() {
  using Mwcas = PersistentMwcas<flaw>;
  return linnet::object<Mwcas>()
      .operation("mwcas", &Mwcas::mwcas)
      .operation("read",
                 [](Mwcas& m, const std::vector<int>& where) {
                   std::vector<int> values;
                   for (const int location : where) values.push_back(m.read(location));
                   return values;
                 })
      .recover(&Mwcas::recover)
      .spec("mwcas");
}

constexpr const char* kConcurrent = "mwcas([0,1],[0,9],[1,1]) | mwcas([0],[0],[2]) ; read([0])";
constexpr const char* kAlone = "; mwcas([0,1],[0,0],[1,1]) ; read([0,1])";

LINNET_TEST(correct) {
  mwcas_object<Flaw::none>().scenario(kAlone).scenario(kConcurrent);
}
LINNET_TEST(dirty_is_different) {
  mwcas_object<Flaw::dirty_is_different>().scenario(kConcurrent);
}
LINNET_TEST(status_not_flushed) {
  mwcas_object<Flaw::status_not_flushed>().scenario(kAlone);
}
LINNET_TEST(pointers_not_flushed) {
  mwcas_object<Flaw::pointers_not_flushed>().scenario(kAlone);
}
