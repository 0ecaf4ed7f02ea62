// Violat's histories of Java collections: one JSON document with a schema (which class) and its events.
//
//   {"schema":{"class":"java.util.concurrent.ConcurrentHashMap", ...},
//    "events":[{"kind":"call","sid":0,"invocation":{"id":1,"method":{"name":"put", ...},"arguments":[0,1]}},
//              {"kind":"return","sid":0,"invocation":{...},"value":"null"}, ...]}
//
// Results are strings that hold JSON. Java's names become those of our specifications.
#pragma once

#include "history/formats/format.hpp"

namespace linnet {

extern const Format kViolatFormat;

}  // namespace linnet
