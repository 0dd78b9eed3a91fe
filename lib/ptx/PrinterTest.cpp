// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// print(parse(x)) parses to the same module; every form of every instruction is spelt in the
// manual's order.
#include "ptx/TestSupport.h"

#include "ptx/Forms.h"

using namespace anywarp;
using namespace anywarp::ptx;

namespace {

void expectRoundTrip(const std::string &text) {
  Parsed p = parsed(text);
  ASSERT_TRUE(p.module) << p.text() << text;
  EXPECT_EQ(p.text(), "");
  std::string once = print(*p.module);
  Parsed again = parsed(once);
  ASSERT_TRUE(again.module) << again.text() << once;
  EXPECT_EQ(again.text(), "") << once;
  EXPECT_EQ(print(*again.module), once);
}

TEST(Printer, Bodies) {
  expectRoundTrip(kernel(
      ".reg .v4 .f32 v; .local .align 16 .b8 depot[64]; .shared .u32 sh[4];\n"
      "{ .reg .b32 a; mov.b32 a, %r1; { .reg .b32 a; mov.b32 a, 0f3F800000; } }\n"
      "L: @!%p1 bra L; setp.lt.and.f32 %p1|%p2, %f1, 0fFFC00001, !%p3;\n"
      "mov.b64 {%r1, _}, %rd1; ld.global.v4.f32 v, [%rd1+-8]; st.shared.u32 [sh+4], %r1; "
      "ld.global.u32 %r1, [4096];\n"
      "vadd.u32.u32.s32 %r1, %r2.b0, %r3.h1; vmad.s32.s32.s32 %r1, %r2, %r3, -%r4; mov.u32 %r1, "
      "%tid.x;\n"
      "ts: .branchtargets L, M; M: brx.idx %r1, ts; shfl.sync.idx.b32 %r1|%p1, %r2, 0, 31, -1;\n"
      "tex.2d.v4.f32.s32 {%f1,%f2,%f3,_}, [%rd1, {%r1, %r2}]; .loc 1 2 3\n mov.u64 %rd1, depot; "
      "mov.f64 %d1, 0d7FF0000000000001;"));
}

TEST(Printer, Modules) {
  expectRoundTrip(".version 8.5\n.target sm_90, texmode_independent\n.address_size 64\n.file 1 \"a "
                  "\\\"b\\\".cu\"\n"
                  ".extern .shared .align 16 .b8 dyn[];\n.visible .const .align 8 .f32 c[2][2] = "
                  "{{1.5, 0f7F800001}, {2}};\n"
                  ".global .samplerref s = { filter_mode = linear };\n.weak .global .u64 t[3] = "
                  "{late+4, generic(t)-8, fn};\n"
                  ".global .align 8 .b8 m[9] = {1, 0xff(t), 0xff00(t), 0xff0000(t), "
                  "0xff00(t)};\n.global .u32 late;\n.global .b128 q = -3;\n"
                  ".func (.param .align 8 .b8 r[16]) fn(.reg .u32 a, .param .b64 b);\n"
                  ".entry k(.param .u64 .ptr .global .align 4 x, .param .align 4 .b8 y[12]) "
                  ".maxntid 128, 1, 1 .minnctapersm 2 .maxnreg 40 "
                  ".pragma \"nounroll\"; { .reg .u32 a; .param .align 8 .b8 r0[16]; .param .b64 "
                  "p0;\n call (r0), fn, (a, p0); ret; }\n"
                  ".func (.param .align 8 .b8 r[16]) fn(.reg .u32 a, .param .b64 b) { add.u32 a, "
                  "a, 1; ret; }\n.func other();\n.alias other, fn;\n");
}

TEST(Printer, UsesBeforeDefinitions) {
  std::string text = ".version 8.5\n.target sm_90\n.address_size 64\n.func f();\n.entry k() { call "
                     "f; ret; }\n.func f() { ret; }\n";
  Parsed p = parsed(text);
  ASSERT_TRUE(p.module);
  std::string once = print(*p.module);
  EXPECT_LT(once.find(".func f ()"), once.find("call f")) << once;
  expectRoundTrip(text);
}

Type exampleType(const Form &form, const OperandShape &shape, const std::vector<Type> &types) {
  (void)form;
  if (shape.type == TypeFrom::Fixed)
    return shape.fixed;
  size_t at = shape.type >= TypeFrom::Slot1 && shape.type <= TypeFrom::Slot4
                  ? size_t(shape.type) - size_t(TypeFrom::Slot1)
                  : 0;
  Type type = at < types.size() ? types[at] : Type::B32;
  if (shape.type == TypeFrom::Wide)
    return sizeInBits(type) == 16 ? Type::B32 : Type::B64;
  return type;
}

std::string exampleRegister(Type type, int n) {
  unsigned bits = sizeInBits(type);
  const char *name = type == Type::Pred ? "%p"
                     : bits <= 16       ? "%h"
                     : bits <= 32       ? "%r"
                     : bits <= 64       ? "%rd"
                                        : "%q";
  return name + std::to_string(n % 9);
}

/// An instruction of the form with the alternative `pick` in slot `slot`, the first one in the
/// other required slots, and no optional words or operands besides.
std::string example(Opcode opcode, const Form &form, size_t slot, size_t pick) {
  std::string text(toString(opcode));
  std::vector<Type> types;
  unsigned vector = 1;
  auto slots = form.slots();
  for (size_t i = 0; i < slots.size(); ++i) {
    if (slots[i].isOptional && i != slot)
      continue;
    uint16_t value = alternatives(slots[i])[i == slot ? pick : 0];
    text += '.';
    switch (slots[i].kind) {
    case Word::Modifier:
      text += toString(Modifier(value));
      break;
    case Word::Space:
      text += toString(StateSpace(value));
      break;
    case Word::Type:
      types.push_back(Type(value));
      text += toString(Type(value));
      break;
    default:
      vector = value;
      text += "v" + std::to_string(value);
    }
  }
  int n = 0;
  for (const OperandShape &shape : form.operands()) {
    if (shape.isOptional)
      break;
    text += n ? ", " : " ";
    ++n;
    Type type = exampleType(form, shape, types);
    switch (shape.role) {
    case Role::Address:
      text += "[%rd1]";
      break;
    case Role::Immediate:
      text += "1";
      break;
    case Role::Label:
      text += "L";
      break;
    case Role::Symbol:
      text += "ts";
      break;
    case Role::Call:
      text += "k";
      break;
    default:
      if (!shape.isVector || vector == 1) {
        text += exampleRegister(type, n);
        break;
      }
      text += "{";
      for (unsigned i = 0; i < vector; ++i)
        text += (i ? ", " : "") + exampleRegister(type, int(i));
      text += "}";
    }
  }
  return text + ";";
}

TEST(Printer, EveryFormOfEveryInstruction) {
  size_t count = 0;
  for (unsigned op = 0; op < kOpcodeCount; ++op) {
    if (Opcode(op) == Opcode::Call)
      continue;
    ASSERT_FALSE(formsOf(Opcode(op)).empty()) << toString(Opcode(op)) << " has no row";
    for (const Form &form : formsOf(Opcode(op))) {
      for (size_t slot = 0; slot < std::max<size_t>(form.slots().size(), 1); ++slot) {
        size_t picks = form.slots().empty() ? 1 : form.slots()[slot].count;
        for (size_t pick = 0; pick < picks; ++pick, ++count) {
          std::string inst = example(Opcode(op), form, slot, pick);
          std::string text = kernel(".reg .b128 %q<9>; ts: .branchtargets L; L: " + inst,
                                    ".version 9.0\n.target sm_120a\n");
          Diagnostics diagnostics;
          auto module = parse(text, diagnostics);
          ASSERT_TRUE(module) << inst << "\n" << messages(diagnostics);
          ASSERT_TRUE(verify(*module, diagnostics)) << inst << "\n" << messages(diagnostics);
          const Function &k = *module->functions[0];
          ASSERT_TRUE(k.body.at(0).form) << inst;
          EXPECT_EQ(k.body[0].form->opcode, Opcode(op)) << inst;
          std::string printed = print(k.body.at(0), k) + ";";
          // The same form, or one that the instruction fits as well: the words are the same.
          std::string again = kernel(".reg .b128 %q<9>; ts: .branchtargets L; L: " + printed,
                                     ".version 9.0\n.target sm_120a\n");
          auto second = parse(again, diagnostics);
          ASSERT_TRUE(second && !second->functions[0]->body.empty()) << printed;
          EXPECT_EQ(print(second->functions[0]->body[0], *second->functions[0]) + ";", printed);
          EXPECT_EQ(printed.size(), inst.size()) << inst << " became " << printed;
        }
      }
    }
  }
  EXPECT_GT(count, 3000u);
}

} // namespace
