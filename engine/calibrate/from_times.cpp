#include "engine/calibrate/from_times.h"

#include "engine/base/invalid.h"
#include "engine/base/text.h"
#include "engine/calibrate/detail/estimates.h"
#include "engine/device/machine_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace engine::calibrate {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kProducts = 50;
constexpr double kFlops = 2.0 * 4000 * 4000 * 4000;
constexpr double kBytes = 4.0 * 4000 * 4000;
constexpr double kPages = kBytes / 4096;
constexpr double kPinnedPages = 16384;  // page-locked memory is rounded up to a power of two: 64 MiB

/// Splits the text at commas, semicolons and spaces; ignores text between # and the end of a line.
std::vector<std::string> wordsOf(std::string_view text)
{
    std::vector<std::string> words;
    std::string word;
    bool isComment = false;
    const auto end = [&] {
        if (!word.empty())
            words.push_back(std::exchange(word, {}));
    };
    for (const char c : text) {
        isComment = c == '#' || (isComment && c != '\n');
        const bool isBreak = c == ',' || c == ';' || c == ' ' || c == '\t' || c == '\r' || c == '\n';
        if (isBreak || isComment)
            end();
        else
            word += c;
    }
    end();
    return words;
}

Result<std::pair<std::string, double>> cellOf(const std::string& word)
{
    const std::size_t equals = word.find('=');
    const auto seconds =
        equals == std::string::npos ? std::nullopt : parseNumber<double>(std::string_view(word).substr(equals + 1));
    if (!seconds || !(*seconds > 0 && *seconds < 1e6))
        return invalid("A cell is given as name=seconds, such as run=0.5019; it is " + word + ".");
    return std::pair{word.substr(0, equals), *seconds};
}

Json given(double value, const std::string& how)
{
    return {{"value", value}, {"kind", "measured"}, {"source", how + " of printed times, given by hand"}};
}

/// Returns the rate R in GFLOP/s for products that take `cell` seconds in total: solves T = kernel + (F + half) / R,
/// where T is the time of one product.
double gemmOf(double cell, const device::GpuModel& gpu)
{
    return (kFlops + gpu.gemmHalf) / (cell / kProducts - gpu.kernelNs * 1e-9) * 1e-9;
}

struct PageTimes {
    double fault = 0;  ///< ns
    double pin = 0;
};

Result<PageTimes> pageTimesOf(const ChapterTimes& times, const device::Profile& base)
{
    const device::HostModel& host = base.host;
    const device::GpuModel& gpu = base.gpus.front();
    PageTimes pages;
    const double moved = kBytes / host.stagingRate + gpu.linkLatency * 1e-9;
    pages.fault = (times.copy / kProducts - moved) / kPages * 1e9;
    if (!(pages.fault > 0))
        return invalid("copy=" + std::to_string(times.copy) +
                       " is less than the time to move the bytes through the driver's buffers; check the number that "
                       "the cell printed.");
    const double blocks = kProducts * (gpu.mallocNs + gpu.mallocNsPerByte * (62 << 20)) * 1e-9;
    const double unmapped = kProducts * kPages * host.unmapNs * 1e-9;
    const double last = kBytes / gpu.linkRate;
    pages.pin = (times.both - unmapped - blocks - last) / (kProducts * kPinnedPages) * 1e9;
    pages.pin = std::max(pages.pin, 0.0);
    return pages;
}

}  // namespace

Result<ChapterTimes> parseTimes(std::string_view text)
{
    std::map<std::string, double> cells;
    for (const std::string& word : wordsOf(text)) {
        const auto cell = cellOf(word);
        if (!cell)
            return Error(cell.error());
        const std::string& name = cell->first;
        if (name != "gpu1" && name != "gpu2" && name != "gpus" && name != "run" && name != "copy" && name != "both")
            return invalid("There is no cell " + name + "; they are gpu1, gpu2, gpus, run, copy and both.");
        cells[name] = cell->second;
    }
    for (const char* name : {"run", "copy", "both"})
        if (!cells.contains(name))
            return invalid(std::string("The cell ") + name + " is missing; give run, copy and both, in seconds.");
    const auto maybe = [&cells](const char* name) {
        return cells.contains(name) ? std::optional(cells[name]) : std::nullopt;
    };
    return ChapterTimes{.gpu1 = maybe("gpu1"),
                        .gpu2 = maybe("gpu2"),
                        .gpus = maybe("gpus"),
                        .run = cells["run"],
                        .copy = cells["copy"],
                        .both = cells["both"]};
}

Result<std::string> machineFromTimes(const ChapterTimes& times, std::string_view base, const std::string& label)
{
    const auto machine = device::parseMachine(base, "machine.json");
    if (!machine)
        return Error(machine.error());
    if (machine->torch.gpus.size() < 2)
        return invalid("The base machine needs at least two GPUs.");
    const auto pages = pageTimesOf(times, machine->torch);
    if (!pages)
        return Error(pages.error());
    Json root = Json::parse(base);
    for (const char* part : {"host", "frontEnd", "engine", "gpus", "peers", "switches"})
        if (root.contains(part))
            detail::callEstimated(root[part]);
    for (const char* field : {"validation", "calibration", "note", "$schema"})
        root.erase(field);
    root["label"] = label;
    root["id"] = "from-times";
    root["host"]["model"] = "not known";
    root["host"]["faultNs"] = given(pages->fault, "“Copy to CPU”");
    root["host"]["pinNs"] = given(pages->pin, "“Run on GPU and copy”");
    const double first = times.gpu1.value_or(times.run);
    const double cells[2] = {first, times.gpu2.value_or(first)};
    // The base may describe the two GPUs as one entry with a count; makes two entries of it.
    if (root["gpus"].size() == 1) {
        root["gpus"][0].erase("count");
        root["gpus"].push_back(root["gpus"][0]);
    }
    for (std::size_t i = 0; i < 2; ++i) {
        const double rate = gemmOf(cells[i], machine->torch.gpus[i]);
        if (!(rate > 0))
            return invalid("50 products in " + std::to_string(cells[i]) + " s are faster than their launches.");
        Json& gpu = root["gpus"][i];
        gpu["model"] = "GPU, not named";
        gpu["gemmGflops"] = given(rate, i == 0 ? "“GPU1 time”" : "“GPU2 time”");
        gpu["peakTflops"] = {{"value", rate * 1e-3}, {"kind", "estimated"}, {"source", "what products reach"}};
    }
    std::string text = root.dump(4) + "\n";
    const auto read = device::parseMachine(text, "from-times.json");
    return read ? Result<std::string>(std::move(text)) : Error(read.error());
}

Result<std::string> withPinTime(std::string_view machine, double nanoseconds)
{
    Json root = Json::parse(machine, nullptr, false);
    if (!root.is_object() || !root.contains("host"))
        return untranslatedError(ErrorCode::BadFile, "This is not a machine file.");
    root["host"]["pinNs"] = given(std::max(0.0, nanoseconds), "“Run on GPU and copy”");
    return root.dump(4) + "\n";
}

}  // namespace engine::calibrate
