#pragma once

#include "engine/device/platform.h"

#include <QObject>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace ui::machines {

/// Finds this computer's GPUs on a separate thread, because the driver takes up to a second to answer.
class GpuSearch : public QObject {
    Q_OBJECT

public:
    /// `probe` is slow; it runs on the separate thread.
    using Probe = std::function<std::vector<engine::device::MachineInfo>()>;
    GpuSearch(Probe probe, QObject* parent) : QObject(parent), m_probe(std::move(probe)) {}
    /// Waits for the thread; a pending result is dropped.
    ~GpuSearch() override = default;

    void start();
    [[nodiscard]] bool isRunning() const { return m_isRunning; }

signals:
    /// `own`: all variants of this computer, with and without its GPUs.
    void found(const std::vector<engine::device::MachineInfo>& own);

private:
    const Probe m_probe;
    bool m_isRunning = false;
    std::jthread m_thread;
};

}  // namespace ui::machines
