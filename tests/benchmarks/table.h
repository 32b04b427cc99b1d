#pragma once

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// The table of a bench_* program. A line is a measured value with its limit, or a ratio of two values of the same run;
/// only ratios are comparable on a machine that others use.
///
///   int main(int argc, char** argv)
///   {
///       bench::Table table("trace", argc, argv);
///       if (table.wants("record"))
///           table.add({.name = "record: one life", .value = ns, .unit = "ns", .atMost = 40});
///       return table.finish();
///   }
namespace bench {

/// Returns the median of any number of values; 0 if there are none.
inline double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 != 0 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// Returns the processor time of this thread.
inline double cpuMs()
{
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

/// Returns the median processor time of the calls work(0), work(1)…
template <typename Work>
double medianMs(int repeats, Work work)
{
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) {
        const double before = cpuMs();
        work(i);
        times.push_back(cpuMs() - before);
    }
    return median(times);
}

struct Line {
    std::string name;
    double value = 0;
    std::string unit;                 ///< "ns/op", "x" for ratios
    std::optional<double> atMost{};   ///< upper limit
    std::optional<double> atLeast{};  ///< lower limit
    std::optional<double> aim{};      ///< goal that is stricter than the limit
    std::string note{};               ///< remark, such as "libgomp 411 ns"
};

/// Command line: [--plain] [FILTER]. With a filter, only sections whose name contains it are measured, or all if the
/// program's name contains it. --plain prints tab-separated fields for tests/benchmarks/run.
class Table {
public:
    Table(std::string program, int argc, char** argv) : m_program(std::move(program))
    {
        for (int i = 1; i < argc; ++i) {
            if (std::strcmp(argv[i], "--plain") == 0)
                m_isPlain = true;
            else
                m_filter = argv[i];
        }
    }

    /// Returns whether a section is to be measured.
    [[nodiscard]] bool wants(const std::string& section) const
    {
        return m_filter.empty() || m_program.find(m_filter) != std::string::npos ||
               section.find(m_filter) != std::string::npos;
    }

    void add(Line line)
    {
        print(line);
        m_missed += isMissed(line) ? 1 : 0;
        ++m_lines;
    }

    /// Adds a line for a value that could not be measured, with the reason.
    void skip(const std::string& name, const std::string& reason)
    {
        if (m_isPlain)
            std::printf("%s\t%s\t-\t\t\tskipped\t%s\n", m_program.c_str(), name.c_str(), reason.c_str());
        else
            std::printf("%-8s %-48s %12s  %s\n", m_program.c_str(), name.c_str(), "-", reason.c_str());
    }

    /// Returns the exit status, which is 0 even if a limit was missed, because a loaded machine can cause that. The
    /// table shows the missed limits.
    [[nodiscard]] int finish() const
    {
        if (!m_isPlain)
            std::printf("%d lines, %d beyond their limit\n", m_lines, m_missed);
        return 0;
    }

private:
    static bool isMissed(const Line& line)
    {
        return (line.atMost && line.value > *line.atMost) || (line.atLeast && line.value < *line.atLeast);
    }

    static std::string number(double value)
    {
        char text[32];
        std::snprintf(text, sizeof text,
                      value >= 1000 || value <= -1000 ? "%.0f"
                      : value >= 100 || value <= -100 ? "%.1f"
                                                      : "%.2f",
                      value);
        return text;
    }

    void print(const Line& line) const
    {
        std::string limit;
        if (line.atMost)
            limit = "<= " + number(*line.atMost);
        if (line.atLeast)
            limit = ">= " + number(*line.atLeast);
        const char* verdict = limit.empty() ? "" : isMissed(line) ? "MISSED" : "ok";
        std::string note = line.note;
        if (line.aim)
            note = "aim " + number(*line.aim) + (note.empty() ? "" : "; " + note);
        std::printf(m_isPlain ? "%s\t%s\t%s\t%s\t%s\t%s\t%s\n" : "%-8s %-48s %12s %-8s %-10s %-6s  %s\n",
                    m_program.c_str(), line.name.c_str(), number(line.value).c_str(), line.unit.c_str(), limit.c_str(),
                    verdict, note.c_str());
        std::fflush(stdout);
    }

    std::string m_program;
    std::string m_filter;
    bool m_isPlain = false;
    int m_lines = 0;
    int m_missed = 0;
};

}  // namespace bench
