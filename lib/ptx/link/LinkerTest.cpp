// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linking of modules.
#include <gtest/gtest.h>

#include <algorithm>

#include "ptx/Printer.h"
#include "ptx/Verifier.h"
#include "ptx/link/LinkCheck.h"
#include "ptx/link/Linker.h"
#include "ptx/link/Prototypes.h"
#include "ptx/parse/Parser.h"

using namespace anywarp;
using namespace anywarp::ptx;

namespace {

constexpr const char *kHead = ".version 8.0\n.target sm_80\n.address_size 64\n";

std::unique_ptr<Module> linkTexts(std::initializer_list<const char *> texts, Diagnostics &d,
                                  Linked kind = Linked::Program) {
  std::vector<std::unique_ptr<Module>> modules;
  for (const char *text : texts) {
    modules.push_back(parse(std::string(kHead) + text, d));
    EXPECT_TRUE(modules.back() && verify(*modules.back(), d)) << d.render("test");
  }
  return link(std::move(modules), d, kind);
}

TEST(PtxLinker, externMeetsDefinition) {
  Diagnostics d;
  auto m = linkTexts({".extern .global .u32 x;\n.extern .func f();\n"
                      ".visible .entry k() { call f; ret; }\n",
                      ".visible .global .u32 x = 7;\n.visible .func f() { ret; }\n"},
                     d);
  ASSERT_TRUE(m) << d.render("test");
  EXPECT_EQ(m->variables.size(), 1u);
  EXPECT_FALSE(m->findVariable("x")->isExtern);
  EXPECT_EQ(m->functions.size(), 2u);
  EXPECT_TRUE(m->findFunction("f")->isDefined);
}

TEST(PtxLinker, unresolvedFunctions) {
  Diagnostics d;
  auto m = parse(std::string(kHead) +
                     ".extern .func gone();\n.extern .func unused();\n"
                     ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
                     ".weak .func maybe();\n.func here() { ret; }\n"
                     ".visible .entry first() { call here; call maybe; ret; }\n"
                     ".visible .entry k() { call gone; call gone; ret; }\n",
                 d);
  ASSERT_TRUE(m) << d.render("test");
  std::vector<UnresolvedFunction> found = unresolvedFunctions(*m);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].name, "gone");
  EXPECT_EQ(found[0].user, "k");
}

TEST(PtxLinker, privateNamesStayApart) {
  Diagnostics d;
  auto m = linkTexts({".global .u32 s = 1;\n.visible .global .u64 p = s;\n"
                      ".visible .entry a() { .reg .u32 r; ld.global.u32 r, [s]; ret; }\n",
                      ".global .u32 s = 2;\n"
                      ".visible .entry b() { .reg .u32 r; ld.global.u32 r, [s]; ret; }\n"},
                     d);
  ASSERT_TRUE(m) << d.render("test");
  ASSERT_EQ(m->variables.size(), 3u);
  const std::string &inA = m->findFunction("a")->body[0].operands[1].name;
  const std::string &inB = m->findFunction("b")->body[0].operands[1].name;
  EXPECT_NE(inA, inB);
  EXPECT_EQ(m->findVariable(inA)->initial[0], 1);
  EXPECT_EQ(m->findVariable(inB)->initial[0], 2);
  EXPECT_EQ(m->findVariable("p")->relocations[0].symbol, inA);
}

TEST(PtxLinker, localNamesHideThoseOfTheModule) {
  Diagnostics d;
  auto m =
      linkTexts({".global .u32 s;\n"
                 ".visible .entry a() { .local .u32 s; .reg .u32 r; ld.local.u32 r, [s]; ret; }\n",
                 ".global .u32 s;\n.visible .entry b() { ret; }\n"},
                d);
  ASSERT_TRUE(m) << d.render("test");
  const Function &a = *m->findFunction("a");
  EXPECT_EQ(a.body[0].operands[1].name, a.locals[0].name);
}

TEST(PtxLinker, missingAndDoubleDefinitionsAreErrors) {
  Diagnostics missing, twice, weak, good;
  EXPECT_FALSE(linkTexts({".extern .global .u32 x;\n", ".global .u32 y;\n"}, missing));
  EXPECT_FALSE(linkTexts({".extern .global .u32 x;\n"}, missing)); // alone, too
  EXPECT_FALSE(linkTexts({".extern .shared .u32 x;\n"}, missing));
  EXPECT_TRUE(linkTexts({".extern .shared .align 4 .u32 x[];\n"}, good));
  EXPECT_FALSE(linkTexts({".extern .func f();\n.global .u64 t[1] = { f };\n"}, missing));
  ASSERT_EQ(missing.errorCount(), 4u);
  EXPECT_EQ(missing.list().back().message, "Undefined reference to 'f' in 't'");
  EXPECT_TRUE(linkTexts({".extern .func f();\n.extern .global .u32 x;\n"
                         ".visible .entry k() { call f; ret; }\n",
                         ".global .u32 y;\n"},
                        good, Linked::Part));
  EXPECT_FALSE(linkTexts({".visible .global .u32 x;\n", ".visible .global .u32 x;\n"}, twice));
  EXPECT_TRUE(linkTexts({".weak .global .u32 x = 1;\n", ".weak .global .u32 x = 2;\n"}, weak));
}

