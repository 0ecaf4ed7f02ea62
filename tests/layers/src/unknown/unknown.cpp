#include "noun/noun.hpp"
