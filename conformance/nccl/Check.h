// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of NCCL check with: element types as numbers, and ranks with their buffers.
#pragma once

#include "../Check.h"

#include <chrono>
#include <cstring>
#include <cuda_runtime.h>
#include <dirent.h>
#include <fstream>
#include <memory>
#include <nccl.h>
#include <thread>
#include <vector>

#define OK(call) EXPECT(0, call)

inline size_t sizeOf(ncclDataType_t type) {
  switch (type) {
  case ncclInt32:
  case ncclUint32:
  case ncclFloat32:
    return 4;
  case ncclInt64:
  case ncclUint64:
  case ncclFloat64:
    return 8;
  case ncclFloat16:
  case ncclBfloat16:
    return 2;
  default:
    return 1;
  }
}

/// Small whole numbers, which every type holds exactly, by CUDA's own conversions.
inline void store(char *at, ncclDataType_t type, double value) {
  auto put = [at](auto number) { std::memcpy(at, &number, sizeof number); };
  switch (type) {
  case ncclInt8:
    return put(int8_t(value));
  case ncclUint8:
    return put(uint8_t(value));
  case ncclInt32:
    return put(int32_t(value));
  case ncclUint32:
    return put(uint32_t(value));
  case ncclInt64:
    return put(int64_t(value));
  case ncclUint64:
    return put(uint64_t(value));
  case ncclFloat16:
    return put(__float2half(float(value)));
  case ncclFloat32:
    return put(float(value));
  case ncclFloat64:
    return put(value);
  case ncclBfloat16:
    return put(__float2bfloat16(float(value)));
  case ncclFloat8e4m3:
    return put(__nv_fp8_e4m3(float(value)));
  default:
    return put(__nv_fp8_e5m2(float(value)));
  }
}

using Bytes = std::vector<char>;

/// Elements of which number i is of(i).
template <typename Of> Bytes elements(ncclDataType_t type, size_t count, Of of) {
  Bytes all(count * sizeOf(type));
  for (size_t i = 0; i < count; ++i)
    store(all.data() + i * sizeOf(type), type, double(of(i)));
  return all;
}

/// A rank's device memory.
class Buffer {
public:
  explicit Buffer(size_t bytes) : bytes_(bytes) {
    OK(cudaMalloc(&data_, bytes + 64));
    OK(cudaMemset(data_, 0xa5, bytes + 64));
  }
  explicit Buffer(const Bytes &values) : Buffer(values.size()) {
    OK(cudaMemcpy(data_, values.data(), bytes_, cudaMemcpyHostToDevice));
  }
  ~Buffer() { OK(cudaFree(data_)); }
  Buffer(const Buffer &) = delete;
  char *get() const { return static_cast<char *>(data_); }
  Bytes values() const {
    Bytes all(bytes_);
    OK(cudaMemcpy(all.data(), data_, bytes_, cudaMemcpyDeviceToHost));
    return all;
  }

private:
  size_t bytes_;
  void *data_ = nullptr;
};

/// What a process holds of the system.
class Held {
public:
  Held() : files_(entries("/proc/self/fd")), threads_(entries("/proc/self/task")) {
    std::ifstream status("/proc/self/statm");
    status >> pages_ >> resident_;
  }
  /// As much as when the object was made. What threads that are ending hold may take a moment.
  void checkSameNow() const {
    Held now;
    for (int i = 0; i < 2000 && (now.files_ > files_ || now.threads_ > threads_); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      now = Held();
    }
    CHECK(now.files_ <= files_);
    CHECK(now.threads_ <= threads_);
    constexpr size_t kSome = 32 << 8; // pages: 32 MiB for what allocators keep
    // Addresses: a thread takes 64 MiB for a kernel's stack and 64 for an arena when it first runs
    // or allocates.
    const size_t addresses = kSome + now.threads_ * (128 << 8);
    CHECK(now.resident_ <= resident_ + kSome);
    CHECK(now.pages_ <= pages_ + addresses);
    if (now.files_ > files_ || now.threads_ > threads_ || now.pages_ > pages_ + addresses ||
        now.resident_ > resident_ + kSome)
      std::printf(
          "    files %zu -> %zu, threads %zu -> %zu, pages %zu -> %zu, resident %zu -> %zu\n",
          files_, now.files_, threads_, now.threads_, pages_, now.pages_, resident_, now.resident_);
  }

private:
  static size_t entries(const char *folder) {
    size_t count = 0;
    DIR *open = opendir(folder);
    while (readdir(open))
      ++count;
    closedir(open);
    return count;
  }
  size_t files_, threads_, pages_ = 0, resident_ = 0;
};

