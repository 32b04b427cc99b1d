#pragma once

#include "engine/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace app {

/// Returns the error that ranks cannot be started because of `reason`; its message names the remedy.
[[nodiscard]] engine::Error notServed(const std::string& reason);

/// The process `overlap-run serve` and its pipes. The destructor ends the process. One thread.
class RankServer {
public:
    /// Starts the process. Errors: Unavailable.
    [[nodiscard]] static engine::Result<std::unique_ptr<RankServer>> start(const std::filesystem::path& program);
    ~RankServer();
    RankServer(const RankServer&) = delete;
    RankServer& operator=(const RankServer&) = delete;

    /// Returns false if the process has ended.
    [[nodiscard]] bool write(std::string_view line) const;
    /// Returns the next line if there is one within `patience`. If hasEnded() returns true, no more lines can follow.
    [[nodiscard]] std::optional<nlohmann::json> read(std::chrono::milliseconds patience);
    [[nodiscard]] bool hasEnded() const { return m_hasEnded; }
    /// Asks the process to stop the run.
    void interrupt() const;

private:
    RankServer() = default;
    [[nodiscard]] std::optional<nlohmann::json> popLine();

    pid_t m_process = 0;
    int m_in = -1;
    int m_out = -1;
    std::string m_text;
    bool m_hasEnded = false;
};

}  // namespace app
