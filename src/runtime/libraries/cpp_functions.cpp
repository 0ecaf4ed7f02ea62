// What functions that are compiled into the C++ library access: of maps, sets and lists the nodes, of streams what they read and
// print, and the stream itself.
//
// Where a function changes a map or a set, the node at its head stands for all that it may write: whoever else uses the container
// reads that node first.
#include <dlfcn.h>

#include <array>
#include <istream>
#include <list>
#include <map>
#include <string>

#include "runtime/libraries/noted_call.hpp"

namespace linnet::runtime {
namespace {

using By = const Accesses&;
using TreeNode = std::_Rb_tree_node_base;
using ListNode = std::__detail::_List_node_base;
using Stream = void;

constexpr auto leaves_node = [](By by, const TreeNode* node) { by.reads(node); };
constexpr auto comes_to_node = [](By by, const TreeNode* reached, const TreeNode*) { by.reads(reached); };

constexpr auto inserts = [](By by, const ListNode* node, const ListNode* before) {
  by.writes(node);
  by.writes(&before->_M_prev);
  by.writes(&before->_M_prev->_M_next);
};
constexpr auto takes_out = [](By by, const ListNode* node) {
  by.reads(node);
  by.writes(&node->_M_prev->_M_next);
  by.writes(&node->_M_next->_M_prev);
};

// All streams but the standard ones are used by one thread at a time, and what is written then is not told from what is read.
constexpr auto uses_stream = [](By by, Stream* stream, auto...) {
  if (!is_standard_stream(stream)) by.writes(stream, sizeof(void*));
};

void reads(By by, const std::string* text) {
  by.reads(text);
  by.reads(text->data(), text->size());
}
constexpr auto prints_text = [](By by, Stream* stream, const char* text) {
  uses_stream(by, stream);
  by.reads_text(text);
};
constexpr auto prints_bytes = [](By by, Stream* stream, const char* from, std::streamsize size) {
  uses_stream(by, stream);
  by.reads(from, static_cast<std::size_t>(size));
};
constexpr auto prints_string = [](By by, Stream* stream, const std::string* text) {
  uses_stream(by, stream);
  reads(by, text);
};
constexpr auto reads_value = [](By by, Stream* stream, auto* value) {
  uses_stream(by, stream);
  by.writes(value);
};
constexpr auto reads_string = [](By by, Stream* stream, std::string* text, auto...) {
  uses_stream(by, stream);
  by.writes(text);
};
constexpr auto wrote_line = [](By by, Stream*, Stream*, char* to, auto...) { by.writes_text(to); };
constexpr auto wrote_bytes = [](By by, Stream*, Stream* stream, char* to, auto...) {
  by.writes(to, static_cast<std::size_t>(static_cast<std::istream*>(stream)->gcount()));
};

template <FunctionName kName, class Value>
StandIn prints() {
  return found<kName, Stream*(Stream*, Value)>(uses_stream);
}
template <FunctionName kName, class Value>
StandIn reads_number() {
  return found<kName, Stream*(Stream*, Value*)>(reads_value);
}

}  // namespace

bool is_standard_stream(const void* stream) {
  static const std::array kStandard = [] {
    std::array<const char*, 8> all = {};
    std::size_t i = 0;
    for (const char* name : {"_ZSt3cin", "_ZSt4cout", "_ZSt4cerr", "_ZSt4clog", "_ZSt4wcin", "_ZSt5wcout",
                             "_ZSt5wcerr", "_ZSt5wclog"})
      all[i++] = static_cast<const char*>(dlsym(RTLD_DEFAULT, name));
    return all;
  }();
  const auto contains = [stream](const char* one) {
    return one != nullptr &&
           static_cast<std::size_t>(static_cast<const char*>(stream) - one) < sizeof(std::istream);
  };
  return std::ranges::any_of(kStandard, contains);
}

std::span<const StandIn> cpp_functions() {
  is_standard_stream(nullptr);  // looks for them while no execution runs
  static const StandIn kAll[] = {
      found<"_ZSt11_Hash_bytesPKvmm", std::size_t(const void*, std::size_t, std::size_t)>(
          [](By by, const void* from, std::size_t size, std::size_t) { by.reads(from, size); }),
      found<"_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base", TreeNode*(TreeNode*)>(leaves_node,
                                                                                     comes_to_node),
      found<"_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base", TreeNode*(TreeNode*)>(leaves_node,
                                                                                      comes_to_node),
      found<"_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base", TreeNode*(TreeNode*)>(leaves_node,
                                                                                     comes_to_node),
      found<"_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base", TreeNode*(TreeNode*)>(leaves_node,
                                                                                      comes_to_node),
      found<"_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_",
            void(bool, TreeNode*, TreeNode*, TreeNode*)>(
          [](By by, bool, const TreeNode* added, const TreeNode* parent, const TreeNode* head) {
            by.writes(added), by.writes(parent), by.writes(head);
          }),
      found<"_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_", TreeNode*(TreeNode*, TreeNode*)>(
          [](By by, const TreeNode* removed, const TreeNode* head) { by.writes(removed), by.writes(head); }),
      found<"_ZNSt8__detail15_List_node_base7_M_hookEPS0_", void(ListNode*, ListNode*)>(inserts),
      found<"_ZNSt8__detail15_List_node_base9_M_unhookEv", void(ListNode*)>(takes_out),
      found<"_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_", void(ListNode*, ListNode*, ListNode*)>(
          [](By by, const ListNode* before, const ListNode* first, const ListNode* end) {
            by.writes(before), by.writes(first), by.writes(end);
          }),
      found<"_ZNSt8__detail15_List_node_base4swapERS0_S1_", void(ListNode*, ListNode*)>(
          [](By by, const ListNode* one, const ListNode* other) { by.writes(one), by.writes(other); }),
      found<"_ZNSt8__detail15_List_node_base10_M_reverseEv", void(ListNode*)>(
          [](By by, const ListNode* head) { by.writes(head); }),

      prints<"_ZNSolsEi", int>(),
      prints<"_ZNSolsEs", short>(),
      prints<"_ZNSolsEj", unsigned>(),
      prints<"_ZNSolsEl", long>(),
      prints<"_ZNSolsEm", unsigned long>(),
      prints<"_ZNSolsEb", bool>(),
      prints<"_ZNSolsEd", double>(),
      prints<"_ZNSolsEf", float>(),
      prints<"_ZNSolsEPKv", const void*>(),
      prints<"_ZNSo3putEc", char>(),
      prints<"_ZNSo9_M_insertIlEERSoT_", long>(),
      prints<"_ZNSo9_M_insertImEERSoT_", unsigned long>(),
      prints<"_ZNSo9_M_insertIbEERSoT_", bool>(),
      prints<"_ZNSo9_M_insertIdEERSoT_", double>(),
      prints<"_ZNSo9_M_insertIPKvEERSoT_", const void*>(),
      prints<"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c", char>(),
      found<"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", Stream*(Stream*, const char*)>(
          prints_text),
      found<"_ZNSo5writeEPKcl", Stream*(Stream*, const char*, std::streamsize)>(prints_bytes),
      found<"_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l",
            Stream*(Stream*, const char*, std::streamsize)>(prints_bytes),
      found<"_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_"
            "T1_EE",
            Stream*(Stream*, const std::string*)>(prints_string),

      reads_number<"_ZNSirsERi", int>(),
      reads_number<"_ZNSirsERs", short>(),
      reads_number<"_ZNSirsERj", unsigned>(),
      reads_number<"_ZNSirsERl", long>(),
      reads_number<"_ZNSirsERm", unsigned long>(),
      reads_number<"_ZNSirsERb", bool>(),
      reads_number<"_ZNSirsERd", double>(),
      reads_number<"_ZNSirsERf", float>(),
      reads_number<"_ZNSi10_M_extractIjEERSiRT_", unsigned>(),
      reads_number<"_ZNSi10_M_extractIlEERSiRT_", long>(),
      reads_number<"_ZNSi10_M_extractImEERSiRT_", unsigned long>(),
      reads_number<"_ZNSi10_M_extractIbEERSiRT_", bool>(),
      reads_number<"_ZNSi10_M_extractIfEERSiRT_", float>(),
      reads_number<"_ZNSi10_M_extractIdEERSiRT_", double>(),
      reads_number<"_ZNSi3getERc", char>(),
      reads_number<"_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_", char>(),
      found<"_ZNSi4readEPcl", Stream*(Stream*, char*, std::streamsize)>(uses_stream, wrote_bytes),
      found<"_ZNSi7getlineEPcl", Stream*(Stream*, char*, std::streamsize)>(uses_stream, wrote_line),
      found<"_ZNSi7getlineEPclc", Stream*(Stream*, char*, std::streamsize, char)>(uses_stream, wrote_line),
      found<"_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_"
            "EE",
            Stream*(Stream*, std::string*)>(reads_string),
      found<"_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_"
            "S5_T1_EE",
            Stream*(Stream*, std::string*)>(reads_string),
      found<"_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_"
            "S5_T1_EES4_",
            Stream*(Stream*, std::string*, char)>(reads_string),
  };
  return kAll;
}

}  // namespace linnet::runtime
