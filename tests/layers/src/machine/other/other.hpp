#include "machine/room/room.hpp"
#include "noun/noun.hpp"
