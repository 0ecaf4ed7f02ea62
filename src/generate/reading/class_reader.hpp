// Reads a class with libclang.
//
// libclang does not show what is in an implicit instantiation such as Queue<int>, only the template with its dependent
// types. But it completes `object.` to the names of all members, bases' too; and a derived class with a using-declaration
// for each name has the overloads, instantiated:
//
//   struct linnet_probe : Queue<int> { using Queue<int>::push; ... };
//
// The same works for constructors, and for classes that are no templates.
#pragma once

#include "generate/class_description.hpp"
#include "generate/reading/source_unit.hpp"

namespace linnet::generate {

// The unit has parsed `includes`, without errors. Throws InputError if there is no such class there.
ClassDescription read_class(SourceUnit& unit, const std::string& includes, const std::string& name);

// The classes that the header itself declares and that have public methods: boost::lockfree::queue<T, Options...>
std::vector<std::string> list_classes(const SourceUnit& unit, const std::string& header);

}  // namespace linnet::generate
