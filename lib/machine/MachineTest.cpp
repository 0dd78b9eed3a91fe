// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/Machine.h"

#include <gtest/gtest.h>

using namespace anywarp::machine;

TEST(Machine, PciIds) {
  unsigned domain, bus, device, function;
  ASSERT_TRUE(readPciId("00ca:01:1f.7", domain, bus, device, function));
  EXPECT_EQ(0xca01u, domain << 8 | bus);
  EXPECT_EQ(0x1f7u, device << 4 | function);
  ASSERT_TRUE(readPciId("000000CA:00:02", domain, bus, device, function));
  EXPECT_EQ(0xca0020u, domain << 16 | bus << 8 | device << 4 | function);
  ASSERT_TRUE(readPciId("03:04.0", domain, bus, device, function));
  EXPECT_EQ(0x0340u, domain << 16 | bus << 8 | device << 4 | function);
  for (const char *text : {"", "junk", "1", "1:2", "1:2:3.4x", "1:2:3:4"})
    EXPECT_FALSE(readPciId(text, domain, bus, device, function)) << text;
}

TEST(Machine, NothingThatProgramsDivideByIsZero) {
  EXPECT_GT(product().memoryBusBits, 0);
  EXPECT_GT(product().memoryClockKHz, 0);
  EXPECT_GT(product().l2Bytes, 0);
  EXPECT_GT(clockKHz(), 0);
  EXPECT_GT(currentClockKHz(), 0);
}

TEST(Machine, Devices) {
  EXPECT_EQ(36u + 4, uuidText(deviceUuid(0)).size());
  EXPECT_EQ(deviceUuid(3), deviceUuid(3));
  EXPECT_NE(deviceUuid(0), deviceUuid(1));
  EXPECT_EQ('8', uuidText(deviceUuid(0))[4 + 14]); // the version that RFC 9562 has for this
  EXPECT_GT(memoryBytes(), size_t(1) << 20);
  EXPECT_LE(deviceCount(0), 0);
}
