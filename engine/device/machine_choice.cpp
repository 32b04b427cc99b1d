#include "engine/device/machine_choice.h"

#include "engine/messages/messages.h"
#include "engine/trace/imported.h"

#include <string_view>

namespace engine::device {

namespace {

constexpr std::string_view kOwn = trace::kThisComputer;
constexpr std::string_view kTf32 = "tf32";
constexpr std::string_view kShared = "shared";

}  // namespace

Result<MachineChoice> machineChoice(const std::string& name)
{
    MachineChoice choice{name};
    if (!name.starts_with(kOwn) || name.size() == kOwn.size() || name[kOwn.size()] != '+')
        return choice;
    choice.machine = kOwn;
    std::string_view rest = std::string_view(name).substr(kOwn.size());
    while (!rest.empty()) {
        rest.remove_prefix(1);
        const std::string_view word = rest.substr(0, rest.find('+'));
        rest.remove_prefix(word.size());
        if (word == kTf32)
            choice.isTf32 = true;
        else if (word == kShared)
            choice.isShared = true;
        else
            return makeError(ErrorCode::NotFound, message("machine.unknown-variant", word));
    }
    return choice;
}

std::string nameOf(const MachineChoice& choice)
{
    std::string name = choice.machine;
    if (choice.isTf32)
        name.append("+").append(kTf32);
    if (choice.isShared)
        name.append("+").append(kShared);
    return name;
}

}  // namespace engine::device
