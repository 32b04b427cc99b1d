#include "engine/base/test_settings.h"

#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

namespace {

/// Parses numbers such as "1,-2.5"; empty if `text` is no such list.
std::vector<double> numbersIn(std::string_view text)
{
    std::vector<double> numbers;
    for (const char *at = text.data(), *const end = at + text.size();; ++at) {
        const auto [stop, error] = std::from_chars(at, end, numbers.emplace_back());
        if (error != std::errc{} || (stop != end && *stop != ','))
            return {};
        if (stop == end)
            return numbers;
        at = stop;
    }
}

/// An environment variable with numbers that are separated by commas.
struct Variable {
    const char* name;
    const char* form;
    std::size_t count;
    bool mayBeNegative = false;

    /// Returns an empty list if the variable is not set.
    [[nodiscard]] Result<std::vector<double>> read() const
    {
        const char* const text = std::getenv(name);
        if (text == nullptr)
            return std::vector<double>();
        std::vector<double> numbers = numbersIn(text);
        bool isGood = numbers.size() == count;
        for (const double number : numbers)
            isGood = isGood && number <= 1e15 && number >= (mayBeNegative ? -1e15 : 0);
        if (isGood)
            return numbers;
        return untranslatedError(ErrorCode::InvalidArgument,
                                 std::string(name) + " has the form " + form + " (numbers); it is \"" + text + "\".");
    }
};

constexpr Variable kClock{"OVERLAP_TEST_CLOCK", "OFFSET,PPM,JUMP,AT", 4, true};
constexpr Variable kDelays{"OVERLAP_TEST_DELAYS", "REMARK,GRACE,STOP,ARRIVAL,RECORDS", 5};
constexpr Variable kRecords{"OVERLAP_TEST_RECORDS", "CREDITS,PIECE", 2};
constexpr Variable kHost{"OVERLAP_TEST_HOST", "RANK", 1};

std::chrono::milliseconds milliseconds(double number)
{
    return std::chrono::milliseconds(static_cast<std::int64_t>(number));
}

}  // namespace

Result<TestSettings> testSettings()
{
    TestSettings settings;
    std::vector<std::vector<double>> values;
    for (const Variable& variable : {kClock, kDelays, kRecords, kHost}) {
        auto numbers = variable.read();
        if (!numbers)
            return std::move(numbers).error();
        values.push_back(*std::move(numbers));
    }
    if (const auto& clock = values[0]; !clock.empty())
        settings.clock = TestSettings::Clock{clock[0], clock[1], clock[2], clock[3]};
    if (const auto& delays = values[1]; !delays.empty())
        settings.delays =
            TestSettings::Delays{milliseconds(delays[0]), milliseconds(delays[1]), milliseconds(delays[2]),
                                 milliseconds(delays[3]), milliseconds(delays[4])};
    if (const auto& records = values[2]; !records.empty())
        settings.records =
            TestSettings::Records{static_cast<std::int64_t>(records[0]), static_cast<std::int64_t>(records[1])};
    if (!values[3].empty())
        settings.otherRanks = static_cast<std::int64_t>(values[3][0]);
    return settings;
}

}  // namespace engine
