#include "engine/device/machine_file.h"

#include "engine/base/plain_file.h"
#include "engine/device/detail/field_reader.h"
#include "engine/messages/file_kind.h"
#include "engine/messages/json.h"
#include "engine/messages/messages.h"
#include "engine/messages/no_memory.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <new>
#include <set>

namespace engine::device {

namespace {

using detail::FieldReader;
using detail::Json;
using detail::ReadingPass;

constexpr int kSchema = 1;
constexpr int kMaxGpus = 64;
constexpr std::size_t kMaxFileBytes = 4u << 20;

// Factors from the file's units to bytes, bytes/s, FLOP/s and nanoseconds.
constexpr double kMebi = 1024.0 * 1024.0;
constexpr double kGibi = 1024.0 * kMebi;
constexpr double kGiga = 1e9;
constexpr double kMicro = 1e3;

Bytes toBytes(double value)
{
    return Bytes{static_cast<std::int64_t>(value + 0.5)};
}

HostModel readHost(ReadingPass& pass, const Json& json)
{
    FieldReader in(pass, json, "host");
    HostModel host;
    host.model = in.text("model");
    host.memory = toBytes(in.number("memoryGiB", {0.001, 1e6, kGibi}));
    host.gemm = in.number("gemmGflops", {0.001, 1e7, kGiga});
    host.gemmHalf = in.optionalNumber("gemmHalfGflop", {0, 1e6, kGiga}, 0);
    host.dense = in.optionalNumber("denseGflops", {0.001, 1e7, kGiga}, host.gemm);
    host.convolution = in.optionalNumber("convolutionGflops", {0.001, 1e7, kGiga}, host.gemm);
    host.bandwidth = in.number("bandwidthGBps", {0.001, 1e5, kGiga});
    host.cacheBytes = in.optionalNumber("cacheMiB", {0, 1e6, kMebi}, 0);
    host.cacheRate = in.optionalNumber("cacheGBps", {0.001, 1e6, kGiga}, host.bandwidth);
    host.randomRate = in.number("randomMillionsPerSecond", {0.001, 1e7, 1e6});
    host.normalRate = in.optionalNumber("normalMillionsPerSecond", {0.001, 1e7, 1e6}, host.randomRate);
    host.normRate = in.number("normMillionsPerSecond", {0.001, 1e7, 1e6});
    host.soloShare = in.optionalNumber("soloShare", {0.001, 1, 1}, 1);
    host.opNs = in.number("operationUs", {0, 1e6, kMicro});
    host.layerNs = in.optionalNumber("layerOperationUs", {0, 1e6, kMicro}, 0);
    host.printNs = in.number("printUs", {0, 1e6, kMicro});
    host.loadRate = in.optionalNumber("loadMBps", {0.001, 1e7, 1e6}, 0);
    host.pageBytes = in.number("pageKiB", {1, 1 << 20, 1024});
    host.faultNs = in.number("faultNs", {0, 1e7, 1});
    host.touchNs = in.optionalNumber("touchNs", {0, 1e7, 1}, 0);
    host.sharedTouchNs = in.optionalNumber("sharedTouchNs", {0, 1e7, 1}, host.touchNs);
    host.pinNs = in.number("pinNs", {0, 1e7, 1});
    host.unmapNs = in.number("unmapNs", {0, 1e7, 1});
    host.freshBytes = in.number("freshMiB", {0, 1e6, kMebi});
    host.keptBytes = in.optionalNumber("keptMiB", {0, 1e9, kMebi}, host.freshBytes);
    host.stagingRate = in.number("stagingGBps", {0.001, 1e5, kGiga});
    host.stagingChunk = in.number("stagingChunkMiB", {0.001, 1e5, kMebi});
    host.memcpyRate = in.number("memcpyGBps", {0.001, 1e5, kGiga});
    host.dramRate = in.number("dramGBps", {0.001, 1e6, kGiga});
    host.pinnedPoolNs = in.number("pinnedPoolUs", {0, 1e6, kMicro});
    in.done();
    return host;
}

void readLink(ReadingPass& pass, const Json& json, const std::string& path, GpuModel& gpu)
{
    FieldReader in(pass, json, path);
    gpu.linkName = in.text("name");
    gpu.linkRate = in.number("rateGBps", {0.001, 1e5, kGiga});
    gpu.linkDuplex = in.number("duplex", {0.5, 1, 1});
    gpu.linkLatency = in.number("latencyUs", {0, 1e6, kMicro});
    gpu.enginesPerWay = in.integer("enginesPerWay", 1, 16);
    gpu.isOneEngine = in.optionalFlag("isOneEngine");
    in.done();
}

GpuModel readGpu(FieldReader& in)
{
    GpuModel gpu;
    gpu.model = in.text("model");
    gpu.memory = toBytes(in.number("memoryMiB", {1, 1e9, kMebi}));
    gpu.usedByOthers = toBytes(in.number("usedByOthersMiB", {0, 1e9, kMebi}));
    gpu.floor = toBytes(in.number("floorMiB", {0, 1e9, kMebi}));
    gpu.peakFlops = in.number("peakTflops", {0.0001, 1e6, 1e12});
    gpu.gemm = in.number("gemmGflops", {0.001, 1e9, kGiga});
    gpu.gemmHalf = in.number("gemmHalfGflop", {0, 1e6, kGiga});
    gpu.convolution = in.optionalNumber("convolutionGflops", {0.001, 1e9, kGiga}, gpu.gemm);
    gpu.convolutionHalf = in.optionalNumber("convolutionHalfMflop", {0, 1e9, 1e6}, 0);
    gpu.tuneNs = in.optionalNumber("convolutionTuneUs", {0, 1e8, kMicro}, 0);
    gpu.dramRate = in.number("dramGBps", {0.001, 1e6, kGiga});
    gpu.multiprocessors = in.integer("multiprocessors", 1, 100000);
    gpu.blocksPerMultiprocessor = in.number("blocksPerMultiprocessor", {0.1, 64, 1});
    gpu.kernelNs = in.number("kernelUs", {0, 1e6, kMicro});
    gpu.kernelMin = in.number("kernelMinUs", {0, 1e6, kMicro});
    gpu.graphNs = in.optionalNumber("graphUs", {0, 1e6, kMicro}, 0);
    if (in.has("graphNodeUs"))
        gpu.graphNodeNs = in.number("graphNodeUs", {0, 1e6, kMicro});
    gpu.launchLatencyNs = in.number("launchLatencyUs", {0, 1e6, kMicro});
    gpu.eventNs = in.number("eventUs", {0, 1e6, kMicro});
    gpu.mallocNs = in.number("mallocUs", {0, 1e7, kMicro});
    gpu.mallocNsPerByte = in.number("mallocUsPerMiB", {0, 1e6, kMicro / kMebi});
    gpu.freeNs = in.number("freeUs", {0, 1e7, kMicro});
    gpu.poolNs = in.number("poolUs", {0, 1e6, kMicro});
    gpu.mallocWaits = in.optionalFlag("mallocWaits");
    gpu.hardwareQueues = in.integer("hardwareQueues", 1, 1024);
    gpu.residentGrids = in.integer("residentGrids", 1, 100000);
    if (in.has("launchQueue"))
        gpu.launchQueue = in.integer("launchQueue", 1, 1 << 20);
    static_cast<void>(
        in.optionalNumber("computeStreams", {1, 64, 1}, 1));  // ignored; earlier versions wrote this field
    gpu.interference = in.number("interference", {0, 0.9, 1});
    const std::string sharing = in.optionalText("sharing", "leftover");
    if (sharing != "leftover" && sharing != "fair")
        in.pass().failChoice(in.pathOf("sharing"), {"leftover", "fair"}, sharing);
    gpu.isSharingFair = sharing == "fair";
    readLink(in.pass(), in.object("link"), in.pathOf("link"), gpu);
    if (!in.pass().problem && gpu.usedByOthers + gpu.floor >= gpu.memory)
        in.pass().fail(in.pathOf("usedByOthersMiB"), message("machine.field.no-memory"));
    return gpu;
}

void readGpus(ReadingPass& pass, const Json& list, std::vector<GpuModel>& gpus)
{
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string path = "gpus[" + std::to_string(i) + "]";
        FieldReader in(pass, list[i], path);
        const int count = in.optionalPlainInteger("count", 1, 1, kMaxGpus);
        const GpuModel gpu = readGpu(in);
        in.done();
        if (gpus.size() + static_cast<std::size_t>(count) > kMaxGpus) {
            pass.fail(path, message("machine.field.gpus-at-most", kMaxGpus));
            return;
        }
        gpus.insert(gpus.end(), static_cast<std::size_t>(count), gpu);
    }
}

std::vector<int> readOrdinals(FieldReader& in, const char* name, std::size_t gpus, std::size_t atLeast)
{
    std::vector<int> ordinals;
    for (const Json& item : in.optionalArray(name)) {
        const double ordinal = item.is_number_integer() ? item.get<double>() : -1;
        const bool isOne = ordinal >= 0 && ordinal < static_cast<double>(gpus);
        if (gpus == 0) {
            in.pass().fail(in.pathOf(name), message("machine.field.no-gpus"));
            return {};
        }
        if (!isOne || std::find(ordinals.begin(), ordinals.end(), static_cast<int>(ordinal)) != ordinals.end()) {
            in.pass().fail(in.pathOf(name), message("machine.field.different-gpus", gpus - 1));
            return {};
        }
        ordinals.push_back(static_cast<int>(ordinal));
    }
    if (ordinals.size() < atLeast)
        in.pass().fail(in.pathOf(name), message("machine.field.gpus-at-least", atLeast));
    return ordinals;
}

void readTopology(ReadingPass& pass, FieldReader& root, Profile& profile)
{
    const Json& peers = root.optionalArray("peers");
    for (std::size_t i = 0; i < peers.size(); ++i) {
        FieldReader in(pass, peers[i], "peers[" + std::to_string(i) + "]");
        PeerLink peer;
        peer.name = in.text("name");
        const std::vector<int> ends = readOrdinals(in, "between", profile.gpus.size(), 2);
        if (ends.size() > 2)
            pass.fail(in.pathOf("between"), message("machine.field.gpus-at-most", 2));
        peer.rate = in.number("rateGBps", {0.001, 1e5, kGiga});
        peer.latency = in.number("latencyUs", {0, 1e6, kMicro});
        in.done();
        if (pass.problem)
            return;
        peer.a = ends[0];
        peer.b = ends[1];
        profile.peers.push_back(peer);
    }
    const Json& switches = root.optionalArray("switches");
    for (std::size_t i = 0; i < switches.size(); ++i) {
        FieldReader in(pass, switches[i], "switches[" + std::to_string(i) + "]");
        LinkSwitch shared;
        shared.name = in.text("name");
        shared.gpus = readOrdinals(in, "gpus", profile.gpus.size(), 1);
        shared.rate = in.number("rateGBps", {0.001, 1e5, kGiga});
        in.done();
        profile.switches.push_back(shared);
    }
    if (root.has("fabric")) {
        FieldReader in(pass, root.object("fabric"), "fabric");
        profile.fabric.name = in.text("name");
        profile.fabric.rate = in.number("rateGBps", {0.001, 1e5, kGiga});
        profile.fabric.latency = in.number("latencyUs", {0, 1e6, kMicro});
        in.done();
    }
    if (root.has("network")) {
        FieldReader in(pass, root.object("network"), "network");
        profile.network.name = in.text("name");
        profile.network.ranksPerComputer = in.integer("ranksPerComputer", 1, kMaxGpus);
        profile.network.rate = in.number("rateGBps", {0.001, 1e5, kGiga});
        profile.network.latency = in.number("latencyUs", {0, 1e6, kMicro});
        in.done();
    }
}

FrontEndModel readFrontEnd(ReadingPass& pass, const Json& json)
{
    FieldReader in(pass, json, "frontEnd");
    FrontEndModel front;
    front.launchNs = in.optionalNumber("launchUs", {0, 1e6, kMicro}, 0);
    front.operatorNs = in.number("operatorUs", {0, 1e6, kMicro});
    front.layerNs = in.number("layerUs", {0, 1e6, kMicro});
    front.cachedGraphNs = in.number("cachedGraphUs", {0, 1e6, kMicro});
    front.backwardNs = in.optionalNumber("backwardUs", {0, 1e6, kMicro}, front.operatorNs);
    front.updateNs = in.optionalNumber("updateUs", {0, 1e6, kMicro}, front.operatorNs);
    front.firstUseNs = in.number("firstUseUs", {0, 1e7, kMicro});
    front.firstGemmNs = in.number("firstGemmUs", {0, 1e7, kMicro});
    front.syncNs = in.number("syncUs", {0, 1e6, kMicro});
    front.wakeNs = in.number("wakeUs", {0, 1e6, kMicro});
    in.done();
    return front;
}

EngineModel readEngine(ReadingPass& pass, const Json& json)
{
    FieldReader in(pass, json, "engine");
    EngineModel engine;
    engine.cpuWorkers = in.integer("cpuWorkers", 1, 256);
    engine.gpuWorkers = in.integer("gpuWorkers", 1, 64);
    engine.copyWorkers = in.integer("copyWorkers", 1, 64);
    engine.gpuOpNs = in.number("gpuOperationUs", {0, 1e6, kMicro});
    engine.launchNs = in.number("launchUs", {0, 1e6, kMicro});
    in.done();
    return engine;
}

/// Returns the date, the hardware and the software of the measurement, for display only; empty if the file has none.
std::string readCalibration(ReadingPass& pass, FieldReader& root)
{
    if (!root.has("calibration"))
        return {};
    FieldReader in(pass, root.object("calibration"), "calibration");
    std::string text = in.text("date");
    for (const char* field : {"processor", "gpu", "driver", "toolkit"})
        if (const std::string more = in.optionalText(field, ""); !more.empty())
            text += (std::string_view(field) == "driver" ? ", driver " : ", ") + more;
    const std::string products = in.optionalText("products", "");
    if (products == "tf32")
        text += ", products by TF32";
    else if (!products.empty() && products != "fp32")
        pass.failChoice("calibration.products", {"fp32", "tf32"}, products);
    for (const Json& remark : in.optionalArray("remarks"))
        if (!remark.is_string())
            pass.failValue("calibration.remarks", message("machine.field.texts"), remark);
    if (in.has("seconds"))
        static_cast<void>(in.optionalPlainInteger("seconds", 0, 0, 1 << 20));
    in.done();
    return text;
}

double readSeconds(ReadingPass& pass, FieldReader& in, const char* name)
{
    const Json& value = in.object(name);
    const double seconds = value.is_number() ? value.get<double>() : 0;
    if (!(seconds > 0 && seconds < 1e9))
        pass.failValue(in.pathOf(name), message("machine.field.seconds"), value);
    return seconds;
}

std::vector<ValidationRun> readValidation(ReadingPass& pass, FieldReader& root)
{
    std::vector<ValidationRun> all;
    const Json& list = root.optionalArray("validation");
    for (std::size_t i = 0; i < list.size() && !pass.problem; ++i) {
        FieldReader in(pass, list[i], "validation[" + std::to_string(i) + "]");
        ValidationRun one;
        one.program = in.text("program");
        one.predicted = readSeconds(pass, in, "predicted");
        one.measured = readSeconds(pass, in, "measured");
        if (in.has("error"))  // the value is not used, because it follows from the two times
            static_cast<void>(in.object("error"));
        in.done();
        all.push_back(std::move(one));
    }
    return all;
}

Profile readProfile(ReadingPass& pass, const Json& json, Machine& machine)
{
    Profile profile;
    FieldReader root(pass, json, "");
    if (pass.problem)
        return profile;
    const int schema = root.optionalPlainInteger("schema", 0, 0, std::numeric_limits<int>::max());
    if (schema == 0 && !pass.problem)
        pass.fail("schema",
                  root.has("schema") ? message("machine.field.schema", kSchema) : message("machine.field.missing"));
    else if (schema > kSchema)
        pass.fail("schema", message("machine.field.newer-schema", schema, kSchema));
    machine.id = root.optionalText("id", machine.id);
    machine.label = root.text("label");
    machine.note = root.optionalText("note", "");
    static_cast<void>(root.optionalText("$schema", ""));
    machine.calibration = readCalibration(pass, root);
    machine.heldOut = readValidation(pass, root);
    profile.host = readHost(pass, root.object("host"));
    readGpus(pass, root.optionalArray("gpus"), profile.gpus);
    readTopology(pass, root, profile);
    profile.frontEnd = readFrontEnd(pass, root.object("frontEnd"));
    profile.engine = readEngine(pass, root.object("engine"));
    root.done();
    return profile;
}

/// Parser callback that collects the member names of every object. JSON allows duplicate names, and the parser would
/// silently keep the last one.
class Names {
public:
    bool operator()(int, Json::parse_event_t event, const Json& parsed)
    {
        if (event == Json::parse_event_t::object_start)
            m_open.emplace_back();
        else if (event == Json::parse_event_t::object_end)
            m_open.pop_back();
        else if (event == Json::parse_event_t::key && !m_open.back().insert(parsed.get<std::string>()).second)
            m_repeated = parsed.get<std::string>();
        return true;
    }
    [[nodiscard]] const std::string& repeated() const { return m_repeated; }

private:
    std::vector<std::set<std::string>> m_open;
    std::string m_repeated;
};

}  // namespace

