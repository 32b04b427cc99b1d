#include "engine/calibrate/machine_text.h"

#include "engine/calibrate/detail/estimates.h"
#include "engine/device/machine_file.h"
#include "engine/messages/messages.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace engine::calibrate {

namespace {

using Json = nlohmann::ordered_json;

/// Rounds to six digits: the measurements are less accurate, and the file stays readable.
double rounded(double value)
{
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 6);
    double result = 0;
    std::from_chars(text, end.ptr, result);
    return result;
}

Json factOf(const Number& number, const std::string& date)
{
    Json fact{{"value", rounded(number.value)},
              {"kind", "measured"},
              {"source", number.how + ", overlap-run calibrate" + (date.empty() ? "" : " on " + date)}};
    Json& measurement = fact["measurement"];
    if (number.statistics.samples > 0)
        measurement = {{"samples", number.statistics.samples},
                       {"minimum", rounded(number.statistics.minimum)},
                       {"median", rounded(number.statistics.median)},
                       {"iqr", rounded(number.statistics.iqr())}};
    if (number.residual)
        measurement["residual"] = rounded(*number.residual);
    if (measurement.is_null())
        fact.erase("measurement");
    return fact;
}

/// Splits "gpus[0].link.rateGBps" into "gpus", "0", "link" and "rateGBps".
std::vector<std::string> stepsOf(const std::string& path)
{
    std::vector<std::string> steps(1);
    for (const char c : path)
        if (c == '.' || c == '[')
            steps.emplace_back();
        else if (c != ']')
            steps.back() += c;
    return steps;
}

bool isDialect(const std::string& step)
{
    return step == "torch" || step == "mxnet";
}

void put(Json& root, const Number& number, const std::string& date)
{
    Json* at = &root;
    for (const std::string& step : stepsOf(number.path)) {
        // A number shared by both dialects becomes one number per dialect when one of them is measured.
        if (isDialect(step) && at->contains("value")) {
            const Json both = *at;
            *at = {{"torch", both}, {"mxnet", both}};
        }
        if (at->is_array()) {
            std::size_t index = 0;
            std::from_chars(step.data(), step.data() + step.size(), index);
            while (at->size() <= index)
                at->push_back(Json::object());
            at = &(*at)[index];
        } else {
            at = &(*at)[step];
        }
    }
    *at = factOf(number, date);
}

/// Sets a number that was not measured, and marks it as an estimate.
void addEstimate(Json& fact, double value, const char* source)
{
    fact = {{"value", rounded(value)}, {"kind", "estimated"}, {"source", source}};
}

Result<Json> gpuTemplate(std::string_view text)
{
    const Json other = Json::parse(text, nullptr, false);
    if (!other.is_object() || !other.contains("gpus") || !other["gpus"].is_array() || other["gpus"].empty())
        return makeError(ErrorCode::BadFile, message("machine.incomplete", "gpus"));
    Json gpu = other["gpus"][0];
    gpu.erase("count");
    detail::callEstimated(gpu);
    return gpu;
}

void addGpus(Json& root, const Report& report, const Json& model)
{
    root["gpus"] = Json::array();
    for (std::size_t i = 0; i < report.gpus.size(); ++i) {
        Json gpu = model;
        gpu["model"] = report.gpus[i];
        gpu["link"]["name"] = "host link";
        if (i < report.mallocWaits.size() && report.mallocWaits[i])
            gpu["mallocWaits"] = *report.mallocWaits[i];
        root["gpus"].push_back(std::move(gpu));
    }
    if (!report.peers.empty())
        root["peers"] = Json::array();
    for (const auto& [a, b] : report.peers)
        root["peers"].push_back({{"name", "direct link"}, {"between", {a, b}}});
}

/// Uses the measured rate as the peak rate if the platform does not report one.
void completePeaks(Json& root)
{
    for (Json& gpu : root["gpus"]) {
        const bool isMeasured = gpu["peakTflops"]["kind"] == Json("measured");
        if (!isMeasured)
            addEstimate(gpu["peakTflops"], gpu["gemmGflops"].value("value", 1000.0) / 1000,
                        "what products reach; the data sheet is not at hand");
    }
}

