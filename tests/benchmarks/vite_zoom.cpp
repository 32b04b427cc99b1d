#include "tests/benchmarks/vite_zoom.h"

#include "tests/benchmarks/table.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

namespace bench {

void becomeSilently(const std::vector<std::string>& words)
{
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int stream = 0; stream < 3; ++stream)
        ::dup2(nowhere, stream);
    std::vector<char*> arguments;
    for (const std::string& word : words)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
}

namespace {

/// A child process. The destructor ends it.
class Started {
public:
    explicit Started(const std::vector<std::string>& words)
    {
        m_pid = ::fork();
        if (m_pid == 0)
            becomeSilently(words);
    }
    Started(const Started&) = delete;
    Started& operator=(const Started&) = delete;
    ~Started()
    {
        if (m_pid <= 0)
            return;
        ::kill(m_pid, SIGTERM);
        ::waitpid(m_pid, nullptr, 0);
    }
    [[nodiscard]] pid_t pid() const { return m_pid; }
    /// Returns the processor time that the process has used so far, in milliseconds.
    [[nodiscard]] double processorTime() const
    {
        std::ifstream file("/proc/" + std::to_string(m_pid) + "/stat");
        std::string text;
        std::getline(file, text);
        std::istringstream rest(text.substr(std::min(text.rfind(')') + 1, text.size())));
        std::string word;
        double ticks = 0;
        for (int field = 3; field <= 15 && rest >> word; ++field)
            ticks += field >= 14 ? std::strtod(word.c_str(), nullptr) : 0;
        return ticks * 1000 / static_cast<double>(::sysconf(_SC_CLK_TCK));
    }
    /// Waits until the process has been idle for some time, and returns its processor time.
    [[nodiscard]] double settled() const
    {
        constexpr auto kTick = std::chrono::milliseconds(100);
        constexpr int kQuietTicks = 8;
        constexpr int kMaxTicks = 600;
        double last = -1;
        for (int tick = 0, quiet = 0; tick < kMaxTicks && quiet < kQuietTicks; ++tick) {
            std::this_thread::sleep_for(kTick);
            const double now = processorTime();
            quiet = now == last ? quiet + 1 : 0;
            last = now;
        }
        return last;
    }

private:
    pid_t m_pid = -1;
};

std::string saidBy(const std::string& command)
{
    std::string said;
    if (FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r")) {
        std::array<char, 256> part{};
        while (std::fgets(part.data(), part.size(), pipe) != nullptr)
            said += part.data();
        pclose(pipe);
    }
    return said.substr(0, said.find('\n'));
}

}  // namespace

std::optional<double> viteZoomStep(const std::filesystem::path& trace, std::string& why)
{
    for (const char* tool : {"Xvfb", "xdotool", "vite"})
        if (saidBy(std::string("command -v ") + tool).empty()) {
            why = std::string(tool) + " is not installed";
            return std::nullopt;
        }
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) {
        why = "there is no pipe to hear from Xvfb by";
        return std::nullopt;
    }
    const Started display({"Xvfb", "-displayfd", std::to_string(ends[1]), "-screen", "0", "1600x900x24"});
    ::close(ends[1]);
    std::string number;
    for (char letter = 0; ::read(ends[0], &letter, 1) == 1 && letter != '\n';)
        number += letter;
    ::close(ends[0]);
    if (number.empty()) {
        why = "Xvfb did not start";
        return std::nullopt;
    }
    const std::string on = "DISPLAY=:" + number;
    const Started vite({"env", on, "QT_QPA_PLATFORM=xcb", "vite", "-f", trace.string()});
    static_cast<void>(vite.settled());
    const std::string window = saidBy(on + " xdotool search --onlyvisible --pid " + std::to_string(vite.pid()));
    if (window.empty()) {
        why = "ViTE's window did not appear";
        return std::nullopt;
    }
    // The pointer is in the middle of the window. The first wheel step also completes the layout of the window.
    static_cast<void>(saidBy(on + " xdotool mousemove --window " + window + " 600 250 click 4"));
    double before = vite.settled();
    std::vector<double> steps;
    for (int step = 0; step < 5; ++step) {
        static_cast<void>(saidBy(on + " xdotool click 4"));
        const double after = vite.settled();
        steps.push_back(after - before);
        before = after;
    }
    return median(steps);
}

}  // namespace bench
