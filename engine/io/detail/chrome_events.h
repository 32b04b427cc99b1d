#pragma once

#include "engine/base/result.h"
#include "engine/base/units.h"
#include "engine/trace/record.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace engine::io::detail {

/// Texts that repeat, by number.
class Texts {
public:
    std::uint32_t add(std::string_view text)
    {
        const auto found = m_numbers.find(text);
        if (found != m_numbers.end())
            return found->second;
        m_texts.emplace_back(text);
        return m_numbers.emplace(std::string(text), static_cast<std::uint32_t>(m_texts.size() - 1)).first->second;
    }
    [[nodiscard]] const std::string& operator[](std::uint32_t number) const { return m_texts[number]; }
    [[nodiscard]] std::size_t size() const { return m_texts.size(); }

private:
    std::map<std::string, std::uint32_t, std::less<>> m_numbers;
    std::vector<std::string> m_texts;
};

struct ChromeSlice {
    std::int64_t begin = 0;  ///< ns
    std::int64_t end = 0;
    std::uint32_t thread = 0;  ///< index into ChromeEvents::threads
    std::uint32_t name = 0;
    std::uint32_t category = 0;
    std::int64_t op = -1;  ///< of our own files
    std::int32_t line = 0;
    double flops = 0;
    double bytes = 0;
    std::int64_t waitedFor = -1;
    bool isFailed = false;
    std::uint32_t text = 0;  ///< 0: none
    std::uint32_t operatorName = 0;
};

struct ChromeFlowEnd {
    std::int64_t time = 0;
    std::uint32_t thread = 0;
    std::uint32_t key = 0;  ///< category, name and id
    std::uint32_t category = 0;
    bool isStart = false;
};

struct ChromeCounter {
    std::int64_t time = 0;
    std::uint32_t process = 0;
    std::uint32_t name = 0;
    std::uint32_t series = 0;
    double value = 0;
};

struct ChromeThread {
    std::uint32_t process = 0;  ///< index into ChromeEvents::processes
    std::string name;
    std::int64_t sort = 0;
};

struct ChromeProcess {
    std::string name;
    std::string labels;
    std::int64_t sort = 0;
};

/// What of a file of Chrome trace events can be shown.
struct ChromeEvents {
    Texts texts;  ///< number 0 is ""
    std::vector<ChromeProcess> processes;
    std::vector<ChromeThread> threads;
    std::vector<ChromeSlice> slices;
    std::vector<ChromeFlowEnd> flows;
    std::vector<ChromeCounter> counters;
    std::map<std::string, std::string> about;  ///< "otherData"
    std::uint64_t skipped = 0;
    std::string note;  ///< if the file is cut off
};

/// Errors: BadFile with the place if the text is no JSON, or no trace events.
[[nodiscard]] Result<ChromeEvents> readChromeEvents(std::string_view json);

}  // namespace engine::io::detail
