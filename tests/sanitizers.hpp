// Says whether this is a build with sanitizers, which look for other faults and take ten times as long.
#pragma once

namespace linnet {

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LINNET_UNDER_SANITIZERS
#endif
#endif
#ifdef LINNET_UNDER_SANITIZERS
constexpr bool kUnderSanitizers = true;
#else
constexpr bool kUnderSanitizers = false;
#endif

}  // namespace linnet
