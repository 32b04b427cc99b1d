#pragma once

#include "engine/base/message.h"

#include <cassert>
#include <cstdint>
#include <optional>
#include <source_location>
#include <string>
#include <utility>
#include <variant>

namespace engine {

enum class ErrorCode : std::uint8_t {
    InvalidArgument,
    NotFound,
    Unavailable,
    Unsupported,
    OutOfMemory,
    DeviceFailure,
    OperationFailed,
    Deadlock,
    Cancelled,
    BadFile,
    InputOutput,
    Internal,
};

/// An expected failure. `message` is one sentence for the user: what happened, why, and what to do.
struct Error {
    ErrorCode code = ErrorCode::Internal;
    Message message;
    std::source_location where = std::source_location::current();

    [[nodiscard]] std::string english() const { return message.english(); }
};

/// Returns an error that the window can show: `message` is a row of engine/messages, or was translated by the caller. A
/// bare text does not compile.
[[nodiscard]] inline Error makeError(ErrorCode code, Message message,
                                     std::source_location where = std::source_location::current())
{
    return Error{code, std::move(message), where};
}

/// Returns an error that stays English, because the window never shows it as its own sentence. Three uses: the text of
/// a Python exception (Python's and the frameworks' messages are English), an answer of the command line, and an
/// invalid call that no user's program can cause.
[[nodiscard]] inline Error untranslatedError(ErrorCode code, std::string text,
                                             std::source_location where = std::source_location::current())
{
    return Error{code, Message(std::move(text)), where};
}

/// A value or an Error; the member names are those of C++23's std::expected.
template <typename T>
class [[nodiscard]] Result {
public:
    using value_type = T;

    Result(T value) : m_content(std::in_place_index<0>, std::move(value)) {}      // NOLINT(google-explicit-constructor)
    Result(Error error) : m_content(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool has_value() const { return m_content.index() == 0; }
    explicit operator bool() const { return has_value(); }

    T& value() & { return std::get<0>(m_content); }
    const T& value() const& { return std::get<0>(m_content); }
    T&& value() && { return std::get<0>(std::move(m_content)); }
    Error& error() & { return std::get<1>(m_content); }
    const Error& error() const& { return std::get<1>(m_content); }
    Error&& error() && { return std::get<1>(std::move(m_content)); }

    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

private:
    std::variant<T, Error> m_content;
};

/// Success or an Error.
class [[nodiscard]] Status {
public:
    Status() = default;
    Status(Error error) : m_error(std::move(error)) {}  // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool has_value() const { return !m_error.has_value(); }
    explicit operator bool() const { return has_value(); }
    [[nodiscard]] const Error& error() const& { return *m_error; }
    Error&& error() && { return std::move(*m_error); }

private:
    std::optional<Error> m_error;
};

}  // namespace engine
