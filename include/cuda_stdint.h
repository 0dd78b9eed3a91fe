// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An old name of <stdint.h>.
#pragma once
#include <stdint.h>
