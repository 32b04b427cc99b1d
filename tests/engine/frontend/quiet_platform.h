#pragma once

#include "engine/device/platform.h"

#include <functional>
#include <string>
#include <tuple>
#include <vector>

namespace quiet {

[[nodiscard]] inline engine::Error nothing()
{
    return engine::untranslatedError(engine::ErrorCode::Unsupported, "Nothing runs here.");
}

class Streams final : public engine::device::Streams {
    using Site = engine::device::WaitSite;

public:
    [[nodiscard]] engine::StreamId current(engine::DeviceId) const override { return {}; }
    void setCurrent(engine::DeviceId, engine::StreamId) override {}
    [[nodiscard]] engine::Result<engine::StreamId> create(engine::DeviceId, engine::device::StreamKind) override
    {
        return nothing();
    }
    [[nodiscard]] engine::Status synchronize(engine::StreamId, const Site&) override { return {}; }
    [[nodiscard]] engine::Result<engine::EventId> record(engine::StreamId) override { return nothing(); }
    [[nodiscard]] engine::Status recordAgain(engine::EventId, engine::StreamId) override { return nothing(); }
    void wait(engine::StreamId, engine::EventId) override {}
    [[nodiscard]] engine::Status synchronize(engine::EventId, const Site&) override { return {}; }
    [[nodiscard]] bool isDone(engine::EventId) override { return true; }
    [[nodiscard]] engine::Result<engine::Nanoseconds> elapsed(engine::EventId, engine::EventId) override
    {
        return nothing();
    }
};

class Memory final : public engine::device::Memory {
public:
    [[nodiscard]] engine::device::MemoryLevels levels(engine::DeviceId) const override { return {}; }
    void emptyCache(engine::DeviceId) override {}
};

}  // namespace quiet

/// A platform that runs nothing. The test sets its clock; the platform stores the labels that it receives.
class QuietPlatform final : public engine::device::Platform {
    using Nanoseconds = engine::Nanoseconds;
    using Status = engine::Status;
    using Site = engine::device::WaitSite;

public:
    Nanoseconds clock{};
    std::function<void()> whenAskedForDevices;  ///< called when a run starts
    std::vector<std::tuple<engine::OpId, engine::NameId, engine::NameId>> labels;

    [[nodiscard]] engine::trace::PlatformKind kind() const override { return engine::trace::PlatformKind::Virtual; }
    [[nodiscard]] std::span<const engine::device::DeviceInfo> devices() const override
    {
        if (whenAskedForDevices)
            whenAskedForDevices();
        return {};
    }
    [[nodiscard]] const engine::device::PlatformOptions& options() const override { return m_options; }

    [[nodiscard]] Nanoseconds now() override { return clock; }
    void spend(Nanoseconds duration) override { clock += duration; }
    void sleep(Nanoseconds duration) override { clock += duration; }

    [[nodiscard]] engine::Result<engine::VariableId> create(const engine::device::VariableRequest&) override
    {
        return quiet::nothing();
    }
    void release(engine::VariableId) override {}
    [[nodiscard]] Status write(engine::VariableId, std::span<const float>) override { return quiet::nothing(); }
    [[nodiscard]] engine::Result<std::span<const float>> read(engine::VariableId) override { return quiet::nothing(); }

    [[nodiscard]] engine::Result<engine::OpId> push(const engine::device::OpRequest&) override
    {
        return quiet::nothing();
    }
    void label(engine::OpId op, engine::NameId label, engine::NameId text) override
    {
        labels.emplace_back(op, label, text);
    }

    [[nodiscard]] Status waitToRead(engine::VariableId, const Site&) override { return {}; }
    [[nodiscard]] Status waitAll(const Site&) override { return {}; }
    [[nodiscard]] Status synchronize(engine::DeviceId, const Site&) override { return {}; }
    [[nodiscard]] engine::device::Streams& streams() override { return m_streams; }

    [[nodiscard]] engine::device::Memory& memory() override { return m_memory; }
    [[nodiscard]] std::int64_t pending() const override { return 0; }

    void cancel() override {}
    void finish() override {}

private:
    engine::device::PlatformOptions m_options;
    quiet::Streams m_streams;
    quiet::Memory m_memory;
};