/// What rank r brings as element i: small, so that sums and products stay exact in 8 bits.
inline int brought(int rank, size_t i) { return int((size_t(rank) * 5 + i * 3) % 2) + 1; }

/// The result of an operation, element by element, in a plain loop.
inline double reduced(ncclRedOp_t op, int ranks, size_t i) {
  double all = brought(0, i);
  for (int r = 1; r < ranks; ++r) {
    const double next = brought(r, i);
    all = op == ncclProd  ? all * next
          : op == ncclMax ? std::max(all, next)
          : op == ncclMin ? std::min(all, next)
                          : all + next;
  }
  return op == ncclAvg ? all / ranks : all;
}

inline bool isWhole(ncclDataType_t type) { return type <= ncclUint64; }

/// Every collective, type and operation as one rank calls it. `ranks` is 4 (averages are exact).
inline void checkCollectives(ncclComm_t comm, int rank, int ranks, size_t count,
                             cudaStream_t stream) {
  const size_t all = count * size_t(ranks), mine = count * size_t(rank);
  for (int t = 0; t < ncclNumTypes; ++t) {
    const auto type = ncclDataType_t(t);
    Buffer in(elements(type, all, [&](size_t i) { return brought(rank, i); }));
    for (int o = 0; o < ncclNumOps; ++o) {
      const auto op = ncclRedOp_t(o);
      auto expected = [&](size_t i) {
        double value = reduced(op, ranks, i);
        return isWhole(type) ? double(int(value)) : value;
      };
      Buffer out(count * sizeOf(type)), root(count * sizeOf(type)), part(count * sizeOf(type));
      OK(ncclAllReduce(in.get(), out.get(), count, type, op, comm, stream));
      OK(ncclReduce(in.get(), root.get(), count, type, op, 1, comm, stream));
      OK(ncclReduceScatter(in.get(), part.get(), count, type, op, comm, stream));
      OK(cudaStreamSynchronize(stream));
      CHECK(out.values() == elements(type, count, expected));
      CHECK(part.values() == elements(type, count, [&](size_t i) { return expected(mine + i); }));
      if (rank == 1)
        CHECK(root.values() == elements(type, count, expected));
    }
    Buffer gathered(all * sizeOf(type)), atRoot(all * sizeOf(type)), turned(all * sizeOf(type));
    Buffer cast(count * sizeOf(type)), part(count * sizeOf(type)), next(count * sizeOf(type));
    OK(ncclAllGather(in.get(), gathered.get(), count, type, comm, stream));
    OK(ncclGather(in.get(), atRoot.get(), count, type, 2, comm, stream));
    OK(ncclAlltoAll(in.get(), turned.get(), count, type, comm, stream));
    OK(ncclBroadcast(in.get(), cast.get(), count, type, 3, comm, stream));
    OK(ncclScatter(in.get(), part.get(), count, type, 0, comm, stream));
    OK(ncclGroupStart());
    OK(ncclSend(in.get(), count, type, (rank + 1) % ranks, comm, stream));
    OK(ncclRecv(next.get(), count, type, (rank + ranks - 1) % ranks, comm, stream));
    OK(ncclGroupEnd());
    OK(cudaStreamSynchronize(stream));
    auto blocks = [&](size_t i) { return brought(int(i / count), i % count); };
    CHECK(gathered.values() == elements(type, all, blocks));
    if (rank == 2)
      CHECK(atRoot.values() == elements(type, all, blocks));
    CHECK(turned.values() ==
          elements(type, all, [&](size_t i) { return brought(int(i / count), mine + i % count); }));
    CHECK(cast.values() == elements(type, count, [&](size_t i) { return brought(3, i); }));
    CHECK(part.values() == elements(type, count, [&](size_t i) { return brought(0, mine + i); }));
    CHECK(next.values() ==
          elements(type, count, [&](size_t i) { return brought((rank + ranks - 1) % ranks, i); }));
  }
  ncclResult_t error;
  OK(ncclCommGetAsyncError(comm, &error));
  EQUAL(ncclSuccess, error);
}

