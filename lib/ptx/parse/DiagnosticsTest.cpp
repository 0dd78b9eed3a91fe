// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages with line and column, and what a fault leaves standing.
#include "ptx/TestSupport.h"

using namespace anywarp;
using namespace anywarp::ptx;

namespace {

TEST(Diagnostics, Versions) {
  auto text = [](const std::string &head) { return parsed(head + ".entry k() { ret; }\n").text(); };
  // What is newer is read as the newest known; beyond the next major version it is no version.
  EXPECT_EQ(text(".version 9.2\n.target sm_121a\n"), "");
  EXPECT_EQ(text(".version 9.9\n.target sm_120f\n"), "");
  EXPECT_EQ(text(".version 10.2\n.target sm_90\n"), "");
  EXPECT_EQ(text(".version 11.0\n.target sm_90\n"),
            "1:10 Unsupported .version 11.0; current version is '9.2'\n");
  EXPECT_EQ(text(".version 9.0\n.target sm_999\n"), "2:9 Unsupported .target 'sm_999'\n");
  EXPECT_EQ(text(".version 8.0\n.target sm_100\n"),
            "2:9 PTX .version 8.0 does not support .target sm_100\n");
  EXPECT_EQ(text(".version 8.0\n.target sm_90\n.address_size 32\n"),
            "3:15 .address_size 32 is not supported: device addresses have 64 bits\n");
  EXPECT_EQ(text(".version 9.0\n.target sm_89a\n"), "2:9 Unsupported .target 'sm_89a'\n");
  EXPECT_EQ(text(".version 7.8\n.target sm_90a\n"),
            "2:9 PTX .version 7.8 does not support .target sm_90a\n");
  EXPECT_EQ(text(".version 8.8\n.target sm_100f\n"), "");
  EXPECT_EQ(text(".version 8.0\n"),
            "2:1 Parsing error near '.entry': expected .target after .version\n");
  EXPECT_EQ(parsed("").text(),
            "1:1 Parsing error near end of file: expected .version as the first directive\n");
  EXPECT_EQ(parsed("hello").text(),
            "1:1 Parsing error near 'hello': expected .version as the first directive\n");
}

TEST(Diagnostics, Instructions) {
  EXPECT_EQ(complaints("foo.u32 %r1, %r2;"), "6:1 Not a name of any known instruction: 'foo'\n");
  EXPECT_EQ(complaints("add.foo.u32 %r1, %r2, 1;"),
            "6:4 Unknown modifier '.foo' of instruction 'add'\n");
  EXPECT_EQ(complaints("add.volatile.u32 %r1, %r2, 1;"),
            "6:1 Illegal modifier '.volatile' for instruction 'add'\n");
  EXPECT_EQ(complaints("add %r1, %r2, 1;"), "6:1 Unexpected instruction types specified for 'add': "
                                            "expected one of .u16, .u32, .u64, .s16, .s32, .s64\n");
  EXPECT_EQ(complaints("mul.u32 %r1, %r2, 1;"),
            "6:1 Missing modifier for instruction 'mul': expected one of .hi, .lo\n");
  EXPECT_EQ(complaints("add.u32 %r1, %r2;"),
            "6:1 Arguments mismatch for instruction 'add': expected 3 operands, found 2\n");
  EXPECT_EQ(complaints("add.u32 %r1, %rd2, 3;"),
            "6:14 Arguments mismatch for instruction 'add': operand 2: register '%rd2' is of type "
            ".b64, expected .u32\n");
  EXPECT_EQ(complaints("add.u32 5, %r1, 3;"),
            "6:9 Arguments mismatch for instruction 'add': operand 1: expected a register\n");
  EXPECT_EQ(complaints("add.u32 %r1, %r2, 1.5;"),
            "6:19 Arguments mismatch for instruction 'add': operand 3: floating-point constant "
            "where type .u32 is expected\n");
  EXPECT_EQ(complaints("mov.u32 %r1, %tid;"),
            "6:14 Arguments mismatch for instruction 'mov': operand 2: special register "
            "'%tid' is a vector, expected a component of it\n");
  EXPECT_EQ(complaints("add.u32 %q1, %r2, 1;"), "6:9 Unknown symbol '%q1'\n");
  EXPECT_EQ(complaints("bra nowhere;"), "6:5 Unknown symbol 'nowhere'\n");
  EXPECT_EQ(complaints("@%r1 bra L; L:"), "6:2 Guard '%r1' is of type .b32, expected .pred\n");
  EXPECT_EQ(complaints("ld.global.v2.u32 {%r1,%r2,%r3}, [%rd1];"),
            "6:18 Arguments mismatch for instruction 'ld': operand 1: expected a vector of 2 "
            "elements, found 3\n");
  EXPECT_EQ(complaints("st.tex.u32 [%rd1], %r1;").substr(0, 50),
            "6:1 State space incorrect for instruction 'st': ex");
}

TEST(Diagnostics, MissingSemicolon) {
  EXPECT_EQ(complaints("add.u32 %r1, %r2, 4\nadd.u32 %r1, %r2, 5;"),
            "7:1 Parsing error near 'add': expected ',' or ';' after an operand of 'add'\n");
}

TEST(Diagnostics, Gates) {
  std::string head = ".version 6.5\n.target sm_70\n";
  EXPECT_EQ(parsed(kernel("cp.async.wait_all;", head)).text(),
            "6:1 Feature 'cp.async.wait_all' requires PTX ISA .version 7.0 or later\n");
  EXPECT_EQ(parsed(kernel("cp.async.wait_all;", ".version 8.0\n.target sm_75\n")).text(),
            "6:1 Feature 'cp.async.wait_all' requires .target sm_80 or higher\n");
  EXPECT_EQ(
      parsed(kernel("wgmma.fence.sync.aligned;", ".version 8.0\n.target sm_90\n")).text(),
      "6:1 Instruction 'wgmma.fence.sync.aligned' not supported on .target 'sm_90', expected an "
      "architecture-specific target as sm_90a\n");
  EXPECT_EQ(parsed(kernel("wgmma.fence.sync.aligned;", ".version 8.0\n.target sm_90a\n")).text(),
            "");
  EXPECT_EQ(parsed(kernel("fence.acq_rel.cluster;", ".version 7.7\n.target sm_80\n")).text(),
            "6:1 Feature '.cluster' requires PTX ISA .version 7.8 or later\n");
  // As NVIDIA's ptxas 13.0 has it.
  const std::string registers = ".version 8.5\n.target sm_90\n";
  for (const char *text :
       {"mbarrier.arrive.relaxed.cta.b64 _, [s];", "mbarrier.test_wait.relaxed.cta.b64 q, [s], d;",
        "mbarrier.try_wait.parity.relaxed.cta.b64 q, [s], 1;",
        "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [d], 16, [s];",
        "cp.async.bulk.tensor.1d.shared::cta.global.mbarrier::complete_tx::bytes [s], [d, {r}], "
        "[s];"}) {
    const std::string body = ".reg .b64 d; .reg .b32 r; .reg .pred q; .shared .align 16 .b64 s;\n";
    std::string said = parsed(kernel(body + text, registers)).text();
    EXPECT_NE(said.find("requires PTX ISA .version 8.6 or later"), std::string::npos)
        << text << said;
    EXPECT_EQ(parsed(kernel(body + text, ".version 8.6\n.target sm_90\n")).text(), "") << text;
  }
}

TEST(Diagnostics, GateOfASpecialRegister) {
  EXPECT_EQ(parsed(kernel("mov.u32 %r1, %clusterid.x;", ".version 7.0\n.target sm_80\n")).text(),
            "6:14 Feature '%clusterid.x' requires PTX ISA .version 7.8 or later\n");
}

TEST(Diagnostics, Calls) {
  std::string head = ".version 8.5\n.target sm_90\n.address_size 64\n.func f(.param .b32 a) { ret; "
                     "}\n.entry k() { .param .b32 x; .reg .b64 d;\n";
  auto text = [&](const std::string &body) { return parsed(head + body + " ret; }\n").text(); };
  EXPECT_EQ(text("call f, (x);"), "");
  EXPECT_EQ(text("call f;"), "6:1 Call to 'f' has 0 arguments, the function takes 1\n");
  EXPECT_EQ(text("call (x), f, (x);"), "6:1 Call to 'f' takes 1 results, the function has 0\n");
  EXPECT_EQ(text("call g;"), "6:6 Unknown symbol 'g'\n");
  EXPECT_EQ(text("call d, (x);"),
            "6:1 Indirect call needs the name of a .callprototype or .calltargets\n");
}

TEST(Diagnostics, AFaultPoisonsItsFunctionOnly) {
  Parsed p = parsed(".version 8.5\n.target sm_90\n.address_size 64\n.entry bad() {\n.reg .b32 "
                    "r;\nbogus.u32 r;\n{ add.u32 r, r, 1; }\nret;\n}\n"
                    ".entry good() { ret; }\n.global .u32 v;\n");
  ASSERT_TRUE(p.module) << p.text();
  EXPECT_FALSE(p.diagnostics.hasErrors());
  EXPECT_EQ(p.function(0).poison, "line 6: Not a name of any known instruction: 'bogus'");
  EXPECT_TRUE(p.function(0).body.empty());
  EXPECT_EQ(p.function(1).poison, "");
  EXPECT_EQ(p.function(1).body.size(), 1u);
  EXPECT_TRUE(p.module->findVariable("v"));
}

TEST(Diagnostics, FaultsOfTheModule) {
  auto text = [](const std::string &rest) {
    Parsed p = parsed(".version 8.5\n.target sm_90\n.address_size 64\n" + rest);
    EXPECT_FALSE(p.module);
    EXPECT_TRUE(p.diagnostics.hasErrors());
    return p.text();
  };
  EXPECT_EQ(text(".entry k() { ret;"), "4:18 Parsing error near end of file: expected '}' at the "
                                       "end of function 'k', which starts in line 4\n");
  EXPECT_EQ(text(".entry k(.param .u32) { ret; }"),
            "4:21 Parsing error near ')': expected the name of a parameter\n");
  EXPECT_EQ(text(".entry k() { ret; }\n.entry k() { ret; }"),
            "5:8 Duplicate definition of function 'k'\n");
  EXPECT_EQ(text(".func f(.param .b32 a);\n.func f() { ret; }"),
            "5:7 Function 'f' is not declared and defined alike: results or parameters differ\n");
  EXPECT_EQ(text(".bogus x;"), "4:1 Unknown directive '.bogus'\n");
  EXPECT_EQ(text("/* open"), "4:8 comment is not closed\n");
  EXPECT_EQ(text(".section .debug_str { .b8 1"), "4:21 Section is not closed\n");
  EXPECT_EQ(text(".version 8.5"),
            "4:1 Directive .version must stand once, at the start of the module\n");
}

TEST(Diagnostics, SeveralFaultsAreReported) {
  EXPECT_EQ(complaints("add.u32 %q1, 1, 2;\nmov.foo %r1, 2;"),
            "6:9 Unknown symbol '%q1'\n7:4 Unknown modifier '.foo' of instruction 'mov'\n");
}

} // namespace
