// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx/TestSupport.h"

#include <algorithm>
#include <bit>

using namespace anywarp;
using namespace anywarp::ptx;

namespace {

const Instruction &firstInstruction(const Parsed &p) { return p.function().body.at(0); }

TEST(Parser, ModuleHeader) {
  Parsed p = parsed(".version 8.5\n.target sm_90a, texmode_independent, debug\n.address_size 64\n"
                    ".file 1 \"a.cu\", 1700000000, 1234\n.file 2 \"b.h\"\n");
  ASSERT_TRUE(p.module) << p.text();
  EXPECT_EQ(p.module->versionMajor, 8u);
  EXPECT_EQ(p.module->versionMinor, 5u);
  EXPECT_EQ(p.module->target, "sm_90a");
  EXPECT_EQ(p.module->targetOptions, (std::vector<std::string>{"texmode_independent", "debug"}));
  EXPECT_EQ(p.module->files.at(1), "a.cu");
  EXPECT_EQ(p.module->files.at(2), "b.h");
}

TEST(Parser, WordsInAnyOrder) {
  for (const char *text : {"ld.volatile.global.v2.f32 {%f1,%f2}, [%rd1+16];",
                           "ld.f32.global.v2.volatile {%f1,%f2}, [%rd1+16];",
                           "ld.v2.volatile.f32.global {%f1 , %f2},[%rd1 + 16] ;"}) {
    Parsed p = parsed(kernel(text));
    ASSERT_TRUE(p.module);
    EXPECT_EQ(p.text(), "");
    const Instruction &inst = firstInstruction(p);
    EXPECT_EQ(inst.opcode, Opcode::Ld);
    EXPECT_EQ(inst.space, StateSpace::Global);
    EXPECT_EQ(inst.vector, 2);
    EXPECT_EQ(inst.type(), Type::F32);
    EXPECT_TRUE(inst.has(Modifier::Volatile));
    ASSERT_EQ(inst.operands.size(), 2u);
    EXPECT_EQ(inst.operands[0].kind, Operand::Vector);
    EXPECT_EQ(inst.operands[1].kind, Operand::Address);
    EXPECT_TRUE(inst.operands[1].hasRegister);
    EXPECT_EQ(inst.operands[1].integer, 16);
    EXPECT_EQ(print(inst, p.function()), "ld.volatile.global.v2.f32 {%f1, %f2}, [%rd1+16]");
  }
}

TEST(Parser, ModifiersAndTypesKeepTheirOrder) {
  Parsed p =
      parsed(kernel("cvt.rn.ftz.f32.f64 %f1, %d1; setp.lt.and.u32 %p1|%p2, %r1, %r2, !%p3;"));
  EXPECT_EQ(p.text(), "");
  const Instruction &cvt = firstInstruction(p);
  EXPECT_EQ(cvt.modifiers, (std::vector<Modifier>{Modifier::Rn, Modifier::Ftz}));
  EXPECT_EQ(cvt.types, (std::vector<Type>{Type::F32, Type::F64}));
  const Instruction &setp = p.function().body[1];
  ASSERT_TRUE(setp.operands[0].pair);
  EXPECT_EQ(p.function().registers[setp.operands[0].pair->reg].name, "%p2");
  EXPECT_TRUE(setp.operands[3].negated);
}

TEST(Parser, SpacesInOrder) {
  Parsed p =
      parsed(kernel("cp.async.cg.shared.global [%r1], [%rd1], 16; cvta.to.global.u64 %rd1, %rd2;"
                    "ld.param.u64 %rd3, [p]; st.shared::cluster.u32 [%r1], %r2;"));
  EXPECT_EQ(p.text(), "");
  EXPECT_EQ(firstInstruction(p).space, StateSpace::Shared);
  EXPECT_EQ(firstInstruction(p).extraSpaces, (std::vector<StateSpace>{StateSpace::Global}));
  EXPECT_EQ(p.function().body[1].space, StateSpace::Global);
  EXPECT_TRUE(p.function().body[1].has(Modifier::To));
  EXPECT_EQ(p.function().body[2].operands[1].name, "p");
  EXPECT_EQ(p.function().body[3].space, StateSpace::SharedCluster);
}

TEST(Parser, Guards) {
  Parsed p = parsed(kernel("@!%p1 bra L; @%p2 add.u32 %r1, %r1, 1; L:"));
  EXPECT_EQ(p.text(), "");
  EXPECT_TRUE(firstInstruction(p).hasGuard);
  EXPECT_TRUE(firstInstruction(p).guardNegated);
  EXPECT_FALSE(p.function().body[1].guardNegated);
  ASSERT_EQ(p.function().labels.size(), 1u);
  EXPECT_EQ(p.function().labels[0].index, 2u);
}

TEST(Parser, RegistersComeToLifeAtFirstUse) {
  Parsed p = parsed(kernel(".reg .b32 %big<1000000000>; mov.u32 %big999999999, %big7;"));
  EXPECT_EQ(p.text(), "");
  ASSERT_EQ(p.function().registers.size(), 2u);
  EXPECT_EQ(p.function().registers[0].name, "%big999999999");
  EXPECT_EQ(p.function().registers[1].name, "%big7");
  EXPECT_EQ(complaints(".reg .b32 %x<4>; mov.u32 %x3, %x4;"), "6:31 Unknown symbol '%x4'\n");
}

TEST(Parser, RangesWhosePrefixEndsInADigit) {
  Parsed p = parsed(kernel(".reg .b32 %x1<3>; .reg .b64 %x<2>; mov.b32 %x12, 1; mov.b64 %x1, 2;"));
  EXPECT_EQ(p.text(), "");
  EXPECT_EQ(p.function().registers[0].type, Type::B32);
  EXPECT_EQ(p.function().registers[1].type, Type::B64);
}

TEST(Parser, VectorRegisters) {
  Parsed p = parsed(
      kernel(".reg .v4 .f32 v; ld.global.v4.f32 v, [%rd1]; mov.f32 %f1, v.y; mov.f32 v.w, v.r;"));
  EXPECT_EQ(p.text(), "");
  EXPECT_EQ(firstInstruction(p).operands[0].elements.size(), 4u);
  EXPECT_EQ(p.function().registers[p.function().body[1].operands[1].reg].name, "v$y");
  EXPECT_EQ(complaints(".reg .v2 .f32 v; mov.f32 %f1, v.z;"),
            "6:32 Register 'v' has no component '.z'\n");
}

TEST(Parser, NestedScopesGetUniqueNames) {
  Parsed p = parsed(kernel(
      "{ .reg .u32 a; .param .b32 x; mov.u32 a, 1; st.param.u32 [x], a; }\n"
      "{ .reg .f32 a; .param .b64 x; mov.f32 a, 0f00000000; { .reg .u64 a; mov.u64 a, 1; } }"));
  EXPECT_EQ(p.text(), "");
  std::vector<std::string> names;
  for (const Register &reg : p.function().registers)
    names.push_back(reg.name);
  EXPECT_EQ(names.size(), 3u);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::unique(names.begin(), names.end()), names.end());
  ASSERT_EQ(p.function().locals.size(), 2u);
  EXPECT_NE(p.function().locals[0].name, p.function().locals[1].name);
  EXPECT_EQ(p.function().body[1].operands[0].name, p.function().locals[0].name);
}

