#include "engine/frontend/detail/native_calls.h"
#include "engine/messages/messages.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace py = pybind11;

namespace engine::frontend {

namespace {

/// Call at the end of a wait: throws the wait's error, and updates NumPy arrays that share the awaited values.
void ended(const Status& status)
{
    check(status);
    if (!afterUse(currentNative()))
        throw py::error_already_set();
}

void useShared()
{
    if (!beforeUse(currentNative()))
        throw py::error_already_set();
}

void wait(const py::object& tensor, const std::string& call)
{
    Execution& execution = currentExecution();
    const VariableId variable = tensorOf(tensor).variable;
    const device::WaitSite site = siteOf(execution, call);
    ended(withoutGil([&] { return execution.platform().waitToRead(variable, site); }));
}

void waitAll(const std::string& call)
{
    Execution& execution = currentExecution();
    const device::WaitSite site = siteOf(execution, call);
    ended(withoutGil([&] { return execution.platform().waitAll(site); }));
}

/// torch.cuda.synchronize(): waits for device `ordinal`. Without `ordinal`, waits for the current device, or for all
/// GPUs with the option `synchronizesAll`.
void synchronize(std::optional<int> ordinal, const std::string& call)
{
    Execution& execution = currentExecution();
    const device::WaitSite site = siteOf(execution, call);
    if (!ordinal && execution.options().synchronizesAll) {
        for (std::size_t i = 0; i < execution.devices.gpuCount(); ++i)
            ended(withoutGil([&] { return execution.platform().synchronize(execution.devices.gpu(i), site); }));
        return;
    }
    const DeviceId device = deviceAt(execution, ordinal.value_or(execution.modes.currentGpu));
    ended(withoutGil([&] { return execution.platform().synchronize(device, site); }));
}

/// Returns NaN (for integers and booleans: 0) in place of values that were not computed, so that a program that prints
/// its progress continues. The first call announces that values were not computed.
std::vector<float> notComputed(Execution& execution, std::size_t count, ops::DataType type)
{
    if (!execution.modes.hasReadNan)
        execution.announce(message("run.reads-nan", execution.statements().line()));
    execution.modes.hasReadNan = true;
    return std::vector<float>(count, type == ops::DataType::Float32 ? std::numeric_limits<float>::quiet_NaN() : 0);
}

/// Call when the program reads values although only times are modelled. The first call announces this.
void readUncomputed()
{
    static_cast<void>(notComputed(currentExecution(), 0, ops::DataType::Float32));
}

/// Call when the program converts a tensor to a bool, as `if` and `while` do.
void noteBranch()
{
    if (Execution& execution = currentExecution(); !hasValues(execution))
        execution.announce(message("run.branch-on-nan", execution.statements().line()));
}

/// Returns elements [begin, begin + count) of a CPU tensor. The caller has waited for the tensor.
std::vector<float> values(const py::object& tensor, std::int64_t begin, std::int64_t count)
{
    useShared();
    Execution& execution = currentExecution();
    const TensorObject& from = tensorOf(tensor);
    if (begin < 0 || count < 0 || begin > from.shape.elements() - count)
        throw py::index_error("index out of range");
    if (!hasValues(execution))
        return notComputed(execution, static_cast<std::size_t>(count), from.type);
    const auto all = checked(withoutGil([&] { return execution.platform().read(from.variable); }));
    const auto part = all.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(count));
    return {part.begin(), part.end()};
}

/// Returns the values of a tensor if they can be read without a wait, for checks before the tensor is used.
std::optional<std::span<const float>> seen(const py::object& tensor)
{
    useShared();
    Execution& execution = currentExecution();
    const VariableId variable = tensorOf(tensor).variable;
    const auto all = withoutGil([&] { return execution.platform().read(variable); });
    return all ? std::optional<std::span<const float>>(*all) : std::nullopt;
}

/// Returns the smallest and the largest value of a tensor; None if seen() returns no values.
std::optional<std::pair<float, float>> seenRange(const py::object& tensor)
{
    const auto numbers = seen(tensor);
    if (!numbers || numbers->empty())
        return std::nullopt;
    const auto [least, greatest] = std::ranges::minmax(*numbers);
    return std::pair(least, greatest);
}

bool isZeroSeen(const py::object& tensor)
{
    const auto numbers = seen(tensor);
    return numbers && std::ranges::find(*numbers, 0.0F) != numbers->end();
}

void hostWork(bool isPrint, std::int64_t bytes, const std::string& call)
{
    Execution& execution = currentExecution();
    const device::WaitSite site = siteOf(execution, call);
    execution.platform().hostWork(isPrint ? device::HostWork::Print : device::HostWork::ToNumpy, Bytes{bytes}, site);
}

/// Models that the program's thread reads the next batch of a data set: `bytes` bytes as floats.
void loadWork(std::int64_t bytes, const std::string& call)
{
    Execution& execution = currentExecution();
    const device::WaitSite site = siteOf(execution, call);
    execution.platform().hostWork(device::HostWork::Load, Bytes{bytes}, site);
}

}  // namespace

py::object fetch(const py::object& tensor, const std::string& call)
{
    Execution& execution = currentExecution();
    TensorObject& from = tensorOf(tensor);
    py::object host = tensor;
    if (from.device != execution.devices.cpu())
        host = copy(tensor, -1, CopyWait::Fetched, call.starts_with('.') ? call.substr(1) : call, ".cpu()", py::none());
    const VariableId variable = asTensor(host.ptr())->variable;
    const device::WaitSite site = siteOf(execution, call);
    ended(withoutGil([&] { return execution.platform().waitToRead(variable, site); }));
    return host;
}

void defineWaits(py::module_& module)
{
    module.def("wait", wait);
    module.def("wait_all", waitAll);
    module.def("synchronize", synchronize, py::arg("ordinal").none(true), py::arg("call"));
    module.def("fetch", fetch);
    module.def("values", values);
    module.def("read_uncomputed", readUncomputed);
    module.def("note_branch", noteBranch);
    module.def("seen_range", seenRange);
    module.def("is_zero_seen", isZeroSeen);
    module.def("host_work", hostWork);
    module.def("load_work", loadWork);
}

}  // namespace engine::frontend
