// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An old name: what it defined comes with the header below.
#pragma once
#include <vector_functions.h>