TEST(Parser, AnInnerRangeHidesAnOuterRegisterNotUsedYet) {
  Parsed p = parsed(kernel("{ .reg .b64 %r<4>; mov.b64 %r1, 1; } mov.b32 %r1, 1;"));
  EXPECT_EQ(p.text(), "");
  EXPECT_NE(p.function().registers[0].name, "%r1");
  EXPECT_EQ(p.function().registers[1].name, "%r1");
}

TEST(Parser, LabelsOfScopes) {
  Parsed p = parsed(kernel("L: { bra L; L: } { @%p1 bra L; bra M; L: } M: bra L;"));
  EXPECT_EQ(p.text(), "");
  const Function &f = p.function();
  auto target = [&](size_t i) {
    for (const Label &label : f.labels)
      if (label.name == f.body[i].operands[0].name)
        return label.index;
    return size_t(-1);
  };
  EXPECT_EQ(target(0), 1u) << "the label of the inner scope, declared behind the branch";
  EXPECT_EQ(target(1), 3u);
  EXPECT_EQ(target(2), 3u);
  EXPECT_EQ(target(3), 0u) << "the outer label";
  EXPECT_EQ(complaints("{ M: } bra M;"), "6:12 Unknown symbol 'M'\n");
}

TEST(Parser, SpecialRegisters) {
  Parsed p = parsed(kernel(".reg .v4 .u32 v; mov.u32 %r1, %tid.x; mov.u32 %r2, %laneid; mov.v4.u32 "
                           "v, %ctaid; mov.u32 %r3, %envreg31;"));
  EXPECT_EQ(p.text(), "");
  EXPECT_EQ(firstInstruction(p).operands[1].kind, Operand::Special);
  EXPECT_EQ(firstInstruction(p).operands[1].name, "tid.x");
  EXPECT_EQ(p.function().body[2].operands[1].name, "ctaid");
  EXPECT_EQ(complaints("mov.u32 %r1, %laneid.x;"),
            "6:21 Special register '%laneid' has no component '.x'\n");
  EXPECT_EQ(complaints("mov.u32 %r1, %envreg32;"), "6:14 Unknown symbol '%envreg32'\n");
}

