#include "app/wiring/rank_request.h"

#include "engine/device/machine_choice.h"
#include "engine/devices/cpu/this_computer.h"

#include <nlohmann/json.hpp>

namespace app {

using namespace engine;
using Json = nlohmann::json;

bool isOnThisComputer(const frontend::RunRequest& run)
{
    const auto choice = device::machineChoice(run.machine);
    return choice && choice->machine == devices::cpu::kThisComputer;
}

std::string toJson(const RankRequest& request)
{
    const frontend::RunRequest& run = request.run;
    Json json;
    json["program"] = run.program.id;
    json["title"] = run.program.title;
    if (run.program.path)
        json["path"] = *run.program.path;
    json["dialect"] = static_cast<int>(run.dialect);
    json["source"] = run.source;
    json["machine"] = run.machine;
    json["parameters"] = run.parameters;
    json["off"] = run.off;
    json["on"] = run.on;
    if (run.values)
        json["values"] = static_cast<int>(*run.values);
    json["seed"] = run.seed;
    json["ranks"] = request.ranks;
    json["folder"] = request.folder;
    if (!request.hosts.empty())
        json["hosts"] = request.hosts;
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<RankRequest> rankRequestFrom(const std::string& line, frontend::Runner& runner)
try {
    const Json json = Json::parse(line);
    const std::string id = json.at("program");
    RankRequest request;
    frontend::RunRequest& run = request.run;
    if (auto program = runner.load(json.value("path", id)))
        run.program = *std::move(program);
    run.program.id = id;  // set even if load() fails: a listing that was never saved has no file
    run.program.title = json.at("title");
    run.dialect = static_cast<frontend::Dialect>(json.at("dialect").get<int>());
    run.source = json.at("source");
    run.machine = json.at("machine");
    run.parameters = json.at("parameters");
    run.off = json.at("off").get<std::vector<int>>();
    run.on = json.at("on").get<std::vector<int>>();
    if (json.contains("values"))
        run.values = static_cast<trace::ValueMode>(json.at("values").get<int>());
    run.seed = json.at("seed");
    request.ranks = json.at("ranks");
    request.folder = json.at("folder");
    request.hosts = json.value("hosts", "");
    return request;
} catch (const Json::exception& error) {
    return untranslatedError(ErrorCode::BadFile, std::string("this is no request: ") + error.what());
}

}  // namespace app
