// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVTX for C++: domains, ranges that end with their scope, marks. On nvToolsExt.h, for C++11 and
// later. Everything is of version 1: nvtx3::v1::scoped_range, NVTX3_V1_FUNC_RANGE. The names without
// the version are there, too, unless NVTX3_CPP_REQUIRE_EXPLICIT_VERSION is defined.
#pragma once

#define NVTX3_CPP_DEFINITIONS_V1_0

#include "nvToolsExt.h"

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace nvtx3 {
namespace v1 {

/// Names events; each type D with a static member `name` (char or wchar_t string) has one.
class domain {
public:
  struct global {};

  domain(const domain &) = delete;
  domain &operator=(const domain &) = delete;
  operator nvtxDomainHandle_t() const noexcept { return handle_; }

  template <typename D> static const domain &get() noexcept {
    static const domain one(nameOf<D>(0));
    return one;
  }

private:
  explicit domain(std::nullptr_t) noexcept {}
  explicit domain(const char *name) noexcept : handle_(nvtxDomainCreateA(name)) {}
  explicit domain(const wchar_t *name) noexcept : handle_(nvtxDomainCreateW(name)) {}
  template <typename D>
  static typename std::enable_if<std::is_same<D, global>::value, std::nullptr_t>::type
  nameOf(int) noexcept {
    return nullptr;
  }
  template <typename D> static auto nameOf(long) noexcept -> decltype(+D::name) { return D::name; }
  nvtxDomainHandle_t handle_ = nullptr;
};

struct rgb {
  using component_type = uint8_t;
  constexpr rgb(component_type r, component_type g, component_type b) noexcept
      : red{r}, green{g}, blue{b} {}
  component_type red, green, blue;
};
struct argb : rgb {
  constexpr argb(component_type a, component_type r, component_type g, component_type b) noexcept
      : rgb{r, g, b}, alpha{a} {}
  component_type alpha;
};

class color {
public:
  using value_type = uint32_t;
  constexpr explicit color(value_type hex) noexcept : value_{hex} {}
  constexpr color(argb c) noexcept
      : value_{value_type(c.alpha) << 24 | value_type(c.red) << 16 | value_type(c.green) << 8 |
               c.blue} {}
  constexpr color(rgb c) noexcept : color{argb{0xff, c.red, c.green, c.blue}} {}
  constexpr value_type get_value() const noexcept { return value_; }
  constexpr nvtxColorType_t get_type() const noexcept { return NVTX_COLOR_ARGB; }

private:
  value_type value_;
};

class category {
public:
  using id_type = uint32_t;
  constexpr explicit category(id_type id) noexcept : id_{id} {}
  constexpr id_type get_id() const noexcept { return id_; }

private:
  id_type id_;
};

/// A category with a name in domain D.
template <typename D = domain::global> class named_category_in final : public category {
public:
  named_category_in(id_type id, const char *name) noexcept : category{id} {
    nvtxDomainNameCategoryA(domain::get<D>(), id, name);
  }
  named_category_in(id_type id, const wchar_t *name) noexcept : category{id} {
    nvtxDomainNameCategoryW(domain::get<D>(), id, name);
  }
  /// The one of a type C with static members `id` and `name`.
  template <typename C> static const named_category_in &get() noexcept {
    static const named_category_in one(C::id, C::name);
    return one;
  }
};
using named_category = named_category_in<domain::global>;

/// A string that the tool keeps.
template <typename D = domain::global> class registered_string_in {
public:
  explicit registered_string_in(const char *text) noexcept
      : handle_{nvtxDomainRegisterStringA(domain::get<D>(), text)} {}
  explicit registered_string_in(const std::string &text) noexcept
      : registered_string_in{text.c_str()} {}
  explicit registered_string_in(const wchar_t *text) noexcept
      : handle_{nvtxDomainRegisterStringW(domain::get<D>(), text)} {}
  explicit registered_string_in(const std::wstring &text) noexcept
      : registered_string_in{text.c_str()} {}
  nvtxStringHandle_t get_handle() const noexcept { return handle_; }
  /// The one of a type M with a static member `message`.
  template <typename M> static const registered_string_in &get() noexcept {
    static const registered_string_in one(M::message);
    return one;
  }

private:
  nvtxStringHandle_t handle_;
};
using registered_string = registered_string_in<domain::global>;

class message {
public:
  using value_type = nvtxMessageValue_t;
  message(const char *text) noexcept : type_{NVTX_MESSAGE_TYPE_ASCII} { value_.ascii = text; }
  message(const std::string &text) noexcept : message{text.c_str()} {}
  message(std::string &&) = delete;
  message(const wchar_t *text) noexcept : type_{NVTX_MESSAGE_TYPE_UNICODE} {
    value_.unicode = text;
  }
  message(const std::wstring &text) noexcept : message{text.c_str()} {}
  message(std::wstring &&) = delete;
  template <typename D>
  message(const registered_string_in<D> &text) noexcept : message{text.get_handle()} {}
  message(nvtxStringHandle_t handle) noexcept : type_{NVTX_MESSAGE_TYPE_REGISTERED} {
    value_.registered = handle;
  }
  message(nvtxMessageType_t type, value_type value) noexcept : type_{type}, value_(value) {}
  nvtxMessageType_t get_type() const noexcept { return type_; }
  value_type get_value() const noexcept { return value_; }

private:
  nvtxMessageType_t type_;
  value_type value_;
};

class payload {
public:
  using value_type = decltype(nvtxEventAttributes_t::payload);
  explicit payload(int64_t v) noexcept : type_{NVTX_PAYLOAD_TYPE_INT64} { value_.llValue = v; }
  explicit payload(int32_t v) noexcept : type_{NVTX_PAYLOAD_TYPE_INT32} { value_.iValue = v; }
  explicit payload(uint64_t v) noexcept : type_{NVTX_PAYLOAD_TYPE_UNSIGNED_INT64} {
    value_.ullValue = v;
  }
  explicit payload(uint32_t v) noexcept : type_{NVTX_PAYLOAD_TYPE_UNSIGNED_INT32} {
    value_.uiValue = v;
  }
  explicit payload(float v) noexcept : type_{NVTX_PAYLOAD_TYPE_FLOAT} { value_.fValue = v; }
  explicit payload(double v) noexcept : type_{NVTX_PAYLOAD_TYPE_DOUBLE} { value_.dValue = v; }
  payload(nvtxPayloadType_t type, value_type value) noexcept : type_{type}, value_(value) {}
  nvtxPayloadType_t get_type() const noexcept { return type_; }
  value_type get_value() const noexcept { return value_; }

private:
  nvtxPayloadType_t type_;
  value_type value_;
};

/// Any of message, color, category and payload, in any order; the first of a kind counts.
class event_attributes {
public:
  using value_type = nvtxEventAttributes_t;
  event_attributes() noexcept : value_() {
    value_.version = NVTX_VERSION;
    value_.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  }
  template <typename... Rest>
  explicit event_attributes(const category &c, const Rest &...rest) noexcept
      : event_attributes(rest...) {
    value_.category = c.get_id();
  }
  template <typename... Rest>
  explicit event_attributes(const color &c, const Rest &...rest) noexcept
      : event_attributes(rest...) {
    value_.color = c.get_value();
    value_.colorType = c.get_type();
  }
  template <typename... Rest>
  explicit event_attributes(const payload &p, const Rest &...rest) noexcept
      : event_attributes(rest...) {
    value_.payload = p.get_value();
    value_.payloadType = p.get_type();
  }
  template <typename... Rest>
  explicit event_attributes(const message &m, const Rest &...rest) noexcept
      : event_attributes(rest...) {
    value_.message = m.get_value();
    value_.messageType = m.get_type();
  }
  const value_type *get() const noexcept { return &value_; }

private:
  value_type value_;
};

namespace detail {
template <typename... Arguments> struct first_is_attributes : std::false_type {};
template <typename First, typename... Rest>
struct first_is_attributes<First, Rest...>
    : std::is_same<event_attributes, typename std::decay<First>::type> {};
template <typename... Arguments>
using if_other = typename std::enable_if<!first_is_attributes<Arguments...>::value>::type;
} // namespace detail

/// A range of the thread, from construction to destruction.
template <class D = domain::global> class scoped_range_in {
public:
  explicit scoped_range_in(const event_attributes &attributes) noexcept {
    nvtxDomainRangePushEx(domain::get<D>(), attributes.get());
  }
  template <typename... Arguments, typename = detail::if_other<Arguments...>>
  explicit scoped_range_in(const Arguments &...arguments) noexcept
      : scoped_range_in{event_attributes{arguments...}} {}
  scoped_range_in() noexcept : scoped_range_in{event_attributes{}} {}
  void *operator new(std::size_t) = delete;
  scoped_range_in(const scoped_range_in &) = delete;
  scoped_range_in &operator=(const scoped_range_in &) = delete;
  ~scoped_range_in() noexcept { nvtxDomainRangePop(domain::get<D>()); }
};
using scoped_range = scoped_range_in<domain::global>;

/// The same, begun later or never.
template <typename D = domain::global> class optional_scoped_range_in {
public:
  optional_scoped_range_in() = default;
  void begin(const event_attributes &attributes) noexcept {
    nvtxDomainRangePushEx(domain::get<D>(), attributes.get());
    initialized_ = true;
  }
  void *operator new(std::size_t) = delete;
  optional_scoped_range_in(const optional_scoped_range_in &) = delete;
  optional_scoped_range_in &operator=(const optional_scoped_range_in &) = delete;
  ~optional_scoped_range_in() noexcept {
    if (initialized_)
      nvtxDomainRangePop(domain::get<D>());
  }

private:
  bool initialized_ = false;
};
using optional_scoped_range = optional_scoped_range_in<domain::global>;

/// A range that may end on another thread.
struct range_handle {
  using value_type = nvtxRangeId_t;
  constexpr explicit range_handle(value_type id) noexcept : value_{id} {}
  constexpr range_handle() noexcept = default;
  constexpr range_handle(std::nullptr_t) noexcept {}
  constexpr explicit operator bool() const noexcept { return value_ != 0; }
  constexpr value_type get_value() const noexcept { return value_; }

private:
  value_type value_{};
};
inline constexpr bool operator==(range_handle a, range_handle b) noexcept {
  return a.get_value() == b.get_value();
}
inline constexpr bool operator!=(range_handle a, range_handle b) noexcept { return !(a == b); }

template <typename D = domain::global>
range_handle start_range_in(const event_attributes &attributes) noexcept {
  return range_handle{nvtxDomainRangeStartEx(domain::get<D>(), attributes.get())};
}
template <typename D = domain::global, typename... Arguments,
          typename = detail::if_other<Arguments...>>
range_handle start_range_in(const Arguments &...arguments) noexcept {
  return start_range_in<D>(event_attributes{arguments...});
}
template <typename... Arguments> range_handle start_range(const Arguments &...arguments) noexcept {
  return start_range_in<domain::global>(arguments...);
}
template <typename D = domain::global> void end_range_in(range_handle range) noexcept {
  nvtxDomainRangeEnd(domain::get<D>(), range.get_value());
}
inline void end_range(range_handle range) noexcept { end_range_in<domain::global>(range); }

/// Owns such a range.
template <typename D = domain::global> class unique_range_in {
public:
  explicit unique_range_in(const event_attributes &attributes) noexcept
      : handle_{start_range_in<D>(attributes)} {}
  template <typename... Arguments, typename = detail::if_other<Arguments...>>
  explicit unique_range_in(const Arguments &...arguments) noexcept
      : unique_range_in{event_attributes{arguments...}} {}
  unique_range_in() noexcept : unique_range_in{event_attributes{}} {}
  unique_range_in(unique_range_in &&other) noexcept : handle_{other.handle_} {
    other.handle_ = range_handle{};
  }
  unique_range_in &operator=(unique_range_in &&other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  unique_range_in(const unique_range_in &) = delete;
  unique_range_in &operator=(const unique_range_in &) = delete;
  ~unique_range_in() noexcept {
    if (handle_)
      end_range_in<D>(handle_);
  }

private:
  range_handle handle_;
};
using unique_range = unique_range_in<domain::global>;

template <typename D = domain::global> void mark_in(const event_attributes &attributes) noexcept {
  nvtxDomainMarkEx(domain::get<D>(), attributes.get());
}
template <typename D = domain::global, typename... Arguments,
          typename = detail::if_other<Arguments...>>
void mark_in(const Arguments &...arguments) noexcept {
  mark_in<D>(event_attributes{arguments...});
}
template <typename... Arguments> void mark(const Arguments &...arguments) noexcept {
  mark_in<domain::global>(arguments...);
}

} // namespace v1
} // namespace nvtx3

/// A range of the enclosing function, with its name.
#define NVTX3_V1_FUNC_RANGE_IN(D)                                                                  \
  static const ::nvtx3::v1::registered_string_in<D> nvtx3_func_name__{__func__};                   \
  static const ::nvtx3::v1::event_attributes nvtx3_func_attr__{                                    \
      ::nvtx3::v1::message{nvtx3_func_name__}};                                                    \
  const ::nvtx3::v1::scoped_range_in<D> nvtx3_range__ { nvtx3_func_attr__ }
#define NVTX3_V1_FUNC_RANGE_IF_IN(D, C)                                                            \
  ::nvtx3::v1::optional_scoped_range_in<D> nvtx3_range__;                                          \
  if (C) {                                                                                         \
    static const ::nvtx3::v1::registered_string_in<D> nvtx3_func_name__{__func__};                 \
    static const ::nvtx3::v1::event_attributes nvtx3_func_attr__{                                  \
        ::nvtx3::v1::message{nvtx3_func_name__}};                                                  \
    nvtx3_range__.begin(nvtx3_func_attr__);                                                        \
  }
#define NVTX3_V1_FUNC_RANGE() NVTX3_V1_FUNC_RANGE_IN(::nvtx3::v1::domain::global)
#define NVTX3_V1_FUNC_RANGE_IF(C) NVTX3_V1_FUNC_RANGE_IF_IN(::nvtx3::v1::domain::global, C)

#ifndef NVTX3_CPP_REQUIRE_EXPLICIT_VERSION
namespace nvtx3 {
using namespace v1;
}
#define NVTX3_FUNC_RANGE NVTX3_V1_FUNC_RANGE
#define NVTX3_FUNC_RANGE_IF NVTX3_V1_FUNC_RANGE_IF
#define NVTX3_FUNC_RANGE_IN NVTX3_V1_FUNC_RANGE_IN
#define NVTX3_FUNC_RANGE_IF_IN NVTX3_V1_FUNC_RANGE_IF_IN
#endif