TEST(Parser, ConstantExpressions) {
  auto value = [](const std::string &text) {
    Parsed p = parsed(kernel("mov.b64 %rd1, " + text + ";"));
    EXPECT_EQ(p.text(), "") << text;
    return p.module && !p.function().body.empty() ? firstInstruction(p).operands[1].integer
                                                  : -77777;
  };
  EXPECT_EQ(value("1 + 2 * 3"), 7);
  EXPECT_EQ(value("(1 + 2) * 3"), 9);
  EXPECT_EQ(value("10 - 4 - 3"), 3);
  EXPECT_EQ(value("-7 / 2"), -3);
  EXPECT_EQ(value("-7 % 3"), -1);
  EXPECT_EQ(value("1 << 4 | 1"), 17);
  EXPECT_EQ(value("-16 >> 2"), -4);
  EXPECT_EQ(value("(.u64)-16 >> 60"), 15);
  EXPECT_EQ(value("~0 ^ 0xf"), -16);
  EXPECT_EQ(value("!5 + !0"), 1);
  EXPECT_EQ(value("3 > 2 && 2 > 3 ? 10 : 20"), 20);
  EXPECT_EQ(value("(.s64)2.9"), 2);
  EXPECT_EQ(value("WARP_SZ * 2"), 64);
  EXPECT_EQ(value("-1 < 1U"), 0) << "unsigned comparison";
  EXPECT_EQ(value("-9223372036854775808 / -1"), INT64_MIN);
  EXPECT_EQ(value("1 << 64"), 0);
  EXPECT_EQ(complaints("mov.b64 %rd1, 1 / 0;"), "6:17 Division by zero in constant expression\n");
  EXPECT_EQ(complaints("mov.b64 %rd1, 1.0 % 2.0;"),
            "6:19 Operator does not apply to floating-point values\n");
  EXPECT_EQ(complaints("mov.b64 %rd1, (.s64)1e30;"),
            "6:15 Value of the cast does not fit in .s64\n");
}

TEST(Parser, CallForms) {
  Parsed p =
      parsed(".version 8.5\n.target sm_90\n.address_size 64\n"
             ".extern .func (.param .b32 r) f(.param .b32 a, .param .b64 b);\n.func g() { ret; }\n"
             ".entry k() {\n.reg .b64 %rd<3>; .param .b32 r0; .param .b32 a0; .param .b64 b0;\n"
             "call.uni (r0), f, (a0, b0);\ncall g;\n"
             "proto: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b64 _) .noreturn;\n"
             "call (r0), %rd1, (a0, b0), proto;\nlist: .calltargets f;\ncall (r0), %rd1, (a0, b0), "
             "list;\nret;\n}\n");
  ASSERT_TRUE(p.module) << p.text();
  EXPECT_EQ(p.text(), "");
  const Function &k = p.function(2);
  ASSERT_EQ(k.body.size(), 5u);
  EXPECT_EQ(k.body[0].operands[0].kind, Operand::List);
  EXPECT_EQ(k.body[0].operands[1].name, "f");
  EXPECT_EQ(k.body[0].operands[2].elements.size(), 2u);
  EXPECT_EQ(k.body[1].operands.size(), 1u);
  EXPECT_EQ(k.body[2].operands[3].name, "proto");
  ASSERT_EQ(k.prototypes.size(), 1u);
  EXPECT_TRUE(k.prototypes[0].isNoreturn);
  ASSERT_EQ(k.targets.size(), 1u);
  EXPECT_TRUE(k.targets[0].isCall);
}

