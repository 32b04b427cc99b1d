#pragma once

// Functions of GNU OpenMP, which oneDNN uses. They are declared here because only gcc has their header <omp.h>.
extern "C" void omp_set_num_threads(int count) noexcept;
extern "C" int omp_get_max_threads() noexcept;

namespace engine::devices::cpu {

/// Sets OpenMP's number of threads to 1, because our own team runs the pieces in parallel. oneDNN queries this number
/// when a primitive is created and when it runs.
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