/// Sets the launch cost of the program's thread to 0 for MXNet, where the workers of the engine launch kernels.
void completeLaunches(Json& front)
{
    if (front.contains("launchUs") && !front["launchUs"].contains("value") && !front["launchUs"].contains("mxnet"))
        front["launchUs"]["mxnet"] = {
            {"value", 0}, {"kind", "specified"}, {"source", "the engine's workers launch kernels: engine.launchUs"}};
}

/// Raises the rate of host memory to the sum of the links' rates, unless host memory was measured as the limit.
void completeHostMemory(Json& root)
{
    double links = 0;
    for (const Json& gpu : root["gpus"]) {
        const Json& link = gpu["link"];
        const double duplex = link.contains("duplex") ? link["duplex"].value("value", 1.0) : 1.0;
        links += std::max(1.0, 2 * duplex) * link["rateGBps"].value("value", 0.0);  // rate of both directions together
    }
    Json& memory = root["host"]["dramGBps"];
    if (memory.value("kind", "") != "measured" && memory.value("value", 0.0) < links)
        addEstimate(memory, links, "no less than what the links reach together");
}

Json calibrationOf(const Report& report, const Provenance& provenance)
{
    Json json{{"date", provenance.date.empty() ? "not known" : provenance.date}};
    const auto add = [&json](const char* name, const std::string& text) {
        if (!text.empty())
            json[name] = text;
    };
    add("processor", provenance.processor.empty() ? report.processor : provenance.processor);
    std::string gpus;
    for (const std::string& gpu : report.gpus)
        gpus += (gpus.empty() ? "" : ", ") + gpu;
    add("gpu", gpus);
    add("driver", provenance.driver);
    add("toolkit", provenance.toolkit);
    add("products", provenance.products);
    json["seconds"] = static_cast<int>(std::ceil(report.seconds));
    for (const Message& remark : report.remarks)
        json["remarks"].push_back(remark.english());
    return json;
}

/// Returns the file that starts with the fields that people read first, followed by the other fields of `body`, without
/// its validation and without the connections between its GPUs and computers.
Json headed(const Json& body, const Report& report, const Provenance& provenance)
{
    Json root{{"$schema", "machine.schema.json"},
              {"schema", 1},
              {"id", provenance.id},
              {"label", provenance.label},
              {"note", provenance.note},
              {"calibration", calibrationOf(report, provenance)}};
    for (const auto& [name, value] : body.items())
        if (!root.contains(name) && name != "validation" && name != "peers" && name != "switches" && name != "fabric" &&
            name != "network")
            root[name] = value;
    return root;
}

}  // namespace

Result<std::string> machineText(const Report& report, const Provenance& provenance, const Templates& templates)
{
    Json base = Json::parse(templates.host, nullptr, false);
    if (!base.is_object())
        return makeError(ErrorCode::BadFile, message("machine.incomplete", "host"));
    detail::callEstimated(base);
    Json root = headed(base, report, provenance);
    if (!report.processor.empty())
        root["host"]["model"] = report.processor;
    root["gpus"] = Json::array();
    if (!report.gpus.empty()) {
        const auto gpu = gpuTemplate(templates.gpu);
        if (!gpu)
            return Error(gpu.error());
        addGpus(root, report, *gpu);
    }
    for (const Number& number : report.numbers)
        put(root, number, provenance.date);
    completePeaks(root);
    completeLaunches(root["frontEnd"]);
    completeHostMemory(root);
    std::string text = root.dump(4) + "\n";
    const auto read = device::parseMachine(text, provenance.id + ".json");
    return read ? Result<std::string>(std::move(text)) : Error(read.error());
}

Result<std::string> withHeldOut(std::string_view text, const std::vector<device::ValidationRun>& heldOut)
{
    Json root = Json::parse(text, nullptr, false);
    if (!root.is_object())
        return makeError(ErrorCode::BadFile, message("machine.incomplete", "host"));
    root["validation"] = Json::array();
    for (const device::ValidationRun& one : heldOut)
        root["validation"].push_back({{"program", one.program},
                                      {"predicted", rounded(one.predicted)},
                                      {"measured", rounded(one.measured)},
                                      {"error", rounded(one.error())}});
    std::string result = root.dump(4) + "\n";
    const auto read = device::parseMachine(result, "machine.json");
    return read ? Result<std::string>(std::move(result)) : Error(read.error());
}

}  // namespace engine::calibrate