Result<Machine> parseMachine(std::string_view text, const std::string& name)
try {
    Json json;
    Names names;
    try {
        json = Json::parse(text, std::ref(names));
    } catch (const Json::exception&) {
        return makeError(ErrorCode::BadFile,
                         message("machine.invalid-json", name, messages::describeInvalidJson(text)));
    }
    if (!names.repeated().empty())
        return makeError(ErrorCode::BadFile, message("machine.repeated-field", name, names.repeated()));
    Machine machine;
    machine.id = std::filesystem::path(name).stem().string();
    ReadingPass torch{.dialect = "torch", .file = name, .problem = {}, .facts = &machine.facts};
    machine.torch = readProfile(torch, json, machine);
    if (torch.problem)
        return *std::move(torch.problem);
    ReadingPass mxnet{.dialect = "mxnet", .file = name, .problem = {}, .facts = nullptr};
    machine.mxnet = readProfile(mxnet, json, machine);
    if (mxnet.problem)
        return *std::move(mxnet.problem);
    return machine;
} catch (const std::bad_alloc&) {
    return messages::noMemoryToRead(name);
}

Result<Machine> readMachine(const std::filesystem::path& path)
try {
    if (Message other = messages::describeNonFile(path); !other.empty())
        return makeError(ErrorCode::BadFile, message("machine.not-a-file", path.string(), std::move(other)));
    std::string text;
    if (const int trouble = readPlainFile(path, kMaxFileBytes, text); trouble != 0)
        return makeError(ErrorCode::InputOutput, message("machine.not-read", path.string(),
                                                         trouble == EACCES ? message("machine.no-permission")
                                                                           : Message(std::strerror(trouble))));
    if (text.size() > kMaxFileBytes)
        return makeError(ErrorCode::BadFile, message("machine.too-large", path.string()));
    return parseMachine(text, path.filename().string());
} catch (const std::bad_alloc&) {
    return messages::noMemoryToRead(path.string());
}

std::optional<double> heldOutErrorOf(const Machine& machine)
{
    std::optional<double> largest;
    for (const ValidationRun& one : machine.heldOut)
        largest = std::max(largest.value_or(0), std::abs(one.error()));
    return largest;
}

}  // namespace engine::device
