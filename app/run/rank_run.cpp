#include "app/run/rank_run.h"

#include "app/run/interruption.h"

#include <csignal>
#include <utility>

namespace app {

using namespace engine;

namespace {

Status runToEnd(RankProcesses& ranks)
{
    // Also blocks SIGINT. Forked ranks inherit the mask, so Ctrl+C cannot end a rank before the rank is able to write
    // its trace.
    const AwaitedSignals signals;
    Status started = ranks.start();
    if (!started)
        ranks.stop(SIGTERM);
    while (!ranks.haveEnded())
        if (const int signal = signals.await(); signal != 0)
            ranks.stop(signal);
    return started;
}

}  // namespace

Result<RanksEnd> runRanks(RankProcesses& ranks)
{
    if (Status status = runToEnd(ranks); !status)
        return std::move(status).error();
    return ranks.report();
}

}  // namespace app