TEST(Parser, BranchTargets) {
  Parsed p = parsed(kernel("ts: .branchtargets A, B;\nbrx.idx %r1, ts;\nA: B: ret;"));
  EXPECT_EQ(p.text(), "");
  EXPECT_EQ(p.function().targets[0].names, (std::vector<std::string>{"A", "B"}));
}

TEST(Parser, FunctionDirectives) {
  Parsed p =
      parsed(".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n.maxntid 256, "
             "2\n.minnctapersm 3\n"
             ".maxnreg 64 .reqntid 8,4,2 .explicitcluster .reqnctapercluster 2 .maxclusterrank 8 "
             ".pragma \"nounroll\"; "
             ".blocksareclusters\n{ .pragma \"inner\"; ret; }\n.func stop() .noreturn { exit; }\n");
  ASSERT_TRUE(p.module) << p.text();
  const Function &f = p.function();
  EXPECT_EQ(f.maxntid[0], 256u);
  EXPECT_EQ(f.maxntid[1], 2u);
  EXPECT_EQ(f.maxntid[2], 1u);
  EXPECT_EQ(f.reqntid[2], 2u);
  EXPECT_EQ(f.reqnctapercluster[0], 2u);
  EXPECT_EQ(f.minnctapersm, 3u);
  EXPECT_EQ(f.maxnreg, 64u);
  EXPECT_EQ(f.maxclusterrank, 8u);
  EXPECT_TRUE(f.explicitCluster);
  EXPECT_TRUE(f.blocksAreClusters);
  EXPECT_EQ(f.pragmas, (std::vector<std::string>{"nounroll", "inner"}));
  EXPECT_TRUE(p.function(1).isNoreturn);
}

TEST(Parser, Parameters) {
  Parsed p =
      parsed(".version 9.0\n.target sm_90\n.address_size 64\n"
             ".entry k(.param .u64 .ptr .global .align 16 a, .param .align 8 .b8 s[24], .param "
             ".f32 x) { ret; }\n"
             ".func (.reg .u32 r) f(.reg .u32 q, .reg .v2 .f32 v) { add.u32 r, q, 1; ret; }\n");
  ASSERT_TRUE(p.module) << p.text();
  EXPECT_EQ(p.text(), "");
  const Function &k = p.function();
  EXPECT_TRUE(k.params[0].ptrParam);
  EXPECT_EQ(k.params[0].ptrSpace, StateSpace::Global);
  EXPECT_EQ(k.params[0].align, 8u) << "the .align after .ptr is that of the target";
  EXPECT_EQ(k.params[1].align, 8u);
  EXPECT_EQ(k.params[1].sizeInBytes(), 24u);
  const Function &f = p.function(1);
  EXPECT_EQ(f.registers[0].name, "r");
  EXPECT_EQ(f.registers[1].name, "q");
  EXPECT_EQ(f.registers.size(), 4u) << "and two for v";
}

TEST(Parser, LinkingAndAliases) {
  Parsed p =
      parsed(".version 8.5\n.target sm_90\n.address_size 64\n.extern .global .u32 e[];\n.weak "
             ".global .u32 w;\n"
             ".common .global .b8 c[8];\n.visible .global .attribute(.managed) .u64 m;\n.extern "
             ".shared .align 16 .b8 s[];\n"
             ".weak .func f() { ret; }\n.func g();\n.alias g, f;\n.global .u32 e[4] = {1};\n");
  ASSERT_TRUE(p.module) << p.text();
  const Module &m = *p.module;
  EXPECT_FALSE(m.findVariable("e")->isExtern) << "defined behind its declaration";
  EXPECT_EQ(m.findVariable("e")->dims[0], 4u);
  EXPECT_TRUE(m.findVariable("w")->isWeak);
  EXPECT_TRUE(m.findVariable("c")->isCommon);
  EXPECT_TRUE(m.findVariable("m")->isManaged);
  EXPECT_EQ(m.findVariable("s")->align, 16u);
  EXPECT_EQ(m.findVariable("s")->sizeInBytes(), 0u);
  ASSERT_EQ(m.aliases.size(), 1u);
  EXPECT_EQ(m.aliases[0].first, "g");
}

