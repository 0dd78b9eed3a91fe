// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Containers laid out by hand from the format's facts, round trips through the writer, damaged
// bytes.
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <sys/mman.h>
#include <unistd.h>

#include "fatbin/Format.h"
#include "fatbin/Image.h"
#include "fatbin/Writer.h"

using namespace anywarp;
using namespace anywarp::fatbin;

namespace {

constexpr std::string_view kPtx = ".version 9.0\n.target sm_80\n.address_size 64\n"
                                  ".visible .entry k()\n{\n ret;\n}\n";

/// Bytes as the format describes them, written without the project's own structures.
class Bytes {
public:
  Bytes &u16(uint16_t v) { return put(v); }
  Bytes &u32(uint32_t v) { return put(v); }
  Bytes &u64(uint64_t v) { return put(v); }
  Bytes &text(std::string_view t) {
    bytes_ += t;
    return *this;
  }
  Bytes &zeros(size_t n) {
    bytes_.append(n, '\0');
    return *this;
  }
  const std::string &str() const { return bytes_; }

private:
  template <typename T> Bytes &put(T v) {
    for (size_t i = 0; i < sizeof v; ++i)
      bytes_ += char(v >> (8 * i));
    return *this;
  }
  std::string bytes_;
};

/// A raw entry with a 64-byte header.
std::string rawEntry(uint16_t kind, uint32_t sm, std::string_view payload, uint64_t flags = 0x11) {
  size_t padded = (payload.size() + 7) / 8 * 8;
  return Bytes()
      .u16(kind)
      .u16(0x0101)
      .u32(64)
      .u64(padded)
      .u32(0)
      .u32(0)
      .u16(0)
      .u16(9)
      .u32(sm)
      .u32(0)
      .u32(0)
      .u64(flags)
      .u64(0)
      .u64(0)
      .text(payload)
      .zeros(padded - payload.size())
      .str();
}

std::string container(std::string_view entries) {
  return Bytes().u32(0xBA55ED50).u16(1).u16(16).u64(entries.size()).text(entries).str();
}

std::string ptxFor(unsigned sm) { return ".version 8.0\n.target sm_" + std::to_string(sm) + "\n"; }

/// A copy of `bytes` that ends where the next page cannot be read.
class AtPageEnd {
public:
  explicit AtPageEnd(std::string_view bytes) {
    size_t page = size_t(sysconf(_SC_PAGESIZE));
    size_ = (bytes.size() + page - 1) / page * page + page;
    base_ = static_cast<char *>(
        mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(base_ + size_ - page, page, PROT_NONE);
    data_ = base_ + size_ - page - bytes.size();
    std::memcpy(data_, bytes.data(), bytes.size());
  }
  ~AtPageEnd() { munmap(base_, size_); }
  const void *data() const { return data_; }

private:
  char *base_, *data_;
  size_t size_;
};

TEST(Reader, rawEntryByHand) {
  std::string bytes = container(rawEntry(1, 80, std::string("\n\n\n") + std::string(kPtx)));
  auto c = readContainer(bytes);
  ASSERT_TRUE(c) << c.status().message();
  ASSERT_EQ(c->entries.size(), 1u);
  EXPECT_EQ(c->size, bytes.size());
  const Entry &e = c->entries[0];
  EXPECT_EQ(e.kind, EntryKind::Ptx);
  EXPECT_EQ(e.arch.sm, 80u);
  EXPECT_EQ(e.formatMajor, 9);
  EXPECT_EQ(*readContents(e), kPtx); // blank lines before and NULs behind are gone
}

TEST(Reader, namesAndOptionsByHand) {
  // Source name at 64, option record at 72 pointing to 80, as nvcc lays them out with -lineinfo.
  std::string entry = Bytes()
                          .u16(1)
                          .u16(0x0101)
                          .u32(104)
                          .u64(8)
                          .u32(0)
                          .u32(72)
                          .u16(0)
                          .u16(9)
                          .u32(90)
                          .u32(64)
                          .u32(4)
                          .u64(0x100011)
                          .u64(0)
                          .u64(0)
                          .text("a.cu")
                          .zeros(4)
                          .u32(80)
                          .u32(17)
                          .text(" -maxrregcount=32")
                          .zeros(7)
                          .text(".version")
                          .str();
  std::string bytes = container(entry); // entries borrow it
  auto c = readContainer(bytes);
  ASSERT_TRUE(c) << c.status().message();
  EXPECT_EQ(c->entries[0].sourceName, "a.cu");
  EXPECT_EQ(c->entries[0].options, " -maxrregcount=32");
  EXPECT_EQ(c->entries[0].arch.toString(), "90a");
  EXPECT_EQ(*readContents(c->entries[0]), ".version");
}

TEST(Reader, lz4BlockByHand) {
  // LZ4 block: 3 literals "abc", a match of 9 at distance 3 (token 0x35), then 5 literals.
  std::string block = Bytes()
                          .text("\x35"
                                "abc")
                          .u16(3)
                          .text("\x50"
                                "vwxyz")
                          .str();
  std::string entry = Bytes()
                          .u16(1)
                          .u16(0x0101)
                          .u32(64)
                          .u64(16)
                          .u32(uint32_t(block.size()))
                          .u32(0)
                          .u16(0)
                          .u16(8)
                          .u32(75)
                          .u32(0)
                          .u32(0)
                          .u64(0x2011)
                          .u64(0)
                          .u64(17)
                          .text(block)
                          .zeros(16 - block.size())
                          .str();
  std::string bytes = container(entry);
  auto c = readContainer(bytes);
  ASSERT_TRUE(c) << c.status().message();
  EXPECT_EQ(*readContents(c->entries[0]), "abcabcabcabcvwxyz");
}

TEST(Reader, severalContainersWithPadding) {
  std::string one = container(rawEntry(1, 80, "a")), empty = container("");
  auto all = readContainers(one + empty + std::string(8, '\0') + one);
  ASSERT_TRUE(all) << all.status().message();
  ASSERT_EQ(all->size(), 3u);
  EXPECT_EQ((*all)[1].entries.size(), 0u);
}

TEST(Reader, everyTruncationIsRefused) {
  NewEntry entry;
  entry.arch.sm = 80;
  entry.contents = kPtx;
  entry.options = "--compile-only";
  std::string bytes = *writeContainer({entry, entry});
  for (size_t n = 0; n < bytes.size(); ++n) {
    auto copy = std::make_unique<char[]>(n); // exact size, for the address sanitizer
    std::memcpy(copy.get(), bytes.data(), n);
    auto c = readContainer({copy.get(), n});
    ASSERT_FALSE(c) << n;
    EXPECT_EQ(c.status().code(), StatusCode::InvalidInput);
  }
}

TEST(Reader, wrongSizesAreRefused) {
  std::string good = container(rawEntry(1, 80, kPtx));
  auto damaged = [&](size_t at, uint64_t value, size_t size) {
    std::string bytes = good;
    std::memcpy(&bytes[at], &value, size);
    return !readContainer(bytes);
  };
  EXPECT_TRUE(damaged(4, 2, 2));                     // container version
  EXPECT_TRUE(damaged(6, 8, 2));                     // header smaller than itself
  EXPECT_TRUE(damaged(8, ~uint64_t(0), 8));          // size overflows
  EXPECT_TRUE(damaged(8, good.size(), 8));           // longer than the bytes
  EXPECT_TRUE(damaged(16 + 4, 0, 4));                // entry header of 0 bytes: no endless loop
  EXPECT_TRUE(damaged(16 + 4, 0xffffffff, 4));       // beyond the end
  EXPECT_TRUE(damaged(16 + 8, uint64_t(0) - 64, 8)); // header + payload wraps
  EXPECT_TRUE(damaged(16 + 16, 100000, 4));          // compressed larger than stored
  EXPECT_TRUE(damaged(16 + 16, 8, 4));               // compressed by no known codec
}

TEST(Reader, badNameOffsetsLoseOnlyTheName) {
  std::string bytes = container(rawEntry(1, 80, kPtx));
  uint32_t far[4] = {0xfffffff0, 0xffffffff, 0xfffffff8, 64};
  std::memcpy(&bytes[16 + 20], &far[2], 4);
  std::memcpy(&bytes[16 + 32], far, 8);
  auto c = readContainer(bytes);
  ASSERT_TRUE(c);
  EXPECT_EQ(c->entries[0].sourceName, "");
  EXPECT_EQ(c->entries[0].options, "");
}

TEST(Reader, bombsAreRefusedBeforeUnpacking) {
  NewEntry entry;
  std::string zeros(1 << 20, 'x');
  entry.contents = zeros;
  std::string bytes = *writeContainer({entry});
  auto c = readContainer(bytes);
  ASSERT_TRUE(c);
  ASSERT_EQ(c->entries[0].compression, Compression::Zstd);
  EXPECT_EQ(readContents(c->entries[0], 1 << 16).status().code(), StatusCode::InvalidInput);
  for (uint64_t lie : {uint64_t(10), uint64_t(1) << 21, uint64_t(1) << 40, ~uint64_t(0)}) {
    std::memcpy(&bytes[16 + 56], &lie, 8);
    EXPECT_EQ(readContents(readContainer(bytes)->entries[0]).status().code(),
              StatusCode::InvalidInput);
  }
}

TEST(Reader, damagedCompressedBytesAreRefused) {
  for (Compression codec : {Compression::Zstd, Compression::Lz4}) {
    NewEntry entry;
    std::string text;
    for (int i = 0; i < 200; ++i)
      text += "add.u32 %r" + std::to_string(i) + ", %r1, 7;\n";
    entry.contents = text;
    entry.compression = codec;
    std::string bytes = *writeContainer({entry});
    for (size_t i = 16 + 80; i < bytes.size(); i += 7) {
      std::string copy = bytes;
      copy[i] = char(copy[i] ^ 0x55);
      // Must end without a crash; LZ4 has no checksum, so other text of the same size may come out.
      auto contents = readContents(readContainer(copy)->entries[0]);
      EXPECT_TRUE(!contents || contents->size() <= text.size());
    }
  }
}

TEST(Writer, roundTrip) {
  for (Compression codec : {Compression::None, Compression::Lz4, Compression::Zstd}) {
    std::string text(kPtx);
    while (text.size() < 5000)
      text += "// the same line again and again\n";
    NewEntry entry;
    entry.arch = {90, 'a'};
    entry.contents = text;
    entry.compression = codec;
    entry.sourceName = "dir/x.cu";
    entry.options = "--compile-only -g";
    std::string bytes = *writeContainer({entry});
    EXPECT_EQ(bytes.size() % 8, 0u);
    auto c = readContainer(bytes);
    ASSERT_TRUE(c) << c.status().message();
    const Entry &e = c->entries[0];
    EXPECT_EQ(e.compression, codec);
    EXPECT_EQ(e.arch.toString(), "90a");
    EXPECT_EQ(e.formatMajor, 9);
    EXPECT_EQ(e.formatMinor, 0);
    EXPECT_EQ(e.sourceName, "dir/x.cu");
    EXPECT_EQ(e.options, "--compile-only -g");
    EXPECT_EQ(*readContents(e), text);
  }
}

TEST(Writer, incompressibleIsStoredRaw) {
  NewEntry entry;
  entry.contents = ".v";
  std::string bytes = *writeContainer({entry});
  auto c = readContainer(bytes);
  EXPECT_EQ(c->entries[0].compression, Compression::None);
  EXPECT_EQ(*readContents(c->entries[0]), ".v");
}

TEST(Image, archRules) {
  EXPECT_TRUE(runsOn({75, 0}, 90));
  EXPECT_TRUE(runsOn({90, 'a'}, 90));
  EXPECT_FALSE(runsOn({80, 'a'}, 90));
  EXPECT_FALSE(runsOn({100, 0}, 90));
  EXPECT_TRUE(runsOn({100, 'f'}, 103));
  EXPECT_FALSE(runsOn({100, 'f'}, 120));
}

TEST(Image, newestFittingPtxIsChosen) {
  std::string bytes = container(rawEntry(2, 90,
                                         "\x7f"
                                         "ELF") +
                                rawEntry(1, 75, ptxFor(75)) + rawEntry(1, 90, ptxFor(90)) +
                                rawEntry(1, 100, ptxFor(100)) + rawEntry(1, 80, ptxFor(80)));
  auto images = loadImage(bytes.data(), 90);
  ASSERT_TRUE(images) << images.status().message();
  ASSERT_EQ(images->size(), 1u);
  EXPECT_EQ((*images)[0].text, ptxFor(90));
  EXPECT_EQ((*loadImage(bytes.data(), 89))[0].text, ptxFor(80));
}

TEST(Image, machineCodeAloneIsRefusedWithAdvice) {
  auto images = loadImage(container(rawEntry(2, 90,
                                             "\x7f"
                                             "ELF"))
                              .data(),
                          90);
  ASSERT_FALSE(images);
  EXPECT_EQ(images.status().code(), StatusCode::NotFound);
  EXPECT_NE(images.status().message().find("-gencode arch=compute_90,code=compute_90"),
            std::string::npos);
  EXPECT_NE(images.status().message().find("sm_90"), std::string::npos);
  EXPECT_EQ(loadImage("\x7f"
                      "ELF...",
                      90)
                .status()
                .code(),
            StatusCode::NotFound);
  EXPECT_EQ(loadImage(container(rawEntry(1, 120, "x")).data(), 90).status().code(),
            StatusCode::NotFound);
}

// A device that nobody asked for takes code for others, the oldest of it; but only for want of its
// own.
TEST(Image, codeForOthersWhereThereIsNoOther) {
  auto chosen = [](const std::string &entries) {
    auto images = loadImage(container(entries).data(), 90, Others::Taken);
    return images ? images->front().text : std::string();
  };
  const std::string old = rawEntry(1, 80, "80"), newer = rawEntry(1, 120, "120"),
                    newest = rawEntry(1, 121, "121");
  EXPECT_EQ(chosen(newest + newer), "120");
  EXPECT_EQ(chosen(newest + old + newer), "80");
}

TEST(Image, cubinsTellWhatTheyAreFor) {
  auto messageOf = [](char abi, uint32_t flags) {
    std::string bytes(64, '\0');
    bytes.replace(0, 4,
                  "\x7f"
                  "ELF");
    bytes[8] = abi;
    std::memcpy(bytes.data() + 48, &flags, sizeof flags);
    return loadImage(std::string_view(bytes), 90).status().message();
  };
  EXPECT_NE(messageOf(7, 0x00500550).find("code for sm_80 (a cubin)"), std::string::npos);
  EXPECT_NE(messageOf(8, 0x06004b04).find("code for sm_75 (a cubin)"), std::string::npos);
  EXPECT_NE(messageOf(7, 0).find("machine code (a cubin)"), std::string::npos);
}

TEST(Image, wrapperVersions) {
  std::string one = container(rawEntry(1, 80, ptxFor(80))),
              two = container(rawEntry(1, 75, ptxFor(75)));
  std::string empty = container(""), code = container(rawEntry(2, 80,
                                                               "\x7f"
                                                               "ELF"));
  WrapperHeader v1{kWrapperMagic, 1, uint64_t(one.data()), 0};
  auto images = loadImage(&v1, 90);
  ASSERT_TRUE(images) << images.status().message();
  EXPECT_EQ((*images)[0].text, ptxFor(80));

  const void *objects[] = {one.data(), empty.data(), code.data(), two.data(), nullptr};
  WrapperHeader v2{kWrapperMagic, 2, uint64_t(code.data()), uint64_t(objects)};
  images = loadImage(&v2, 90);
  ASSERT_TRUE(images) << images.status().message();
  ASSERT_EQ(images->size(), 2u); // the linked machine code is not looked at
  EXPECT_EQ((*images)[1].text, ptxFor(75));
  const void *codeOnly[] = {code.data(), nullptr};
  WrapperHeader v2code{kWrapperMagic, 2, uint64_t(code.data()), uint64_t(codeOnly)};
  EXPECT_EQ(loadImage(&v2code, 90).status().code(), StatusCode::NotFound);

  WrapperHeader v3{kWrapperMagic, 3, uint64_t(one.data()), 0};
  EXPECT_EQ(loadImage(&v3, 90).status().code(), StatusCode::InvalidInput);
  WrapperHeader none{kWrapperMagic, 1, 0, 0};
  EXPECT_EQ(loadImage(&none, 90).status().code(), StatusCode::InvalidInput);
  WrapperHeader wild{kWrapperMagic, 1, 0x1000, 0};
  EXPECT_EQ(loadImage(&wild, 90).status().code(), StatusCode::InvalidInput);
  WrapperHeader wildArray{kWrapperMagic, 2, uint64_t(one.data()), 0x1000};
  EXPECT_EQ(loadImage(&wildArray, 90).status().code(), StatusCode::InvalidInput);
}

TEST(Image, objectsAreSearched) {
  std::string object = std::string("\x7f"
                                   "ELF....") +
                       container(rawEntry(1, 80, ptxFor(80))) + "zz" + container("") +
                       container(rawEntry(1, 75, ptxFor(75))) + "\x50\xed\x55\xba";
  auto images = loadObjects(object, 90);
  ASSERT_TRUE(images) << images.status().message();
  ASSERT_EQ(images->size(), 2u);
  EXPECT_EQ((*images)[0].text, ptxFor(80));
  EXPECT_EQ((*images)[1].text, ptxFor(75));
  EXPECT_EQ(loadObjects("nothing", 90).status().code(), StatusCode::InvalidInput);
}

TEST(Image, bareTextAndGarbage) {
  std::string text(kPtx);
  EXPECT_EQ((*loadImage(static_cast<const void *>(text.c_str()), 90))[0].text, kPtx);
  EXPECT_EQ(loadImage(static_cast<const void *>(""), 90).status().code(), StatusCode::InvalidInput);
  EXPECT_EQ(loadImage(static_cast<const void *>("\x01\x02"), 90).status().code(),
            StatusCode::InvalidInput);
  EXPECT_EQ(loadImage(static_cast<const void *>(nullptr), 90).status().code(),
            StatusCode::InvalidInput);
  EXPECT_EQ(loadImage(reinterpret_cast<const void *>(8), 90).status().code(),
            StatusCode::InvalidInput);
}

TEST(Image, claimsBeyondReadableMemoryAreRefused) {
  std::string good = container(rawEntry(1, 80, kPtx));
  AtPageEnd whole(good);
  EXPECT_TRUE(loadImage(whole.data(), 90));
  for (size_t cut : {size_t(1), size_t(20), good.size() - 17, good.size() - 2}) {
    AtPageEnd part(std::string_view(good).substr(0, good.size() - cut));
    EXPECT_EQ(loadImage(part.data(), 90).status().code(), StatusCode::InvalidInput) << cut;
  }
  AtPageEnd unterminated(kPtx); // no NUL before the unreadable page
  auto images = loadImage(unterminated.data(), 90);
  ASSERT_TRUE(images);
  EXPECT_EQ((*images)[0].text, kPtx);
}

TEST(Image, misalignedContainer) {
  std::string bytes = "xyz" + container(rawEntry(1, 80, kPtx));
  EXPECT_TRUE(loadImage(static_cast<const void *>(bytes.data() + 3), 90));
}

TEST(Image, CodeForADevice) {
  auto with = [](EntryKind kind, uint32_t sm, char suffix = 0) {
    NewEntry entry;
    entry.kind = kind;
    entry.arch = {sm, suffix};
    entry.contents = "contents";
    return *writeContainer({entry});
  };
  EXPECT_TRUE(hasCodeFor(with(EntryKind::Elf, 90), 90));
  EXPECT_TRUE(hasCodeFor(with(EntryKind::Elf, 80), 86)); // of its generation
  EXPECT_FALSE(hasCodeFor(with(EntryKind::Elf, 86), 80));
  EXPECT_FALSE(hasCodeFor(with(EntryKind::Elf, 75), 90));
  EXPECT_FALSE(hasCodeFor(with(EntryKind::Elf, 100, 'a'), 103));
  EXPECT_TRUE(hasCodeFor(with(EntryKind::LtoIr, 75), 90)); // is compiled by the link
  EXPECT_FALSE(hasCodeFor(with(EntryKind::Ptx, 90), 90));
  EXPECT_FALSE(hasCodeFor("neither", 90));
}

} // namespace
