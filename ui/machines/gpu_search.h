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
    /// `look` is slow and runs on the other thread.
    using Look = std::function<std::vector<engine::device::MachineInfo>()>;
    GpuSearch(Look look, QObject* parent);
    /// Waits for the thread; a pending result is dropped.
    ~GpuSearch() override;

    void start();
    [[nodiscard]] bool isUnderWay() const { return m_isUnderWay; }

signals:
    /// `own`: all variants of this computer.
    void found(const std::vector<engine::device::MachineInfo>& own);

private:
    void deliver();

    const Look m_look;
    bool m_isUnderWay = false;
    std::mutex m_mutex;  ///< guards m_own, which the thread writes
    std::vector<engine::device::MachineInfo> m_own;
    std::jthread m_thread;
};

}  // namespace ui::machines
