#pragma once

#include <string>

namespace app {

/// A file in memory, through which a child process reports to this one. Threads: one at a time.
class MemoryFile {
public:
    MemoryFile();
    ~MemoryFile();
    MemoryFile(MemoryFile&& other) noexcept;
    MemoryFile& operator=(MemoryFile&&) = delete;

    /// Returns false if the system has no file descriptor left.
    [[nodiscard]] bool isOpen() const { return m_file >= 0; }
    [[nodiscard]] int descriptor() const { return m_file; }
    void write(const std::string& text) const;
    [[nodiscard]] std::string read() const;

private:
    int m_file = -1;
};

}  // namespace app
