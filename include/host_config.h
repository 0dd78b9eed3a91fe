// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host compiler is checked when a release is made; there is nothing left to declare.
#pragma once
