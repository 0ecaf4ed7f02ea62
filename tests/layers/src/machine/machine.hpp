
#include "linnet/public.hpp"
#include "noun/noun.hpp"
