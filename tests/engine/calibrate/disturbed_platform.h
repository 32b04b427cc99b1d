#pragma once

#include "engine/device/platform.h"
#include "engine/ops/sharing.h"

#include <functional>
#include <memory>

/// A virtual machine whose clock shows the times of a computer that runs other programs too. All calls go to the
/// virtual machine; only its clock differs.
class DisturbedPlatform final : public engine::device::Platform {
public:
    struct Interval {
        engine::Nanoseconds begin{};  ///< time on the undisturbed clock
        bool isShared = false;        ///< the operation runs on several cores
    };
    /// Returns the factor by which an interval takes longer.
    using Disturbance = std::function<double(const Interval&)>;

    DisturbedPlatform(std::unique_ptr<Platform> inner, Disturbance disturbance)
        : m_inner(std::move(inner)), m_disturbance(std::move(disturbance))
    {
    }

    [[nodiscard]] engine::Nanoseconds now() override
    {
        advance(false);
        return m_shown;
    }
    [[nodiscard]] engine::Result<engine::OpId> push(const engine::device::OpRequest& request) override
    {
        const bool isShared = engine::ops::isSharedByCores(engine::ops::costOf(request.operation));
        if (isShared)
            advance(false);
        auto op = m_inner->push(request);
        if (isShared)
            advance(true);
        return op;
    }

    [[nodiscard]] engine::trace::PlatformKind kind() const override { return m_inner->kind(); }
    [[nodiscard]] std::span<const engine::device::DeviceInfo> devices() const override { return m_inner->devices(); }
    [[nodiscard]] const engine::device::PlatformOptions& options() const override { return m_inner->options(); }
    void spend(engine::Nanoseconds duration) override { m_inner->spend(duration); }
    void sleep(engine::Nanoseconds duration) override { m_inner->sleep(duration); }
    void hostWork(engine::device::HostWork work, engine::Bytes bytes, const engine::device::WaitSite& site) override
    {
        m_inner->hostWork(work, bytes, site);
    }
    [[nodiscard]] engine::Result<engine::VariableId> create(const engine::device::VariableRequest& request) override
    {
        return m_inner->create(request);
    }
    void release(engine::VariableId variable) override { m_inner->release(variable); }
    [[nodiscard]] engine::Status write(engine::VariableId variable, std::span<const float> values) override
    {
        return m_inner->write(variable, values);
    }
    [[nodiscard]] engine::Result<std::span<const float>> read(engine::VariableId variable) override
    {
        return m_inner->read(variable);
    }
    void label(engine::OpId op, engine::NameId label, engine::NameId text) override { m_inner->label(op, label, text); }
    [[nodiscard]] engine::Status waitToRead(engine::VariableId variable, const engine::device::WaitSite& site) override
    {
        return m_inner->waitToRead(variable, site);
    }
    [[nodiscard]] engine::Status waitAll(const engine::device::WaitSite& site) override
    {
        return m_inner->waitAll(site);
    }
    [[nodiscard]] engine::Status synchronize(engine::DeviceId device, const engine::device::WaitSite& site) override
    {
        return m_inner->synchronize(device, site);
    }
    [[nodiscard]] engine::device::Streams& streams() override { return m_inner->streams(); }
    [[nodiscard]] engine::device::Memory& memory() override { return m_inner->memory(); }
    [[nodiscard]] std::int64_t pending() const override { return m_inner->pending(); }
    void cancel() override { m_inner->cancel(); }
    void finish() override { m_inner->finish(); }

private:
    void advance(bool isShared)
    {
        const engine::Nanoseconds now = m_inner->now();
        const auto passed = static_cast<double>((now - m_undisturbed).count());
        if (passed > 0)
            m_shown += engine::Nanoseconds{static_cast<std::int64_t>(
                passed * m_disturbance({.begin = m_undisturbed, .isShared = isShared}) + 0.5)};
        m_undisturbed = now;
    }

    std::unique_ptr<Platform> m_inner;
    Disturbance m_disturbance;
    engine::Nanoseconds m_undisturbed{};
    engine::Nanoseconds m_shown{};
};
