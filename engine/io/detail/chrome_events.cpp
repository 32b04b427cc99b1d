#include "engine/io/detail/chrome_events.h"

#include "engine/io/detail/json_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace engine::io::detail {

namespace {

/// Two of these, added or subtracted, do not overflow; wall clocks in ns (2^60 was in 2006) are below.
constexpr std::int64_t kLatest = (std::int64_t{1} << 62) - 1;

double toDouble(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && std::isfinite(value) ? value : 0;
}

std::int64_t toInteger(std::string_view text)
{
    const double value = toDouble(text);
    return std::abs(value) < 9e18 ? static_cast<std::int64_t>(value) : 0;
}

/// Microseconds with decimals, as ns, without the rounding of floating point where the digits are plain.
std::int64_t toNanoseconds(std::string_view text)
{
    const bool isNegative = text.starts_with('-');
    std::string_view digits = text.substr(isNegative ? 1 : 0);
    std::int64_t whole = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), whole);
    std::string_view rest = digits.substr(static_cast<std::size_t>(end - digits.data()));
    const bool isPlain = error == std::errc{} && whole < kLatest / 1000 &&
                         (rest.empty() || (rest[0] == '.' && rest.find_first_not_of("0123456789", 1) == rest.npos));
    if (!isPlain) {
        const double ns = toDouble(text) * 1e3;
        return std::abs(ns) < static_cast<double>(kLatest) ? static_cast<std::int64_t>(std::llround(ns)) : 0;
    }
    std::int64_t ns = whole * 1000;
    std::int64_t unit = 100;
    for (std::size_t i = 1; i < rest.size() && unit > 0; ++i, unit /= 10)
        ns += (rest[i] - '0') * unit;
    if (rest.size() > 4 && rest[4] >= '5')
        ++ns;
    return isNegative ? -ns : ns;
}

/// One event as it stands in the file.
struct Raw {
    std::string phase, name, category, pid, tid, id, metaName, labels, text, operatorName;
    std::int64_t ts = 0;
    std::int64_t duration = 0;
    std::int64_t sort = 0;
    std::int64_t op = -1;
    std::int64_t line = 0;
    std::int64_t waitedFor = -1;
    double flops = 0;
    double bytes = 0;
    bool isFailed = false;
    std::vector<std::pair<std::string, double>> series;

    void clear()
    {
        for (std::string* each : {&phase, &name, &category, &pid, &tid, &id, &metaName, &labels, &text, &operatorName})
            each->clear();
        ts = duration = sort = line = 0;
        op = waitedFor = -1;
        flops = bytes = 0;
        isFailed = false;
        series.clear();
    }
};

class EventReader {
public:
    explicit EventReader(std::string_view json) : m_json(json) { m_events.texts.add(""); }

    Result<ChromeEvents> run()
    {
        bool sawEvents = false;
        if (m_json.peek() == '[') {
            sawEvents = true;
            list();
        } else if (m_json.beginObject()) {
            std::string key;
            while (m_json.nextMember(key)) {
                if (key == "traceEvents" && m_json.peek() == '[') {
                    sawEvents = true;
                    list();
                } else if (key == "otherData" && m_json.peek() == '{') {
                    about();
                } else {
                    m_json.skip();
                }
            }
        }
        closeOpenSlices();
        if (m_json.failed() && !(m_json.ranOut() && sawEvents))
            return makeError(ErrorCode::BadFile, "it is no valid JSON at byte " + std::to_string(m_json.position()) +
                                                     (m_json.ranOut() ? ", where it ends." : "."));
        if (!sawEvents)
            return makeError(ErrorCode::BadFile, "it is JSON, but has no list of trace events (\"traceEvents\").");
        if (m_json.failed() && !m_isListClosed && m_isInEvent)
            m_events.note = "The file is cut off within an event; what comes before is shown.";
        return std::move(m_events);
    }

private:
    void list()
    {
        m_json.beginArray();
        while (m_json.nextElement()) {
            if (m_json.peek() != '{') {
                m_json.skip();
                continue;
            }
            m_isInEvent = true;
            if (!event())
                return;
            m_isInEvent = false;
        }
        m_isListClosed = !m_json.failed();
    }

    void about()
    {
        std::string key;
        m_json.beginObject();
        while (m_json.nextMember(key)) {
            if (const char next = m_json.peek(); next == '{' || next == '[')
                m_json.skip();
            else
                m_events.about[key] = std::string(m_json.scalar());
        }
    }

    bool event()
    {
        m_raw.clear();
        m_json.beginObject();
        while (m_json.nextMember(m_key)) {
            const char next = m_json.peek();
            if (m_key == "args" && next == '{')
                arguments();
            else if (next == '{' || next == '[')
                m_json.skip();
            else
                member(m_key, m_json.scalar());
        }
        if (m_json.failed())
            return false;
        take();
        return true;
    }

    void member(const std::string& key, std::string_view value)
    {
        if (key == "ph")
            m_raw.phase = value;
        else if (key == "name")
            m_raw.name = value;
        else if (key == "cat")
            m_raw.category = value;
        else if (key == "pid")
            m_raw.pid = value;
        else if (key == "tid")
            m_raw.tid = value;
        else if (key == "ts")
            m_raw.ts = toNanoseconds(value);
        else if (key == "dur")
            m_raw.duration = toNanoseconds(value);
        else if (key == "id" || key == "id2" || key == "bind_id")
            m_raw.id = value;
    }

