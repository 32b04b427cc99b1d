#pragma once

#include <QObject>
#include <array>
#include <csignal>

namespace app {

/// Ends the event loop at the first SIGTERM, SIGINT or SIGHUP during its lifetime, so that the session is stored. The
/// exit status is that of a process that the signal ended. A second signal of the same number ends the process
/// immediately. Ignored signals remain ignored (nohup). One object per process; thread: GUI.
class EndSignals final : public QObject {
public:
    EndSignals();
    ~EndSignals() override;

private:
    static constexpr std::array kSignals{SIGTERM, SIGINT, SIGHUP};

    std::array<struct sigaction, kSignals.size()> m_before{};
    int m_ends[2] = {-1, -1};  ///< pipe from the signal handler to the event loop
};

}  // namespace app
