#include "engine/frontend/detail/native_calls.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace engine::frontend {

namespace {

py::dict memory(int ordinal)
{
    Execution& execution = currentExecution();
    const device::MemoryLevels levels = execution.platform().memory().levels(deviceAt(execution, ordinal));
    py::dict result;
    result["allocated"] = levels.allocated.value;
    result["reserved"] = levels.reserved.value;
    result["peak_allocated"] = levels.peakAllocated.value;
    result["peak_reserved"] = levels.peakReserved.value;
    result["free"] = levels.free.value;
    result["capacity"] = levels.capacity.value;
    return result;
}

}  // namespace

void defineDevices(py::module_& module)
{
    module.def("dialect", [] { return dialectName(currentExecution().options().dialect); });
    module.def("gpu_count", [] { return currentExecution().devices.gpuCount(); });
    module.def("gpu_model", [](int ordinal) {
        const DeviceId device = deviceAt(currentExecution(), ordinal);
        for (const device::DeviceInfo& info : currentExecution().platform().devices())
            if (info.id == device)
                return info.model;
        return std::string{};
    });
    module.def("current_gpu", [] { return currentExecution().modes.currentGpu; });
    module.def("set_current_gpu", [](int ordinal) {
        static_cast<void>(deviceAt(currentExecution(), ordinal));
        currentExecution().modes.currentGpu = ordinal;
    });
    module.def("set_np", [](bool isOn) { currentExecution().modes.isNumpyLike = isOn; });
    module.def("is_np", [] { return currentExecution().modes.isNumpyLike; });
    module.def("memory", memory);
    module.def("empty_cache", [](int ordinal) {
        currentExecution().platform().memory().emptyCache(deviceAt(currentExecution(), ordinal));
    });
    module.def("reset_peaks", [](int ordinal) {
        currentExecution().platform().memory().resetPeaks(deviceAt(currentExecution(), ordinal));
    });
    module.def("set_failure", [](const py::object& type) {
        if (currentExecution().options().dialect == Dialect::MXNet) {
            Py_XDECREF(currentNative().failure);
            currentNative().failure = py::object(type).release().ptr();
        }
    });
}

void defineStreams(py::module_& module)
{
    module.def("create_stream", [](int ordinal) {
        return checked(currentExecution().platform().streams().create(deviceAt(currentExecution(), ordinal))).index;
    });
    module.def("current_stream", [](int ordinal) {
        return currentExecution().platform().streams().current(deviceAt(currentExecution(), ordinal)).index;
    });
    module.def("default_stream", [](int ordinal) {
        return currentExecution().devices.defaultStream(deviceAt(currentExecution(), ordinal)).index;
    });
    module.def("set_stream", [](int ordinal, std::uint32_t stream) {
        currentExecution().platform().streams().setCurrent(deviceAt(currentExecution(), ordinal), StreamId{stream});
    });
    module.def("synchronize_stream", [](std::uint32_t stream, const std::string& call) {
        Execution& execution = currentExecution();
        const device::WaitSite site = siteOf(execution, call);
        check(withoutGil([&] { return execution.platform().streams().synchronize(StreamId{stream}, site); }));
    });
    module.def("record_event", [](std::uint32_t stream) {
        currentExecution().noteActivity();
        return checked(currentExecution().platform().streams().record(StreamId{stream})).index;
    });
    module.def("stream_wait", [](std::uint32_t stream, std::uint32_t event) {
        currentExecution().platform().streams().wait(StreamId{stream}, EventId{event});
    });
    module.def("is_event_done", [](std::uint32_t event) {
        static_cast<void>(currentExecution().readClock());  // so that polling costs modelled time
        return currentExecution().platform().streams().isDone(EventId{event});
    });
    module.def("is_stream_done", [](std::uint32_t stream) {
        const EventId last = checked(currentExecution().platform().streams().record(StreamId{stream}));
        static_cast<void>(currentExecution().readClock());
        return currentExecution().platform().streams().isDone(last);
    });
    module.def("synchronize_event", [](std::uint32_t event, const std::string& call) {
        Execution& execution = currentExecution();
        const device::WaitSite site = siteOf(execution, call);
        check(withoutGil([&] { return execution.platform().streams().synchronize(EventId{event}, site); }));
    });
    module.def("elapsed", [](std::uint32_t begin, std::uint32_t end) {
        return toSeconds(checked(currentExecution().platform().streams().elapsed(EventId{begin}, EventId{end})));
    });
}

}  // namespace engine::frontend
