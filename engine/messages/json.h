#pragma once

#include "engine/base/message.h"

#include <optional>

namespace engine::messages {

/// {"id": …, "arguments": […], "english": …}; a string for a text that is not ours. For trace files and pipes.
[[nodiscard]] std::string toJson(const Message& message);
/// The English replaces a row that this program does not have. Empty for anything that is not a message.
[[nodiscard]] std::optional<Message> fromJson(std::string_view json);

}  // namespace engine::messages
