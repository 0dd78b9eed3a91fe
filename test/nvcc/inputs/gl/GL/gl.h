// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The types of OpenGL that gl_interop.cu and gl_driver.cu need, for machines without it.
#pragma once
typedef unsigned int GLuint;
typedef unsigned int GLenum;
