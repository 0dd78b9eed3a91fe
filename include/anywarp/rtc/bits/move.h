// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libstdc++'s file of this name in a source for NVRTC: std::move and std::forward are there already
// (rtc_std.h), so its own get other names.
#if defined(__NV_BUILTIN_MOVE_FORWARD)
#pragma push_macro("move")
#pragma push_macro("forward")
#undef move
#undef forward
#define move __aw_unused_move
#define forward __aw_unused_forward
#include_next <bits/move.h>
#pragma pop_macro("move")
#pragma pop_macro("forward")
#else
#include_next <bits/move.h>
#endif
