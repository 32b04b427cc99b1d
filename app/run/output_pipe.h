#pragma once

#include <memory>
#include <string>
#include <thread>

namespace app {

/// The standard output of the ranks that mpirun starts on this computer: a pipe, whose text a thread copies to the
/// standard output of this process. mpirun itself forwards pieces of 4096 bytes, which may end within a line, and the
/// next piece may be another rank's.
class OutputPipe {
public:
    /// Call in the process that starts the ranks. Null if the system has no descriptor left.
    [[nodiscard]] static std::unique_ptr<OutputPipe> create();
    /// Call in the process of a rank, before its first output. `name`: of name(). If it cannot be opened, mpirun
    /// forwards the rank's output.
    static void join(const char* name);
    /// Call after the end of the ranks. Copies what they have printed last.
    ~OutputPipe();
    OutputPipe(const OutputPipe&) = delete;
    OutputPipe& operator=(const OutputPipe&) = delete;

    [[nodiscard]] const std::string& name() const { return m_name; }

private:
    OutputPipe(int readEnd, int writeEnd);
    void copy(const std::stop_token& stop) const;

    const std::string m_name;  ///< valid in any process of the user
    const int m_readEnd;
    const int m_writeEnd;
    std::jthread m_thread;
};

}  // namespace app