TEST(Parser, DebugSections) {
  Parsed p =
      parsed(kernel("") + ".section .debug_info\n{\n.b8 1,-1,255\n$L__here:\n.b16 -2\n"
                          ".b32 .debug_abbrev+4, $L__here-$L__start\n.b64 variable\n}\n"
                          ".section .debug_loc { }\n.section odd { frob (3) ; { x: } .b8 7 }\n");
  ASSERT_TRUE(p.module) << p.text();
  ASSERT_EQ(p.module->debugUnits.size(), 1u);
  const auto &sections = p.module->debugUnits[0].sections;
  ASSERT_EQ(sections.size(), 3u);
  EXPECT_EQ(sections[0].name, ".debug_info");
  EXPECT_EQ(sections[0].bytes, std::string("\1\xff\xff\xfe\xff", 5) + std::string(16, '\0'));
  EXPECT_EQ(sections[0].labels.at("$L__here"), 3u);
  ASSERT_EQ(sections[0].references.size(), 3u);
  EXPECT_EQ(sections[0].references[0].symbol, ".debug_abbrev");
  EXPECT_EQ(sections[0].references[0].addend, 4);
  EXPECT_EQ(sections[0].references[1].minus, "$L__start");
  EXPECT_EQ(sections[0].references[1].offset, 9u);
  EXPECT_EQ(sections[0].references[2].symbol, "variable");
  EXPECT_EQ(sections[0].references[2].size, 8u);
  EXPECT_EQ(sections[2].bytes, "\7");
}

TEST(Parser, SourcePlaces) {
  Parsed p = parsed(kernel(".loc 1 12 3\nadd.u32 %r1, %r1, 1;\n.loc 2 40 9, function_name "
                           "$L__info_string0, inlined_at 1 13 5\n"
                           "add.u32 %r1, %r1, 1;\n.loc 1 14 1, function_name $L__info_string0+12, "
                           "inlined_at 1 2 3\nadd.u32 %r1, %r1, 1;\n.loc 2 0 9, function_name "
                           "$L__info_string0, inlined_at 1 13 5\nadd.u32 %r1, %r1, 1;") +
                    ".section .debug_str\n{\n$L__info_string0:\n.b8 95,90,0\n.b64 "
                    ".debug_abbrev\n.b32 $L__a-$L__b\n}\n"
                    ".section .debug_loc { }\n");
  ASSERT_TRUE(p.module) << p.text();
  EXPECT_EQ(p.text(), "");
  EXPECT_EQ(p.function().body[0].source.line, 12u);
  EXPECT_EQ(p.function().body[1].source.file, 2u);
  EXPECT_EQ(p.function().body[1].source.column, 9u);
  EXPECT_EQ(p.function().body[2].source.line, 14u);
  EXPECT_EQ(p.function().body[0].inlined, 0u);
  ASSERT_EQ(p.function().inlined.size(), 2u);
  EXPECT_EQ(p.function().body[2].inlined, 2u);
  EXPECT_EQ(p.function().inlined[0].caller.line, 13u);
  EXPECT_EQ(p.function().inlined[1].offset, 12u);
  EXPECT_EQ(p.module->debugString(1, p.function().inlined[0].function, 0), "_Z");
  // Line 0 of an inlined call is its caller's place.
  EXPECT_EQ(p.function().body[3].source.file, 1u);
  EXPECT_EQ(p.function().body[3].source.line, 13u);
  EXPECT_EQ(p.function().body[3].inlined, 0u);
}

TEST(Parser, VideoSelectorsAndNegation) {
  Parsed p = parsed(kernel(
      "vadd.u32.u32.s32.sat %r1, %r2.b0, %r3.h1; vmad.s32.s32.s32.sat.shr7 %r1, %r2, %r3, -%r4;"
      "vadd4.u32.u32.u32 %r1.b3210, %r2.b7654, %r3, %r4;"));
  EXPECT_EQ(p.text(), "");
  EXPECT_EQ(firstInstruction(p).operands[1].second, "b0");
  EXPECT_TRUE(p.function().body[1].operands[3].negated);
}

