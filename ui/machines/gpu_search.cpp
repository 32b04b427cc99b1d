#include "ui/machines/gpu_search.h"

#include <pthread.h>

namespace ui::machines {

void GpuSearch::start()
{
    if (std::exchange(m_isRunning, true))
        return;
    m_thread = std::jthread([this] {
        pthread_setname_np(pthread_self(), "gpu search");
        const auto report = [this, own = m_probe()] {
            m_isRunning = false;
            emit found(own);
        };
        QMetaObject::invokeMethod(this, report, Qt::QueuedConnection);
    });
}

}  // namespace ui::machines
