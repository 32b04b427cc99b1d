#pragma once

#include <omp.h>

namespace engine::devices::cpu {

/// oneDNN asks OpenMP how many threads the calling one may use, when a primitive is made and when it runs; the
/// parallelism is our team's.
class SingleThread {
public:
    SingleThread() { omp_set_num_threads(1); }
    ~SingleThread() { omp_set_num_threads(m_before); }
    SingleThread(const SingleThread&) = delete;
    SingleThread& operator=(const SingleThread&) = delete;

private:
    int m_before = omp_get_max_threads();
};

}  // namespace engine::devices::cpu
