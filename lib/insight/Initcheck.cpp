// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// initcheck: every byte of global memory that a kernel reads was written before. Kernels go on
// after an error.
#include <cstring>

#include "exec/Image.h"
#include "insight/Sanitizer.h"

namespace anywarp::insight {

using exec::Event;
using exec::EventKind;
using exec::SiteSpace;
using exec::Verdict;

namespace {

class Initcheck final : public Guarded {
public:
  using Guarded::Guarded;
  Verdict on(const Event &event) override;

private:
  Block *blockOf(uint64_t address, uint64_t bytes);
  bool takeRow(const Event &event, const Site &site, bool reads, bool writes);
  void learn(const Event &event, const Site &site, uint64_t generation);
  void report(const Event &event, const Site &site, uint32_t lane, uint64_t bytes,
              uint64_t address);
  void image(const Event &event, const Site &site, uint32_t lane);
};

/// Of the last block found; it lives while the generation is the same.
struct Last {
  uint64_t generation = 0;
  BlockRef block;
};

Block *Initcheck::blockOf(uint64_t address, uint64_t bytes) {
  static thread_local Last last;
  const uint64_t generation = sanitizer_.memory.generation();
  if (last.generation == generation && last.block && last.block->contains(address, bytes))
    return last.block.get();
  BlockRef block = sanitizer_.memory.find(address);
  if (!block || !block->contains(address, bytes))
    return nullptr;
  last = {generation, std::move(block)};
  return last.block.get();
}

/// Bits of a mask whose bytes are not written.
bool hasHole(const uint8_t *written, uint64_t bytes, uint32_t used) {
  if (bytes == 4 && (used & 15) == 15) {
    uint32_t word;
    std::memcpy(&word, written, sizeof word);
    return word != 0x01010101;
  }
  for (uint64_t i = 0; i < bytes; ++i)
    if (!written[i] && (i >= 32 || used >> i & 1))
      return true;
  return false;
}

void Initcheck::report(const Event &event, const Site &site, uint32_t lane, uint64_t bytes,
                       uint64_t address) {
  const std::string space = site.kind == EventKind::ImageLoad ? "texture" : "global";
  Record record("Initcheck");
  record.text("Uninitialized __" + space + "__ memory read of size " + std::to_string(bytes) +
              " bytes");
  record.at(site, threadText(event, lane));
  record.text("    Address " + hex(address));
  record.fact("space", space)
      .fact("size", std::to_string(bytes))
      .fact("direction", "read")
      .fact("address", hex(address));
  send(record);
}

/// Texels of linear memory are known one by one. An array counts as a whole: it is told when nobody
/// has written any of it.
void Initcheck::image(const Event &event, const Site &site, uint32_t lane) {
  const exec::Image *image = exec::findImage(event.a[lane]);
  const auto start = image ? reinterpret_cast<uint64_t>(image->levels[0].data) : 0;
  BlockRef block = start ? sanitizer_.memory.find(start) : nullptr;
  if (!block || !block->written)
    return;
  const uint64_t bytes = image->texelBytes();
  uint8_t *written = block->written.get() + (start - block->base);
  if (site.kind == EventKind::ImageStore) {
    std::memset(written, 1, block->end() - start);
    return;
  }
  if (!image->isBuffer || !event.b) {
    if (block->initialisedAround(start).second > start ||
        std::memchr(written, 1, block->end() - start))
      return;
    return report(event, site, lane, bytes, start);
  }
  const uint64_t at = uint64_t(uint32_t(event.b[lane])) * bytes;
  if (uint32_t(event.b[lane]) < image->levels[0].size[0] && block->contains(start + at, bytes) &&
      hasHole(written + at, bytes, ~0u))
    report(event, site, lane, bytes, start + at);
}

Verdict Initcheck::on(const Event &event) {
  const Site &site = siteOf(event);
  if (site.kind == EventKind::ImageLoad || site.kind == EventKind::ImageStore) {
    eachLane(event.lanes, [&](uint32_t lane) { image(event, site, lane); });
    return Verdict::GoOn;
  }
  if (site.kind > EventKind::BulkAtomic || !event.a || site.space == SiteSpace::Shared ||
      site.space == SiteSpace::Local || site.space == SiteSpace::Const)
    return Verdict::GoOn;
  const bool isAtomic = site.kind == EventKind::Atomic || site.kind == EventKind::BulkAtomic;
  const bool reads = isAtomic || site.kind == EventKind::Load || site.kind == EventKind::CopyLoad ||
                     site.kind == EventKind::BulkLoad;
  const bool writes = isAtomic || !reads;
  const uint64_t generation = sanitizer_.memory.generation();
  if (!takeRow(event, site, reads, writes)) {
    // Lanes that the first of them makes initialised still read what nobody had written.
    for (int pass = 0; pass < 2; ++pass)
      eachLane(event.lanes, [&](uint32_t lane) {
        const uint64_t bytes = site.bytes ? site.bytes : event.b ? event.b[lane] : 0;
        Block *block = bytes ? blockOf(event.a[lane], bytes) : nullptr;
        if (!block || !block->written)
          return;
        uint8_t *written = block->written.get() + (event.a[lane] - block->base);
        if (pass == 0 && reads && hasHole(written, bytes, site.used))
          report(event, site, lane, bytes, event.a[lane]);
        if (pass == 1 && writes)
          std::memset(written, 1, bytes);
      });
  }
  if (event.span && event.lanes)
    learn(event, site, generation);
  return Verdict::GoOn;
}

/// Lanes side by side in one block, with nothing to report: all at once. False: they are not.
bool Initcheck::takeRow(const Event &event, const Site &site, bool reads, bool writes) {
  const uint64_t first = event.a[0], bytes = site.bytes;
  if (event.width < 32 || event.lanes != ~0u || !bytes)
    return false;
  uint64_t differs = 0;
  for (uint32_t lane = 0; lane < 32; ++lane)
    differs |= event.a[lane] ^ (first + lane * bytes);
  Block *block = differs ? nullptr : blockOf(first, 32 * bytes);
  if (!block)
    return false;
  if (!block->written)
    return true;
  uint8_t *written = block->written.get() + (first - block->base);
  if (reads && std::memchr(written, 0, 32 * bytes))
    return false;
  if (writes)
    std::memset(written, 1, 32 * bytes);
  return true;
}

/// Accesses of initialised bytes need not come here.
void Initcheck::learn(const Event &event, const Site &site, uint64_t generation) {
  const uint64_t address = event.a[__builtin_ctz(event.lanes)];
  Block *block = blockOf(address, site.bytes);
  if (!block)
    return;
  Memory::Part part(*block);
  if (block->written) {
    auto [begin, end] = block->initialisedAround(address);
    part = {begin, end};
  }
  sanitizer_.memory.open(rangeOf(event), *block, part, alignOf(site.bytes), event.span, generation);
}

} // namespace

std::unique_ptr<Watch> makeInitcheck(Sanitizer &sanitizer, LaunchFacts facts) {
  return std::make_unique<Initcheck>(sanitizer, std::move(facts));
}

} // namespace anywarp::insight
