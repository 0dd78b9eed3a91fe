// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx/parse/Lexer.h"

#include <bit>
#include <gtest/gtest.h>

using namespace anywarp::ptx;

namespace {

Token first(const char *text) {
  Lexer lexer(text);
  Token token;
  lexer.next(token);
  return token;
}

TEST(Lexer, IntegersOfAllBases) {
  EXPECT_EQ(first("42").integer, 42u);
  EXPECT_EQ(first("0x1F").integer, 31u);
  EXPECT_EQ(first("0b101").integer, 5u);
  EXPECT_EQ(first("017").integer, 15u);
  EXPECT_EQ(first("18446744073709551615U").integer, ~0ull);
  EXPECT_TRUE(first("7U").isUnsigned);
  EXPECT_FALSE(first("7").isUnsigned);
}

TEST(Lexer, FloatsByBitsAndDecimal) {
  Token single = first("0f3F800000");
  EXPECT_EQ(single.kind, Token::Float);
  EXPECT_TRUE(single.isFloat32);
  EXPECT_EQ(std::bit_cast<double>(single.integer), 1.0);
  EXPECT_EQ(first("0d400921FB54442D18").integer, 0x400921FB54442D18u);
  EXPECT_EQ(std::bit_cast<double>(first("1.5").integer), 1.5);
  EXPECT_EQ(std::bit_cast<double>(first("2e3").integer), 2000.0);
  EXPECT_EQ(std::bit_cast<double>(first(".25").integer), 0.25);
}

TEST(Lexer, NaNsKeepTheirPayload) {
  // A signalling NaN must not become quiet on its way through the double.
  EXPECT_EQ(first("0f7F800001").integer, 0x7ff0000020000000u);
  EXPECT_EQ(first("0fFFC12345").integer, 0xfff82468a0000000u);
  EXPECT_EQ(first("0fFF800000").integer, 0xfff0000000000000u);
}

TEST(Lexer, DottedWordsAreOneToken) {
  Token token = first(".mbarrier::complete_tx::bytes.b64");
  EXPECT_EQ(token.kind, Token::Dot);
  EXPECT_EQ(token.text, "mbarrier::complete_tx::bytes");
  EXPECT_EQ(first(".2d").text, "2d");
  EXPECT_EQ(first(".2d").kind, Token::Dot);
}

TEST(Lexer, PlacesCountLinesAndColumns) {
  Lexer lexer("a /* two\nlines */ b // rest\n  .c");
  Token a, b, c;
  lexer.next(a);
  lexer.next(b);
  lexer.next(c);
  EXPECT_EQ(a.loc().line, 1u);
  EXPECT_EQ(b.loc().line, 2u);
  EXPECT_EQ(b.loc().column, 10u);
  EXPECT_EQ(c.loc().line, 3u);
  EXPECT_EQ(c.loc().column, 3u);
}

TEST(Lexer, NamesAndTheRemainderOperator) {
  EXPECT_EQ(first("%r12").kind, Token::Identifier);
  EXPECT_EQ(first("% 3").symbol, '%');
  EXPECT_EQ(first("$L__BB0_1").text, "$L__BB0_1");
  EXPECT_EQ(first("_").kind, Token::Identifier);
}

TEST(Lexer, MalformedNumbersSayWhatIsWrong) {
  EXPECT_STREQ(first("0f12").error, "expected 8 hexadecimal digits after 0f");
  EXPECT_STREQ(first("0d12").error, "expected 16 hexadecimal digits after 0d");
  EXPECT_STREQ(first("99999999999999999999").error, "integer does not fit in 64 bits");
  EXPECT_STREQ(first("0x").error, "malformed number");
  EXPECT_STREQ(first("09").error, "malformed number");
  EXPECT_STREQ(first("12abc").error, "malformed number");
}

TEST(Lexer, OpenStringsAndCommentsEnd) {
  EXPECT_STREQ(first("\"abc").error, "string is not closed");
  Lexer lexer("/* open");
  Token token;
  lexer.next(token);
  EXPECT_EQ(token.kind, Token::End);
  EXPECT_TRUE(lexer.unterminatedComment());
}

} // namespace
