#include "engine/base/processor_load.h"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

#include <sched.h>
#include <unistd.h>

namespace engine {

namespace {

double secondsOf(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Returns the number of the core from the first word of a line "cpu3 12 0 7 ..."; -1 for another line.
int coreOf(const std::string& word)
{
    int core = -1;
    if (word.starts_with("cpu"))
        std::from_chars(word.data() + 3, word.data() + word.size(), core);
    return core;
}

}  // namespace

ProcessorTimes processorTimes(const std::filesystem::path& statistics)
{
    ProcessorTimes times{.seconds = secondsOf(CLOCK_MONOTONIC), .own = secondsOf(CLOCK_PROCESS_CPUTIME_ID)};
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    const bool isKnown = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
    double ticks = 0;
    std::ifstream file(statistics);
    for (std::string line; std::getline(file, line);) {
        std::istringstream fields(line);
        std::string name;
        fields >> name;
        const int core = coreOf(name);
        if (core < 0 || (isKnown && (core >= CPU_SETSIZE || !CPU_ISSET(core, &allowed))))
            continue;
        double user = 0, nice = 0, system = 0, idle = 0, io = 0, hard = 0, soft = 0, stolen = 0;
        fields >> user >> nice >> system >> idle >> io >> hard >> soft >> stolen;
        ticks += user + nice + system + hard + soft + stolen;
        ++times.cores;
    }
    times.busy = ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
    return times;
}

double otherLoad(const ProcessorTimes& begin, const ProcessorTimes& end)
{
    const double all = (end.seconds - begin.seconds) * end.cores;
    if (end.cores == 0 || begin.cores != end.cores || !(all > 0))
        return 0;
    return std::clamp(((end.busy - begin.busy) - (end.own - begin.own)) / all, 0.0, 1.0);
}

}  // namespace engine