    void arguments()
    {
        m_json.beginObject();
        while (m_json.nextMember(m_key)) {
            const char next = m_json.peek();
            if (next == '{' || next == '[') {
                m_json.skip();
                continue;
            }
            const std::string_view value = m_json.scalar();
            if (m_key == "name")
                m_raw.metaName = value;
            else if (m_key == "labels")
                m_raw.labels = value;
            else if (m_key == "sort_index")
                m_raw.sort = toInteger(value);
            else if (m_key == "op")
                m_raw.op = toInteger(value);
            else if (m_key == "for")
                m_raw.waitedFor = toInteger(value);
            else if (m_key == "line")
                m_raw.line = toInteger(value);
            else if (m_key == "flops")
                m_raw.flops = toDouble(value);
            else if (m_key == "bytes")
                m_raw.bytes = toDouble(value);
            else if (m_key == "text")
                m_raw.text = value;
            else if (m_key == "operator")
                m_raw.operatorName = value;
            else if (m_key == "failed" || (m_key == "state" && value == "failed"))
                m_raw.isFailed = true;
            else if (m_raw.phase == "C" && next != '"')
                m_raw.series.emplace_back(m_key, toDouble(value));
        }
    }

    std::uint32_t process(const std::string& pid)
    {
        const auto [at, isNew] = m_processes.try_emplace(pid, static_cast<std::uint32_t>(m_events.processes.size()));
        if (isNew)
            m_events.processes.push_back({"Process " + pid, {}, 0});
        return at->second;
    }
    std::uint32_t thread()
    {
        const auto [at, isNew] =
            m_threads.try_emplace({m_raw.pid, m_raw.tid}, static_cast<std::uint32_t>(m_events.threads.size()));
        if (isNew) {
            m_events.threads.push_back({process(m_raw.pid), "Thread " + m_raw.tid, 0});
            m_open.emplace_back();
        }
        return at->second;
    }

    void take()
    {
        constexpr std::int64_t kLongest = std::int64_t{1} << 60;
        m_raw.ts = std::max(m_raw.ts, -kLongest);
        m_raw.duration = std::clamp<std::int64_t>(m_raw.duration, 0, kLongest);
        if (m_raw.phase == "M")
            return metadata();
        if (m_raw.phase == "X") {
            m_events.slices.push_back(slice());
        } else if (m_raw.phase == "B") {
            const std::uint32_t on = thread();
            m_open[on].push_back(slice());
        } else if (m_raw.phase == "E") {
            std::vector<ChromeSlice>& open = m_open[thread()];
            if (open.empty()) {
                ++m_events.skipped;
                return;
            }
            open.back().end = std::max(open.back().begin, m_raw.ts);
            m_events.slices.push_back(open.back());
            open.pop_back();
        } else if (m_raw.phase == "s" || m_raw.phase == "f" || m_raw.phase == "t") {
            const std::uint32_t key = m_events.texts.add(m_raw.category + '\n' + m_raw.name + '\n' + m_raw.id);
            m_events.flows.push_back({m_raw.ts, thread(), key, m_events.texts.add(m_raw.category), m_raw.phase != "f"});
        } else if (m_raw.phase == "C") {
            for (const auto& [series, value] : m_raw.series)
                m_events.counters.push_back(
                    {m_raw.ts, process(m_raw.pid), m_events.texts.add(m_raw.name), m_events.texts.add(series), value});
        } else {
            ++m_events.skipped;
        }
    }

    ChromeSlice slice()
    {
        ChromeSlice result;
        result.begin = m_raw.ts;
        result.end = m_raw.ts + m_raw.duration;
        result.thread = thread();
        result.name = m_events.texts.add(m_raw.name);
        result.category = m_events.texts.add(m_raw.category);
        result.op = m_raw.op;
        result.line = static_cast<std::int32_t>(std::clamp<std::int64_t>(m_raw.line, 0, 1 << 30));
        result.flops = m_raw.flops;
        result.bytes = m_raw.bytes;
        result.waitedFor = m_raw.waitedFor;
        result.isFailed = m_raw.isFailed;
        result.text = m_events.texts.add(m_raw.text);
        result.operatorName = m_events.texts.add(m_raw.operatorName);
        return result;
    }

    void metadata()
    {
        if (m_raw.name == "process_name")
            m_events.processes[process(m_raw.pid)].name = m_raw.metaName;
        else if (m_raw.name == "process_labels")
            m_events.processes[process(m_raw.pid)].labels = m_raw.labels;
        else if (m_raw.name == "process_sort_index")
            m_events.processes[process(m_raw.pid)].sort = m_raw.sort;
        else if (m_raw.name == "thread_name")
            m_events.threads[thread()].name = m_raw.metaName;
        else if (m_raw.name == "thread_sort_index")
            m_events.threads[thread()].sort = m_raw.sort;
        else
            ++m_events.skipped;
    }

    /// Slices that never end, as of a program that was stopped, last until the last event.
    void closeOpenSlices()
    {
        std::int64_t last = 0;
        for (const ChromeSlice& slice : m_events.slices)
            last = std::max(last, slice.end);
        for (std::vector<ChromeSlice>& open : m_open)
            for (ChromeSlice& slice : open) {
                slice.end = std::max(slice.begin, last);
                m_events.slices.push_back(slice);
            }
    }

    JsonReader m_json;
    ChromeEvents m_events;
    Raw m_raw;
    std::string m_key;
    std::map<std::string, std::uint32_t> m_processes;
    std::map<std::pair<std::string, std::string>, std::uint32_t> m_threads;
    std::vector<std::vector<ChromeSlice>> m_open;  ///< per thread: begun and not ended
    bool m_isInEvent = false;
    bool m_isListClosed = false;
};

}  // namespace

Result<ChromeEvents> readChromeEvents(std::string_view json)
{
    return EventReader(json).run();
}

}  // namespace engine::io::detail