/// One collective of all ranks in a group of one thread, after work and before work in each stream.
/// `call(rank)` gives it; `expected(rank, i)` is element i of the rank's result of `count`.
template <typename Call, typename Expected>
void checkGroup(const std::vector<std::unique_ptr<Buffer>> &out, cudaStream_t *streams, int ranks,
                ncclDataType_t type, size_t count, Call call, Expected expected, int only = -1) {
  OK(ncclGroupStart());
  for (int r = 0; r < ranks; ++r)
    OK(call(r));
  OK(ncclGroupEnd());
  for (int r = 0; r < ranks; ++r) {
    OK(cudaStreamSynchronize(streams[r]));
    if (only < 0 || only == r) {
      const Bytes wanted = elements(type, count, [&](size_t i) { return expected(r, i); });
      Bytes found = out[size_t(r)]->values();
      found.resize(wanted.size());
      CHECK(found == wanted);
    }
  }
}

/// Every collective of one type; reductions with one operation. `all`: count of all ranks.
inline void checkTogether(ncclComm_t *comms, cudaStream_t *streams, int ranks, size_t count,
                          size_t all, ncclDataType_t type, ncclRedOp_t op) {
  std::vector<std::unique_ptr<Buffer>> in, out;
  for (int r = 0; r < ranks; ++r) {
    OK(cudaSetDevice(r));
    in.push_back(
        std::make_unique<Buffer>(elements(type, all, [&](size_t i) { return brought(r, i); })));
    out.push_back(std::make_unique<Buffer>(all * sizeOf(type)));
  }
  auto check = [&](size_t results, auto call, auto expected, int only = -1) {
    checkGroup(
        out, streams, ranks, type, results,
        [&](int r) {
          return call(in[size_t(r)]->get(), out[size_t(r)]->get(), comms[r], streams[r]);
        },
        expected, only);
  };
  using B = char *;
  using C = ncclComm_t;
  using S = cudaStream_t;
  auto sum = [&](size_t i) {
    const double value = reduced(op, ranks, i);
    return isWhole(type) ? double(int(value)) : value;
  };
  check(
      count, [&](B a, B b, C c, S s) { return ncclAllReduce(a, b, count, type, op, c, s); },
      [&](int, size_t i) { return sum(i); });
  check(
      count, [&](B a, B b, C c, S s) { return ncclReduce(a, b, count, type, op, 1, c, s); },
      [&](int, size_t i) { return sum(i); }, 1);
  check(
      count, [&](B a, B b, C c, S s) { return ncclReduceScatter(a, b, count, type, op, c, s); },
      [&](int r, size_t i) { return sum(size_t(r) * count + i); });
  if (op != ncclSum)
    return;
  auto blocks = [&](int, size_t i) { return brought(int(i / count), i % count); };
  check(all, [&](B a, B b, C c, S s) { return ncclAllGather(a, b, count, type, c, s); }, blocks);
  check(all, [&](B a, B b, C c, S s) { return ncclGather(a, b, count, type, 2, c, s); }, blocks, 2);
  check(
      all, [&](B a, B b, C c, S s) { return ncclAlltoAll(a, b, count, type, c, s); },
      [&](int r, size_t i) { return brought(int(i / count), size_t(r) * count + i % count); });
  check(
      count, [&](B a, B b, C c, S s) { return ncclBroadcast(a, b, count, type, 3, c, s); },
      [&](int, size_t i) { return brought(3, i); });
  check(
      count, [&](B a, B b, C c, S s) { return ncclScatter(a, b, count, type, 0, c, s); },
      [&](int r, size_t i) { return brought(0, size_t(r) * count + i); });
}
