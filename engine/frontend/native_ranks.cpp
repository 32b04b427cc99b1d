#include "engine/device/ranks.h"
#include "engine/frontend/detail/native_calls.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <map>

namespace py = pybind11;

/// Communication with the other ranks of the program run.
namespace engine::frontend {

namespace {

using trace::CollectiveKind;
using trace::ReduceOp;

device::Ranks& ranks()
{
    device::Ranks* const all = currentExecution().platform().ranks();
    if (all == nullptr)
        throw std::runtime_error("this run has one rank; start it with --ranks");
    return *all;
}

CollectiveKind collectiveKindOf(const std::string& name)
{
    static const std::map<std::string, CollectiveKind> kKinds{
        {"all_reduce", CollectiveKind::AllReduce},
        {"reduce", CollectiveKind::Reduce},
        {"broadcast", CollectiveKind::Broadcast},
        {"all_gather", CollectiveKind::AllGather},
        {"reduce_scatter", CollectiveKind::ReduceScatter},
        {"barrier", CollectiveKind::Barrier},
        {"send", CollectiveKind::Send},
        {"recv", CollectiveKind::Receive},
    };
    return kKinds.at(name);
}

ReduceOp reduceOpOf(const std::string& name)
{
    static const std::map<std::string, ReduceOp> kOps{
        {"", ReduceOp::None},       {"sum", ReduceOp::Sum},     {"product", ReduceOp::Product},
        {"min", ReduceOp::Minimum}, {"max", ReduceOp::Maximum}, {"avg", ReduceOp::Average},
    };
    return kOps.at(name);
}

std::vector<TensorObject*> contentsOf(const std::vector<py::object>& objects)
{
    std::vector<TensorObject*> tensors;
    for (const py::object& object : objects)
        tensors.push_back(&tensorOf(object));
    return tensors;
}

std::vector<VariableId> variablesOf(const std::vector<TensorObject*>& tensors)
{
    std::vector<VariableId> variables;
    for (const TensorObject* tensor : tensors)
        variables.push_back(tensor->variable);
    return variables;
}

void checkOneDevice(const std::vector<TensorObject*>& tensors, const std::string& name)
{
    for (const TensorObject* tensor : tensors)
        if (tensor->device != tensors.front()->device)
            throw py::value_error(name + "(): its tensors are on several devices; copy them to one");
}

/// Issues a collective. `reads`: tensors that this rank sends; `writes`: tensors that it receives; `batch`: number of a
/// batch of transfers, and number of concurrent transfers in this batch. Returns the number of the operation, and a
/// tensor that the operation writes, so that the program can wait for the operation by a wait for this tensor.
py::tuple collective(const std::string& name, std::uint32_t group, const std::string& op, int root,
                     const std::vector<py::object>& reads, std::vector<py::object> writes,
                     const std::pair<std::uint32_t, int>& batch)
{
    Execution& execution = currentExecution();
    device::Ranks& all = ranks();
    const std::vector<TensorObject*> inputs = contentsOf(reads);
    if (writes.empty() && !inputs.empty())  // adds an empty tensor to wait for, which adds no bytes to the collective
        writes.push_back(owned(newTensor(currentNative(), Py_TYPE(reads.front().ptr()),
                                         {inputs.front()->device, ops::Shape({0}), inputs.front()->type, {}})));
    const std::vector<TensorObject*> outputs = contentsOf(writes);
    std::vector<TensorObject*> used = outputs;
    used.insert(used.end(), inputs.begin(), inputs.end());
    if (used.empty())
        throw py::value_error(name + "() was given no tensor");
    checkOneDevice(used, name);
    if (!outputs.empty() && !checkWritable(currentNative(), outputs))
        throw py::error_already_set();
    if (!beforeUse(currentNative()))
        throw py::error_already_set();
    execution.noteActivity();
    const std::vector<VariableId> readVariables = variablesOf(inputs);
    const std::vector<VariableId> writeVariables = variablesOf(outputs);
    device::CollectiveRequest request;
    request.kind = collectiveKindOf(name);
    request.op = reduceOpOf(op);
    request.group = GroupId{group};
    request.root = root;
    request.type = used.front()->type;
    request.reads = readVariables;
    request.writes = writeVariables;
    request.device = used.front()->device;
    request.name = execution.sink().intern(name);
    request.label = used.front()->label;
    request.text = execution.texts().intern(name + "(" + expressionText(execution, *used.front()) + ")");
    request.phase = execution.phases.current();
    request.line = execution.statements().line();
    request.batch = {batch.first, batch.second};
    const OpId issued = checked(withoutGil([&] { return all.collective(request); }));
    for (TensorObject* output : outputs) {
        noteWrite(*output, issued);
        TensorObject& root_ = rootOf(*output);
        if (root_.isLinked && !currentNative().views.written(currentNative(), root_))
            throw py::error_already_set();
    }
    if (!afterUse(currentNative()))
        throw py::error_already_set();
    return py::make_tuple(issued.index, writes.front());
}

/// The gradients of a neural net's parameters, for DistributedDataParallel.
class Buckets {
public:
    Buckets(std::uint32_t group, std::int64_t first, std::int64_t cap, bool isOverlapped, bool findsUnused)
        : m_buckets(std::make_shared<GradientBuckets>(
              currentExecution(),
              GradientBuckets::Options{GroupId{group}, Bytes{first}, Bytes{cap}, isOverlapped, findsUnused}))
    {
        currentExecution().buckets.push_back(m_buckets);
    }

    void begin(const std::vector<py::object>& parameters, bool isSyncing)
    {
        std::vector<GradientBuckets::Parameter> all;
        for (const py::object& object : parameters) {
            const TensorObject& tensor = tensorOf(object);
            all.push_back({tensor.entry, tensor.shape.bytes(tensor.type)});
        }
        check(m_buckets->begin(std::move(all), isSyncing));
    }

private:
    std::shared_ptr<GradientBuckets> m_buckets;
};

}  // namespace

void defineRanks(py::module_& module)
{
    module.def("rank_place", [] {
        const device::Ranks* const all = currentExecution().platform().ranks();
        const device::RankPlace place = all == nullptr ? device::RankPlace{} : all->place();
        return std::array{place.rank, place.count, place.localRank, place.localCount};
    });
    module.def("create_group",
               [](const std::vector<int>& members) { return checked(ranks().createGroup(members)).index; });
    module.def("group_ranks", [](std::uint32_t group) { return ranks().ranksOf(GroupId{group}); });
    module.def("collective", collective, py::arg("name"), py::arg("group"), py::arg("op"), py::arg("root"),
               py::arg("reads"), py::arg("writes"), py::arg("batch") = std::pair(0U, 1));
    module.def("set_timeout", [](double seconds) { ranks().setTimeout(fromSeconds(seconds)); });
    module.def("set_library", [](bool isWanted) { ranks().setLibrary(isWanted); });
    module.def("is_collective_done", [](std::uint32_t op) {
        static_cast<void>(currentExecution().readClock());  // so that polling costs modelled time
        return ranks().isComplete(OpId{op});
    });
    module.def("stream_wait_collective",
               [](std::uint32_t stream, std::uint32_t op) { ranks().streamWait(StreamId{stream}, OpId{op}); });
    py::class_<Buckets>(module, "GradientBuckets")
        .def(py::init<std::uint32_t, std::int64_t, std::int64_t, bool, bool>(), py::arg("group"), py::arg("first"),
             py::arg("cap"), py::arg("is_overlapped"), py::arg("finds_unused"))
        .def("begin", &Buckets::begin);
}

}  // namespace engine::frontend
