#include "engine/device/machine_change.h"

#include "engine/device/machine_file.h"
#include "engine/messages/messages.h"
#include "engine/messages/no_memory.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <new>

namespace engine::device {

namespace {

using Json = nlohmann::ordered_json;

/// Applies `by` to a number of a machine file. If the file has one number per dialect, applies `by` to each. No effect
/// if the number is missing.
void change(Json& owner, const char* name, const std::function<double(double)>& by)
{
    const auto found = owner.find(name);
    if (found == owner.end())
        return;
    const auto apply = [&](Json& number) {
        if (!number.is_object() || !number.contains("value") || !number["value"].is_number())
            return;
        const double before = number["value"].get<double>();
        const double after = by(before);
        number["value"] = after;
        number.erase("low");
        number.erase("high");
        number["kind"] = "estimated";
        number["source"] = "what if; it was " + messages::numberText(before);
    };
    if (found->contains("value")) {
        apply(*found);
        return;
    }
    if (found->is_object())
        for (auto& [dialect, number] : found->items())
            apply(number);
}

void scale(Json& owner, std::initializer_list<const char*> names, double factor)
{
    for (const char* name : names)
        change(owner, name, [factor](double value) { return value * factor; });
}

Json& part(Json& machine, const char* name)
{
    return machine[name];
}

class Changer {
public:
    Changer(Json& machine, const MachineChange& wish) : m_machine(machine), m_wish(wish) {}

    void run()
    {
        addGpus();
        if (m_machine.contains("gpus"))
            for (Json& gpu : m_machine["gpus"])
                changeGpu(gpu);
        if (m_machine.contains("peers") && m_wish.link != 1)
            for (Json& peer : m_machine["peers"])
                scale(peer, {"rateGBps"}, m_wish.link);
        if (m_wish.link != 1) {
            for (const char* const shared : {"fabric", "network"})
                if (m_machine.contains(shared))
                    scale(m_machine[shared], {"rateGBps"}, m_wish.link);
            if (m_machine.contains("switches"))
                for (Json& shared : m_machine["switches"])
                    scale(shared, {"rateGBps"}, m_wish.link);
        }
        changeDispatch();
        changeHost();
    }

private:
    void addGpus()
    {
        if (m_wish.moreGpus <= 0)
            return;
        Json& gpus = m_machine["gpus"];
        Json more = gpus.back();
        more.erase("count");
        for (int i = 0; i < m_wish.moreGpus; ++i)
            gpus.push_back(more);
    }

    void changeGpu(Json& gpu)
    {
        if (m_wish.link != 1)
            scale(part(gpu, "link"), {"rateGBps"}, m_wish.link);
        if (m_wish.copyEngines > 0)
            change(part(gpu, "link"), "enginesPerWay", [this](double) { return double(m_wish.copyEngines); });
        if (m_wish.faster == MachineChange::Faster::Products)
            scale(gpu, {"gemmGflops", "peakTflops"}, m_wish.factor);
        if (m_wish.faster == MachineChange::Faster::Convolutions)
            scale(gpu, {"convolutionGflops"}, m_wish.factor);
        if (m_wish.faster == MachineChange::Faster::Elementwise)
            scale(gpu, {"dramGBps"}, m_wish.factor);
    }

    void changeDispatch()
    {
        if (m_wish.dispatch != 1) {
            scale(part(m_machine, "frontEnd"),
                  {"operatorUs", "layerUs", "cachedGraphUs", "backwardUs", "updateUs", "firstUseUs", "launchUs"},
                  m_wish.dispatch);
            scale(part(m_machine, "engine"), {"gpuOperationUs", "launchUs"}, m_wish.dispatch);
        }
        if (m_wish.streams > 0)
            change(part(m_machine, "engine"), "gpuWorkers", [this](double) { return double(m_wish.streams); });
        if (m_wish.copyEngines > 0)
            change(part(m_machine, "engine"), "copyWorkers",
                   [this](double workers) { return std::max(workers, double(m_wish.copyEngines)); });
    }

    void changeHost()
    {
        Json& host = part(m_machine, "host");
        if (m_wish.faster == MachineChange::Faster::Products)
            scale(host, {"gemmGflops", "denseGflops"}, m_wish.factor);
        if (m_wish.faster == MachineChange::Faster::Convolutions)
            scale(host, {"convolutionGflops"}, m_wish.factor);
        if (m_wish.faster == MachineChange::Faster::Elementwise)
            scale(host, {"bandwidthGBps", "cacheGBps"}, m_wish.factor);
        if (m_wish.faster == MachineChange::Faster::HostPages)
            scale(host, {"faultNs", "pinNs", "unmapNs"}, 1 / m_wish.factor);
    }

    Json& m_machine;
    const MachineChange& m_wish;
};

bool isFactor(double value)
{
    return std::isfinite(value) && value > 0;
}

}  // namespace

Result<std::string> changedMachine(std::string_view text, const std::string& name, const MachineChange& wish,
                                   const std::string& id, const std::string& label)
try {
    const auto machine = parseMachine(text, name);
    if (!machine)
        return machine.error();
    if (!isFactor(wish.link) || !isFactor(wish.dispatch) || !isFactor(wish.factor))
        return makeError(ErrorCode::InvalidArgument, message("machine.factor"));
    if (wish.moreGpus > 0 && machine->torch.gpus.empty())
        return makeError(ErrorCode::InvalidArgument, message("machine.no-gpu-to-copy", machine->label));
    Json json = Json::parse(text);
    Changer(json, wish).run();
    json["id"] = id;
    json["label"] = label;
    // The changed file may be stored in any folder, where a relative path to the schema would be invalid.
    json.erase("$schema");
    // The validation applies to the unchanged machine only.
    json.erase("validation");
    std::string changed = json.dump(4) + "\n";
    if (const auto checked = parseMachine(changed, id); !checked)
        return checked.error();
    return changed;
} catch (const std::bad_alloc&) {
    return messages::noMemoryToRead(name);
}

Result<MachineNumbers> numbersOf(std::string_view text, const std::string& name)
try {
    const auto machine = parseMachine(text, name);
    if (!machine)
        return machine.error();
    MachineNumbers numbers;
    numbers.gpus = static_cast<int>(machine->torch.gpus.size());
    if (numbers.gpus > 0) {
        numbers.copyEngines = machine->torch.gpus.front().enginesPerWay;
        numbers.streams = machine->torch.engine.gpuWorkers;
    }
    return numbers;
} catch (const std::bad_alloc&) {
    return messages::noMemoryToRead(name);
}

}  // namespace engine::device
