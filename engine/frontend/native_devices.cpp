#include "engine/frontend/detail/native_calls.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace engine::frontend {

namespace {

py::dict memory(int ordinal)
{
    Execution& it = run();
    const device::MemoryLevels levels = it.platform().memory().levels(deviceAt(it, ordinal));
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
    module.def("dialect", [] { return dialectName(run().options().dialect); });
    module.def("gpu_count", [] { return run().devices.gpuCount(); });
    module.def("gpu_model", [](int ordinal) {
        const DeviceId device = deviceAt(run(), ordinal);
        for (const device::DeviceInfo& info : run().platform().devices())
            if (info.id == device)
                return info.model;
        return std::string{};
    });
    module.def("current_gpu", [] { return run().modes.currentGpu; });
    module.def("set_current_gpu", [](int ordinal) {
        static_cast<void>(deviceAt(run(), ordinal));
        run().modes.currentGpu = ordinal;
    });
    module.def("set_np", [](bool isOn) { run().modes.isNumpyLike = isOn; });
    module.def("is_np", [] { return run().modes.isNumpyLike; });
    module.def("memory", memory);
    module.def("empty_cache", [](int ordinal) { run().platform().memory().emptyCache(deviceAt(run(), ordinal)); });
    module.def("reset_peaks", [](int ordinal) { run().platform().memory().resetPeaks(deviceAt(run(), ordinal)); });
    module.def("set_failure", [](const py::object& type) {
        if (run().options().dialect == Dialect::MXNet) {
            Py_XDECREF(currentNative().failure);
            currentNative().failure = py::object(type).release().ptr();
        }
    });
}

void defineStreams(py::module_& module)
{
    module.def("create_stream",
               [](int ordinal) { return checked(run().platform().streams().create(deviceAt(run(), ordinal))).index; });
    module.def("current_stream",
               [](int ordinal) { return run().platform().streams().current(deviceAt(run(), ordinal)).index; });
    module.def("default_stream",
               [](int ordinal) { return run().devices.defaultStream(deviceAt(run(), ordinal)).index; });
    module.def("set_stream", [](int ordinal, std::uint32_t stream) {
        run().platform().streams().setCurrent(deviceAt(run(), ordinal), StreamId{stream});
    });
    module.def("synchronize_stream", [](std::uint32_t stream, const std::string& call) {
        Execution& it = run();
        const device::WaitSite site = siteOf(it, call);
        check(withoutGil([&] { return it.platform().streams().synchronize(StreamId{stream}, site); }));
    });
    module.def("record_event", [](std::uint32_t stream) {
        run().noteActivity();
        return checked(run().platform().streams().record(StreamId{stream})).index;
    });
    module.def("stream_wait", [](std::uint32_t stream, std::uint32_t event) {
        run().platform().streams().wait(StreamId{stream}, EventId{event});
    });
    module.def("is_event_done", [](std::uint32_t event) {
        static_cast<void>(run().readClock());  // so that polling costs modelled time
        return run().platform().streams().isDone(EventId{event});
    });
    module.def("is_stream_done", [](std::uint32_t stream) {
        const EventId last = checked(run().platform().streams().record(StreamId{stream}));
        static_cast<void>(run().readClock());
        return run().platform().streams().isDone(last);
    });
    module.def("synchronize_event", [](std::uint32_t event, const std::string& call) {
        Execution& it = run();
        const device::WaitSite site = siteOf(it, call);
        check(withoutGil([&] { return it.platform().streams().synchronize(EventId{event}, site); }));
    });
    module.def("elapsed", [](std::uint32_t begin, std::uint32_t end) {
        return toSeconds(checked(run().platform().streams().elapsed(EventId{begin}, EventId{end})));
    });
}

}  // namespace engine::frontend
