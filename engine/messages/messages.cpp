#include "engine/messages/messages.h"

namespace engine::messages {

Message joined(Message first, Message second)
{
    if (first.empty() || second.empty())
        return first.empty() ? std::move(second) : std::move(first);
    return message("sentences", std::move(first), std::move(second));
}

}  // namespace engine::messages
