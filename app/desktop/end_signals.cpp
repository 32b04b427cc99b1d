#include "app/desktop/end_signals.h"

#include <fcntl.h>
#include <unistd.h>
#include <QCoreApplication>
#include <QSocketNotifier>
#include <cstddef>

namespace app {

namespace {

constexpr int kFirstStatus = 128;  // a shell reports 128 + N for a process that signal N ended

/// The pipe to which the signal handler writes; static, since a handler has no argument for it. Set before the handler
/// is installed.
volatile sig_atomic_t s_pipe = -1;

extern "C" void reportSignal(int number)
{
    const auto byte = static_cast<unsigned char>(number);
    // This call does not block: the handler is called once per signal, and the pipe has room for one byte of each
    // signal.
    [[maybe_unused]] const ssize_t written = ::write(s_pipe, &byte, 1);
}

}  // namespace

EndSignals::EndSignals()
{
    if (::pipe2(m_ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return;  // without a pipe, signals end the process immediately
    s_pipe = m_ends[1];
    auto* notifier = new QSocketNotifier(m_ends[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this, notifier] {
        unsigned char number = 0;
        if (::read(m_ends[0], &number, 1) != 1)
            return;
        notifier->setEnabled(false);
        QCoreApplication::exit(kFirstStatus + number);  // unlike quit(), does not ask the windows, which may refuse
    });
    struct sigaction action = {};
    action.sa_handler = reportSignal;
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        ::sigaction(kSignals[i], nullptr, &m_before[i]);
        if (m_before[i].sa_handler != SIG_IGN)
            ::sigaction(kSignals[i], &action, nullptr);
    }
}

EndSignals::~EndSignals()
{
    if (m_ends[0] < 0)
        return;
    for (std::size_t i = 0; i < kSignals.size(); ++i)
        ::sigaction(kSignals[i], &m_before[i], nullptr);
    ::close(m_ends[0]);
    ::close(m_ends[1]);
}

}  // namespace app