TEST(Parser, VectorsWithAPredicate) {
  Parsed p = parsed(kernel("tex.2d.v4.f32.f32 {%f1,%f2,%f3,_}|%p1, [%rd1, {%f1, %f2}];"));
  EXPECT_EQ(p.text(), "");
  const Instruction &inst = firstInstruction(p);
  EXPECT_EQ(inst.operands[0].kind, Operand::Vector);
  ASSERT_TRUE(inst.operands[0].pair);
  EXPECT_EQ(print(inst, p.function()),
            "tex.2d.v4.f32.f32 {%f1, %f2, %f3, _}|%p1, [%rd1, {%f1, %f2}]");
}

TEST(Parser, TextureAddresses) {
  Parsed p = parsed(kernel("tex.2d.v4.f32.s32 {%f1,%f2,%f3,_}, [%rd1, %rd2, {%r1, %r2}];"));
  EXPECT_EQ(p.text(), "");
  const Operand &address = firstInstruction(p).operands[1];
  ASSERT_EQ(address.elements.size(), 2u);
  EXPECT_EQ(address.elements[0].kind, Operand::Register);
  EXPECT_EQ(address.elements[1].kind, Operand::Vector);
  EXPECT_EQ(firstInstruction(p).operands[0].elements[3].kind, Operand::Sink);
}

TEST(Parser, ArrayElementsAsOperands) {
  Parsed p = parsed(".version 8.5\n.target sm_90\n.address_size 64\n.global .u32 a[10];\n.entry "
                    "k() { .reg .b32 r; .reg .b64 d;\n"
                    "ld.global.u32 r, a[2]; mov.u64 d, a[1]; mov.u64 d, a+4; ret; }\n");
  ASSERT_TRUE(p.module);
  EXPECT_EQ(p.text(), "");
  EXPECT_EQ(p.function().body[0].operands[1].kind, Operand::Address);
  EXPECT_EQ(p.function().body[0].operands[1].integer, 8);
  EXPECT_EQ(p.function().body[1].operands[1].integer, 4);
  EXPECT_EQ(p.function().body[2].operands[1].integer, 4);
}

TEST(Parser, ArrayElementsByRegister) {
  const std::string head =
      ".version 8.5\n.target sm_90\n.address_size 64\n.global .u32 a[10];\n"
      ".entry k() { .reg .b32 r; .reg .b64 d; .reg .f32 f; .reg .b32 %computed<3>;\n";
  Parsed p =
      parsed(head + "ld.global.u32 r, a[r+2]; st.global.u32 a[d], r; mov.u64 d, a[r]; ret; }\n");
  ASSERT_TRUE(p.module);
  EXPECT_EQ(p.text(), "");
  auto operandOf = [&](Opcode opcode, size_t at) {
    for (const Instruction &inst : p.function().body)
      if (inst.opcode == opcode)
        return inst.operands[at];
    return Operand();
  };
  EXPECT_EQ(operandOf(Opcode::Ld, 1).kind, Operand::Address);
  EXPECT_TRUE(operandOf(Opcode::Ld, 1).hasRegister);
  EXPECT_EQ(operandOf(Opcode::St, 0).kind, Operand::Address);
  EXPECT_EQ(operandOf(Opcode::Mad, 3).integer, 8);
  Parsed again = parsed(print(*p.module));
  EXPECT_EQ(again.text(), "");
  EXPECT_TRUE(again.module);

  EXPECT_NE(parsed(head + "ld.global.u32 r, a[f]; ret; }\n").text().find("as array index"),
            std::string::npos);
  EXPECT_NE(parsed(head + "ld.global.u32 r, a[r*2]; ret; }\n").text(), "");
}

TEST(Parser, EndsAtANulWithoutNewline) {
  std::string text = kernel("");
  text.pop_back();
  EXPECT_TRUE(parsed(text).module);
  text += std::string("\0garbage", 8);
  EXPECT_TRUE(parsed(text).module);
}

TEST(Parser, LineMarkersAndDwarfLines) {
  Parsed p = parsed("# 1 \"a.ptx\"\n#line 5 \"b\"\n.version 8.5\n.target sm_90\n@@DWARF .byte "
                    "0x00\n.entry k() {\n# 3 \"x\"\nret; }\n");
  EXPECT_TRUE(p.module) << p.text();
  EXPECT_EQ(parsed(".version 8.5\n.target sm_90\n#define X 1\n.entry k() { ret; }\n").text(),
            "3:1 Parsing error near '#': preprocessor directive 'define' is not part of PTX; "
            "preprocess the text first\n");
}

} // namespace
