// Tests of the persistent multi-word compare-and-swap: linnet run examples/persistent/mwcas.cpp
//
// Two flaws need two threads and no crash; the others are found only by crashes.
#include "mwcas.hpp"

#include <linnet/test.hpp>

template <Flaw flaw, template <class> class Descriptors = FreshDescriptors>
auto mwcas_object() {
  using Mwcas = PersistentMwcas<flaw, 3, Descriptors>;
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
LINNET_TEST(decision_forgotten) {
  mwcas_object<Flaw::decision_forgotten>().scenario(kAlone);
}
LINNET_TEST(pointers_not_flushed) {
  mwcas_object<Flaw::pointers_not_flushed>().scenario(kAlone);
}

// With descriptors that are reused: two for two threads, or one.
template <class Descriptor>
using TwoDescriptors = DescriptorPool<Descriptor, 2>;
template <class Descriptor>
using OneDescriptor = DescriptorPool<Descriptor, 1>;
template <class Descriptor>
using HastyDescriptors = DescriptorPool<Descriptor, 2, Rest::none>;

constexpr const char* kAgain = "mwcas([0],[0],[1]) mwcas([1,2],[0,9],[5,6]) | read([0]) ; read([1])";
constexpr const char* kAgainAlone = "; mwcas([0],[0],[1]) mwcas([0,1],[1,0],[2,2]) ; read([0,1])";

LINNET_TEST(pooled) {
  mwcas_object<Flaw::none, TwoDescriptors>().scenario(kAgain).crashes(0);
}
LINNET_TEST(pooled_alone) {
  mwcas_object<Flaw::none, OneDescriptor>().scenario(kAgainAlone);
}
LINNET_TEST(used_again_too_early) {
  mwcas_object<Flaw::none, HastyDescriptors>().scenario(kAgain).crashes(0);
}
LINNET_TEST(descriptor_not_flushed) {
  mwcas_object<Flaw::descriptor_not_flushed, OneDescriptor>().scenario(kAgainAlone);
}
