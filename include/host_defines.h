// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The older name of crt/host_defines.h.
#pragma once
#include "crt/host_defines.h"
