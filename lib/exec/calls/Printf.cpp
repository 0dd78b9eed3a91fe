// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The conversions of device printf (programming guide, "Formatted output"): the final formatting is
// that of the host's C library, one conversion at a time, without %n.
#include "exec/calls/Printf.h"

#include <cctype>
#include <cstdio>
#include <cstring>

namespace anywarp::exec {

void PrintfBuffer::append(std::string_view text) {
  LockGuard lock(mutex_);
  text_ += text;
  isEmpty_.store(false, std::memory_order_release);
  if (text_.size() > kLimit)
    flushLocked();
}

void PrintfBuffer::flush() {
  if (isEmpty_.load(std::memory_order_acquire))
    return;
  LockGuard lock(mutex_);
  flushLocked();
}

void PrintfBuffer::flushLocked() {
  if (text_.empty())
    return;
  std::fwrite(text_.data(), 1, text_.size(), stdout);
  std::fflush(stdout);
  text_.clear();
  isEmpty_.store(true, std::memory_order_release);
}

namespace {

/// "The printf() command can accept at most 32 arguments in addition to the format string.
/// Additional arguments beyond this will be ignored, and the format specifier output as-is."
constexpr uint32_t kMostArguments = 32;

/// Reads arguments from the packed buffer.
class Arguments {
public:
  explicit Arguments(const void *at) : at_(reinterpret_cast<uintptr_t>(at)) {}
  bool isLast() const { return count == kMostArguments; }
  template <typename T> T next() {
    T value{};
    if (!at_ || isLast())
      return value;
    at_ = (at_ + sizeof(T) - 1) & ~uintptr_t(sizeof(T) - 1);
    std::memcpy(&value, reinterpret_cast<const void *>(at_), sizeof(T));
    at_ += sizeof(T);
    ++count;
    return value;
  }
  uint32_t count = 0;

private:
  uintptr_t at_;
};

/// One conversion: %[flags][width][.precision][length]letter. Lengths are h, l, ll: others, as z,
/// make it text (guide, "Format Specifiers").
struct Conversion {
  char flags[8] = {};
  int width = -1, precision = -1; ///< -1: not given
  bool isLong = false, isShort = false, isChar = false;
  char letter = 0;
};

constexpr int kMaxField = 4096; ///< wider fields and longer precisions are cut to it

int readNumber(const char *&p) {
  int value = 0;
  for (; std::isdigit(static_cast<unsigned char>(*p)); ++p)
    if (value < kMaxField)
      value = value * 10 + (*p - '0');
  return value < kMaxField ? value : kMaxField;
}

/// `p` stands behind the '%'; afterwards behind the letter. False: no conversion, print as it is.
bool parse(const char *&p, Conversion &c, Arguments &arguments) {
  size_t flags = 0;
  for (; *p && std::strchr("-+ #0", *p); ++p)
    if (!std::strchr(c.flags, *p) && flags + 1 < sizeof c.flags)
      c.flags[flags++] = *p;
  if (*p == '*') {
    int width = arguments.next<int>();
    ++p;
    if (width < 0 && !std::strchr(c.flags, '-') && flags + 1 < sizeof c.flags)
      c.flags[flags++] = '-';
    unsigned magnitude = width < 0 ? 0u - unsigned(width) : unsigned(width);
    c.width = magnitude < unsigned(kMaxField) ? int(magnitude) : kMaxField;
  } else if (std::isdigit(static_cast<unsigned char>(*p))) {
    c.width = readNumber(p);
  }
  if (*p == '.') {
    ++p;
    c.precision = readNumber(p); // one by an argument is no conversion (seen)
  }
  for (bool more = true; more;) {
    switch (*p) {
    case 'h':
      c.isChar = c.isShort;
      c.isShort = true;
      ++p;
      break;
    case 'l':
      c.isLong = true;
      ++p;
      break;
    default:
      more = false;
    }
  }
  c.letter = *p;
  if (!*p || !std::strchr("diouxXcsfFeEgGaApn", *p))
    return false;
  ++p;
  return true;
}

/// Prints one value through the C library with the conversion's own flags, width and precision.
template <typename T> void print(std::string &out, const Conversion &c, const char *type, T value) {
  char format[64], *f = format;
  *f++ = '%';
  for (const char *flag = c.flags; *flag; ++flag)
    *f++ = *flag;
  if (c.width >= 0)
    f += std::snprintf(f, 12, "%d", c.width);
  if (c.precision >= 0)
    f += std::snprintf(f, 12, ".%d", c.precision);
  std::strcpy(f, type);
  char buffer[512];
  int n = std::snprintf(buffer, sizeof buffer, format, value);
  if (n < int(sizeof buffer)) {
    out.append(buffer, size_t(n > 0 ? n : 0));
    return;
  }
  size_t at = out.size();
  out.resize(at + size_t(n) + 1);
  std::snprintf(out.data() + at, size_t(n) + 1, format, value);
  out.resize(at + size_t(n));
}

void printString(std::string &out, const Conversion &c, const char *text) {
  if (!text)
    text = "(null)";
  size_t limit = c.precision >= 0 ? size_t(c.precision) : size_t(-1), length = 0;
  while (length < limit && text[length])
    ++length;
  size_t pad = c.width > 0 && size_t(c.width) > length ? size_t(c.width) - length : 0;
  bool left = std::strchr(c.flags, '-');
  if (!left)
    out.append(pad, ' ');
  out.append(text, length);
  if (left)
    out.append(pad, ' ');
}

void printInteger(std::string &out, const Conversion &c, Arguments &arguments) {
  const char type[] = {'l', 'l', c.letter, 0};
  bool isSigned = c.letter == 'd' || c.letter == 'i';
  if (c.isLong) {
    print(out, c, type, arguments.next<long long>());
    return;
  }
  int value = arguments.next<int>();
  long long wide = isSigned ? value : (long long)(unsigned)value;
  if (c.isChar)
    wide = isSigned ? (signed char)value : (unsigned char)value;
  else if (c.isShort)
    wide = isSigned ? (short)value : (unsigned short)value;
  print(out, c, type, wide);
}

} // namespace

uint32_t formatPrintf(std::string &out, const char *format, const void *packed) {
  if (!format)
    return uint32_t(-1);
  Arguments arguments(packed);
  for (const char *p = format; *p;) {
    const char *start = p;
    while (*p && *p != '%')
      ++p;
    out.append(start, size_t(p - start));
    if (!*p)
      break;
    if (p[1] == '%') {
      out += '%';
      p += 2;
      continue;
    }
    start = p++;
    Conversion c;
    if (!parse(p, c, arguments) || arguments.isLast()) {
      out.append(start, size_t(p - start));
      continue;
    }
    switch (c.letter) {
    case 'c':
      c.precision = -1;
      print(out, c, "c", arguments.next<int>());
      break;
    case 's':
      printString(out, c, arguments.next<const char *>());
      break;
    case 'p':
      print(out, c, "p", arguments.next<void *>());
      break;
    case 'n':
      arguments.next<void *>();
      break;
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      printInteger(out, c, arguments);
      break;
    default: {
      const char type[] = {c.letter, 0};
      print(out, c, type, arguments.next<double>());
    }
    }
  }
  return arguments.count;
}

} // namespace anywarp::exec
