#include "ui/machines/gpu_search.h"

#include <pthread.h>

#include <utility>

namespace ui::machines {

GpuSearch::GpuSearch(Probe probe, QObject* parent) : QObject(parent), m_probe(std::move(probe)) {}

GpuSearch::~GpuSearch()
{
    if (m_thread.joinable())
        m_thread.join();
}

void GpuSearch::start()
{
    if (std::exchange(m_isRunning, true))
        return;
    m_thread = std::jthread([this] {
        pthread_setname_np(pthread_self(), "gpu search");
        std::vector<engine::device::MachineInfo> own = m_probe();
        {
            const std::lock_guard lock(m_mutex);
            m_own = std::move(own);
        }
        QMetaObject::invokeMethod(
            this, [this] { deliver(); }, Qt::QueuedConnection);
    });
}

void GpuSearch::deliver()
{
    m_isRunning = false;
    std::vector<engine::device::MachineInfo> own;
    {
        const std::lock_guard lock(m_mutex);
        own = std::exchange(m_own, {});
    }
    emit found(own);
}

}  // namespace ui::machines
