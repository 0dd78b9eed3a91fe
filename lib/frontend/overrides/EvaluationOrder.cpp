// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code evaluates the arguments of a call from the right to the left, as g++ does, which nvcc
// uses for host code and users' programs were tried with. C++ leaves the order open; Clang's own is
// from the left. Device code stays with that, as NVIDIA's compiler. Replaced as in
// SemaOverride.cpp.
#include "frontend/Overrides.h"
#include "frontend/PassState.h"

#include "clang/AST/Expr.h"

namespace anywarp::frontend::evaluation {

// The parameters of CodeGenFunction::EmitCallArgs that no installed header declares, as the ABI
// passes them.
struct Prototype {
  const void *value;
};
struct Callee {
  const void *value;
};
enum class Order : int { Default, LeftToRight, RightToLeft };
using Arguments = llvm::iterator_range<clang::CallExpr::const_arg_iterator>;

} // namespace anywarp::frontend::evaluation

using namespace anywarp::frontend;
using namespace anywarp::frontend::evaluation;

void realEmitCallArgs(void *function, void *result, Prototype, Arguments, Callee, unsigned skip,
                      Order) asm("__real_" AW_CALL_ARGUMENTS);
void wrapEmitCallArgs(void *function, void *result, Prototype, Arguments, Callee, unsigned skip,
                      Order) asm("__wrap_" AW_CALL_ARGUMENTS);
void wrapEmitCallArgs(void *function, void *result, Prototype prototype, Arguments arguments,
                      Callee callee, unsigned skip, Order order) {
  // Where the language fixes the order (braces, assignment, shift operators) Clang asks for it.
  if (order == Order::Default && isHostPass())
    order = Order::RightToLeft;
  realEmitCallArgs(function, result, prototype, arguments, callee, skip, order);
}
