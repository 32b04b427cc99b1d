#pragma once

#include "engine/base/message.h"

#include <optional>

namespace engine::messages {

/// Serializes a message for trace files and pipes: {"id": …, "arguments": […], "english": …}, or a plain string if the
/// message has no row in the table.
[[nodiscard]] std::string toJson(const Message& message);
/// Parses a message. If this program has no row with the message's id and number of arguments, the result is the
/// English text without translations. Returns nullopt if `json` is not a message.
[[nodiscard]] std::optional<Message> fromJson(std::string_view json);

/// Returns the message that states why and where a parser refuses this text; empty if the text is valid JSON.
[[nodiscard]] Message describeInvalidJson(std::string_view text);

}  // namespace engine::messages
