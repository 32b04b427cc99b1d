#pragma once

#include "engine/device/platform.h"

#include <QObject>

#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ui::machines {

/// Finds out what GPUs this computer has, on a thread of its own: the driver takes up to a second to answer, which the
/// window does not wait for.
class GpuSearch : public QObject {
    Q_OBJECT

public:
    /// `look`: slow; runs on the other thread.
    using Look = std::function<std::vector<engine::device::MachineInfo>()>;
    GpuSearch(Look look, QObject* parent);
    /// Waits for an answer that is on its way; nobody hears of it.
    ~GpuSearch() override;

    void start();
    [[nodiscard]] bool isUnderWay() const { return m_isUnderWay; }

signals:
    /// This computer, in every way in which it can be had.
    void found(const std::vector<engine::device::MachineInfo>& own);

private:
    void deliver();

    const Look m_look;
    bool m_isUnderWay = false;
    std::mutex m_mutex;  ///< guards m_own
    std::vector<engine::device::MachineInfo> m_own;
    std::jthread m_thread;
};

}  // namespace ui::machines
