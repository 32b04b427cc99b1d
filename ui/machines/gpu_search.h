#pragma once

#include "engine/device/platform.h"

#include <QObject>

#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ui::machines {

/// Finds this computer's GPUs on a separate thread, because the driver takes up to a second to answer.
class GpuSearch : public QObject {
    Q_OBJECT

public:
    /// `probe` is slow and runs on the other thread.
    using Probe = std::function<std::vector<engine::device::MachineInfo>()>;
    GpuSearch(Probe probe, QObject* parent);
    /// Waits for the thread; a pending result is dropped.
    ~GpuSearch() override;

    void start();
    [[nodiscard]] bool isRunning() const { return m_isRunning; }

signals:
    /// `own`: all variants of this computer.
    void found(const std::vector<engine::device::MachineInfo>& own);

private:
    void deliver();

    const Probe m_probe;
    bool m_isRunning = false;
    std::mutex m_mutex;  ///< guards m_own, which the thread writes
    std::vector<engine::device::MachineInfo> m_own;
    std::jthread m_thread;
};

}  // namespace ui::machines
