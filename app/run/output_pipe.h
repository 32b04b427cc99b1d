#pragma once

#include <memory>
#include <string>
#include <thread>

namespace app {

/// The standard output of the ranks that mpirun starts on this computer: a pipe, whose text a thread copies to the
/// standard output of this process. The ranks lock the pipe while they write to it. If mpirun forwarded the output
/// itself, it would do so in pieces of 4096 bytes; a piece may end within a line, and the next piece may come from
/// another rank.
class OutputPipe {
public:
    /// Call it in the process that starts the ranks. Returns null if the system has no file descriptor left.
    [[nodiscard]] static std::unique_ptr<OutputPipe> create();
    /// Call it in the process of a rank, before its first output. Replaces stdout, so set its buffer afterwards.
    /// `name`: the value of name(). If the pipe cannot be opened, mpirun forwards the rank's output.
    static void join(const char* name);
    /// Call it after the end of the ranks. Copies the text that they have printed last.
    ~OutputPipe();
    OutputPipe(const OutputPipe&) = delete;
    OutputPipe& operator=(const OutputPipe&) = delete;

    [[nodiscard]] const std::string& name() const { return m_name; }

private:
    OutputPipe(int readEnd, int writeEnd);
    void copy(const std::stop_token& stop) const;

    const std::string m_name;  ///< can be opened by any process of the user
    const int m_readEnd;
    const int m_writeEnd;
    std::jthread m_thread;
};

}  // namespace app
