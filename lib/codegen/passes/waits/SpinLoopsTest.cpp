// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loops wait for other threads, where hundreds of branches decide whether they end.
#include <gtest/gtest.h>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include "codegen/passes/waits/SpinLoops.h"

namespace anywarp::codegen {
namespace {

/// A loop that goes on while a number is odd. `links` times in a row three branches, one within the
/// other, decide whether it is multiplied. In the last link the condition `fetched` is of a number
/// that another thread may change; none if it is 0.
std::string chain(unsigned links, char fetched) {
  std::string text = "define void @f(ptr addrspace(1) %p, i32 %n) {\nentry:\n  br label %loop\n"
                     "loop:\n  %x0 = add i32 %n, 1\n  br label %a0\na0:\n";
  const std::string link = R"(  %other# = load volatile i32, ptr addrspace(1) %p
  %s# = icmp ult i32 %x#, 1000
  br i1 %s#, label %b#, label %a@
b#:
  %t# = icmp ult i32 %x#, 100
  br i1 %t#, label %c#, label %a@
c#:
  %u# = icmp ult i32 %x#, 10
  br i1 %u#, label %d#, label %a@
d#:
  %y# = mul i32 %x#, 3
  br label %a@
a@:
  %x@ = phi i32 [ %x#, %a# ], [ %x#, %b# ], [ %x#, %c# ], [ %y#, %d# ]
)";
  for (unsigned i = 0; i < links; ++i) {
    std::string own = link;
    if (const size_t at = own.find(std::string("%") + fetched + "# ="); i + 1 == links && fetched)
      own.replace(own.find("%x#", at), 3, "%other#");
    for (const char c : own)
      text += c == '#' ? std::to_string(i) : c == '@' ? std::to_string(i + 1) : std::string(1, c);
  }
  return text + "  %odd = trunc i32 %x" + std::to_string(links) +
         " to i1\n  br i1 %odd, label %loop, label %end\nend:\n  ret void\n}\n";
}

bool waits(const std::string &text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  const auto module = llvm::parseAssemblyString(text, error, context);
  if (!module) {
    ADD_FAILURE() << error.getMessage().str();
    return false;
  }
  llvm::Function &function = *module->getFunction("f");
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  return !findSpinLoops(loops).empty();
}

TEST(SpinLoops, ManyBranchesDecide) {
  for (unsigned links : {1, 20, 100, 300}) {
    EXPECT_FALSE(waits(chain(links, 0))) << links;
    for (char fetched : {'s', 't', 'u'})
      EXPECT_TRUE(waits(chain(links, fetched))) << links << fetched;
  }
}

} // namespace
} // namespace anywarp::codegen
