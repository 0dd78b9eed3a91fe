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

/// A loop that goes on while a sum is odd: of numbers that `branches` branches in a row choose.
std::string chain(unsigned branches, const std::string &first) {
  std::string text =
      "define void @f(ptr addrspace(1) %p, i32 %n) {\nentry:\n  br label %loop\nloop:\n" + first +
      "  br label %b0\n";
  for (unsigned i = 0; i < branches; ++i) {
    const std::string k = std::to_string(i), next = std::to_string(i + 1);
    text += "b" + k + ":\n  %x" + k + " = phi i32 " +
            (i ? "[ %y" + std::to_string(i - 1) + ", %c" + std::to_string(i - 1) + " ], [ %x" +
                     std::to_string(i - 1) + ", %b" + std::to_string(i - 1) + " ]"
               : std::string("[ %x, %loop ]")) +
            "\n  %t" + k + " = icmp ult i32 %x" + k + ", " + k + "\n  br i1 %t" + k + ", label %c" +
            k + ", label %b" + next + "\nc" + k + ":\n  %y" + k + " = mul i32 %x" + k +
            ", 3\n  br label %b" + next + "\n";
  }
  const std::string last = std::to_string(branches), before = std::to_string(branches - 1);
  return text + "b" + last + ":\n  %x" + last + " = phi i32 [ %y" + before + ", %c" + before +
         " ], [ %x" + before + ", %b" + before + " ]\n  %odd = trunc i32 %x" + last +
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
  const std::string plain = "  %x = add i32 %n, 1\n";
  const std::string fetched = "  %x = load volatile i32, ptr addrspace(1) %p\n";
  for (unsigned branches : {1, 20, 100, 500}) {
    EXPECT_FALSE(waits(chain(branches, plain))) << branches;
    EXPECT_TRUE(waits(chain(branches, fetched))) << branches;
  }
}

} // namespace
} // namespace anywarp::codegen