TEST(PtxLinker, callsTakeResultsThatTheyDoNotKnow) {
  Diagnostics d;
  std::vector<std::unique_ptr<Module>> modules;
  for (const char *text :
       {".extern .func f(.param .b64 a);\n.extern .func (.param .b32 r) g();\n"
        ".visible .entry k() { .reg .u64 unused_result; { .param .b64 x; call f, (x); }\n"
        "{ .param .b32 y; call (y), g; } { .param .b64 x; call.uni f, (x); } ret; }\n",
        ".visible .func (.param .align 8 .b8 r[16]) f(.param .b64 a) { ret; }\n"
        ".visible .func (.param .b32 r) g() { ret; }\n"}) {
    modules.push_back(parse(std::string(kHead) + text, d));
    ASSERT_TRUE(modules.back() && verify(*modules.back(), d)) << d.render("test");
  }
  takeUnknownResults(modules);
  auto m = link(std::move(modules), d);
  ASSERT_TRUE(m) << d.render("test");
  // As a text, too.
  auto again = parse(print(*m), d);
  ASSERT_TRUE(again && verify(*again, d)) << d.render("test") << print(*m);
  const Function &k = *again->findFunction("k");
  ASSERT_EQ(k.body.size(), 4u);
  for (size_t i : {0, 2}) {
    ASSERT_EQ(k.body[i].operands.size(), 3u);
    const std::string &name = k.body[i].operands[0].elements[0].name;
    const auto local = std::find_if(k.locals.begin(), k.locals.end(),
                                    [&](const Variable &v) { return v.name == name; });
    ASSERT_NE(local, k.locals.end());
    EXPECT_EQ(local->sizeInBytes(), 16u);
  }
  EXPECT_EQ(k.locals.size(), 4u);
}

/// The rules of NVIDIA's nvlink 13.0, seen.
TEST(PtxLinker, linkFaults) {
  std::vector<std::unique_ptr<Module>> modules;
  auto faultsOf = [&](std::initializer_list<const char *> texts) {
    std::vector<LinkPart> parts;
    for (const char *text : texts) {
      Diagnostics diagnostics;
      modules.push_back(parse(std::string(kHead) + text, diagnostics));
      EXPECT_TRUE(modules.back()) << diagnostics.render("test");
      parts.push_back({std::string(1, char('a' + parts.size())), modules.back().get()});
    }
    LinkFaults faults = findLinkFaults(parts);
    std::string text;
    for (const std::string &message : faults.doubles)
      text += message + ";";
    for (const std::string &message : faults.undefined)
      text += message + ";";
    return text;
  };
  const char *const callsF = ".extern .func f();\n.visible .entry k() { call f; ret; }\n";
  const char *const f = ".visible .func f() { ret; }\n";
  const char *const lacks = ".extern .func gone();\n.visible .func f() { call gone; ret; }\n";
  EXPECT_EQ(faultsOf({callsF, f}), "");
  EXPECT_EQ(faultsOf({callsF}), "Undefined reference to 'f' in 'a';");
  EXPECT_EQ(faultsOf({callsF, ".func f() { ret; }\n"}), "Undefined reference to 'f' in 'a';");
  EXPECT_EQ(faultsOf({callsF, lacks}), "Undefined reference to 'gone' in 'b';");
  EXPECT_EQ(faultsOf({".visible .entry k() { ret; }\n", lacks}), ""); // nothing reaches it
  EXPECT_EQ(faultsOf({".visible .func f() { call f; ret; }\n"}), "");
  EXPECT_EQ(faultsOf({".extern .func f();\n.visible .global .u64 t[1] = { f };\n", lacks}),
            "Undefined reference to 'gone' in 'b';");
  EXPECT_EQ(faultsOf({callsF, f, f}), "Multiple definition of 'f' in 'c', first defined in 'b';");
  EXPECT_EQ(faultsOf({callsF, ".weak .func f() { ret; }\n", f}), "");
  EXPECT_EQ(faultsOf({".extern .global .u32 v;\n"}), "Undefined reference to 'v' in 'a';");
  EXPECT_EQ(faultsOf({".extern .global .u32 v;\n", ".visible .global .u32 v;\n"}), "");
  EXPECT_EQ(faultsOf({".extern .shared .u32 v[];\n"}), "");
}

TEST(PtxLinker, programsLoseWhatNothingReaches) {
  Diagnostics d;
  auto m = linkTexts({".extern .func gone();\n.visible .func dead() { call gone; ret; }\n"
                      ".func used() { ret; }\n.visible .global .u64 t[1] = { used };\n"
                      ".visible .entry k() { ret; }\n",
                      ".visible .entry other() { ret; }\n"},
                     d);
  ASSERT_TRUE(m) << d.render("test");
  EXPECT_FALSE(m->findFunction("dead"));
  EXPECT_FALSE(m->findFunction("gone"));
  EXPECT_TRUE(m->findFunction("used"));
  EXPECT_TRUE(m->findFunction("k"));
}

TEST(PtxLinker, soleDefinitions) {
  auto namesIn = [](const std::string &text) {
    Diagnostics diagnostics;
    auto module =
        parse(std::string(".version 8.0\n.target sm_70\n.address_size 64\n") + text, diagnostics);
    return module ? soleDefinitions(*module) : std::vector<std::string>{"?"};
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(namesIn(".visible .global .u32 v;\n.visible .entry k() { ret; }\n"), (Names{"v", "k"}));
  EXPECT_EQ(namesIn(".weak .global .u32 v;\n.weak .entry k() { ret; }\n.weak .func f() { ret; }\n"),
            Names());
  EXPECT_EQ(namesIn(".global .u32 v;\n.entry k() { ret; }\n.func f() { ret; }\n"), Names());
  EXPECT_EQ(namesIn(".extern .global .u32 v;\n.extern .func f();\n.common .global .u32 c;\n"),
            Names());
}

} // namespace
