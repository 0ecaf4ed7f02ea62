#include <nlohmann/json.hpp>

#include "machine/machine.hpp"
#include "machine/other/other.hpp"
