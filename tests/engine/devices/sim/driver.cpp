#include "tests/engine/devices/sim/driver.h"
#include "tests/source_dir.h"

#include <sstream>

namespace simtest {

namespace {

// Prints one line per record with its main fields, so that the records of two runs can be compared as text.
struct Print {
    std::ostream& out;

    void operator()(const trace::RunRecord&) const { out << "run\n"; }
    void operator()(const trace::NameRecord& r) const { out << "name " << r.id.index << r.text << '\n'; }
    void operator()(const trace::DeviceRecord& r) const
    {
        out << "device " << r.id.index << r.name << r.model << ' ' << r.capacity.value << '\n';
    }
    void operator()(const trace::LaneRecord& r) const
    {
        out << "lane " << r.id.index << ' ' << r.device.index << ' ' << static_cast<int>(r.role) << ' ' << r.index
            << r.name << '\n';
    }
    void operator()(const trace::IssueRecord& r) const
    {
        out << "issue " << r.op.index << ' ' << r.begin.count() << ' ' << r.end.count() << ' ' << r.device.index << ' '
            << static_cast<int>(r.kind) << ' ' << static_cast<int>(r.hostMemory) << ' ' << r.flops << ' '
            << r.bytes.value << '\n';
    }
    void operator()(const trace::LabelRecord& r) const { out << "label " << r.op.index << '\n'; }
    void operator()(const trace::StartRecord& r) const { out << "start " << r.op.index << '\n'; }
    void operator()(const trace::LifeRecord& r) const
    {
        out << "life " << r.op.index << ' ' << r.lane.index << ' ' << r.ready.count() << ' ' << r.started.count() << ' '
            << r.finished.count() << ' ' << static_cast<int>(r.state) << ' ' << static_cast<int>(r.readyCause.kind)
            << ' ' << r.readyCause.op.index << ' ' << static_cast<int>(r.startCause.kind) << ' '
            << r.startCause.op.index << ' ' << r.culprit.index << '\n';
    }
    void operator()(const trace::DependencyRecord& r) const
    {
        out << "edge " << r.from.index << ' ' << r.to.index << ' ' << static_cast<int>(r.kind) << '\n';
    }
    void operator()(const trace::WaitRecord& r) const
    {
        out << "wait " << r.begin.count() << ' ' << r.end.count() << ' ' << static_cast<int>(r.target) << ' '
            << r.device.index << ' ' << r.op.index << ' ' << r.releasedBy.index << '\n';
    }
    void operator()(const trace::HostRecord& r) const
    {
        out << "host " << r.begin.count() << ' ' << r.end.count() << ' ' << r.name.index << ' ' << r.op.index << ' '
            << r.lane.index << '\n';
    }
    void operator()(const trace::MemoryRecord& r) const
    {
        out << "memory " << r.time.count() << ' ' << r.device.index << ' ' << static_cast<int>(r.act) << ' '
            << r.bytes.value << ' ' << r.allocated.value << ' ' << r.held.value << ' ' << r.reserved.value << ' '
            << r.variable.index << ' ' << r.op.index << '\n';
    }
    void operator()(const trace::LinkRateRecord& r) const
    {
        out << "rate " << r.time.count() << ' ' << r.lane.index << ' ' << r.rate << '\n';
    }
    void operator()(const trace::NoteRecord& r) const { out << "note " << r.text.english() << '\n'; }
    void operator()(const trace::EndRecord& r) const { out << "end " << r.time.count() << r.isComplete << '\n'; }
    template <typename Other>
    void operator()(const Other&) const
    {
        out << "other\n";
    }
};

struct Keep {
    Records& to;

    void operator()(trace::DeviceRecord& r) const { to.devices.push_back(r); }
    void operator()(trace::LaneRecord& r) const { to.lanes.push_back(r); }
    void operator()(trace::IssueRecord& r) const { to.issues.push_back(r); }
    void operator()(trace::LifeRecord& r) const { to.lives.push_back(r); }
    void operator()(trace::DependencyRecord& r) const { to.edges.push_back(r); }
    void operator()(trace::WaitRecord& r) const { to.waits.push_back(r); }
    void operator()(trace::HostRecord& r) const { to.hosts.push_back(r); }
    void operator()(trace::MemoryRecord& r) const { to.memory.push_back(r); }
    void operator()(trace::LinkRateRecord& r) const { to.rates.push_back(r); }
    void operator()(trace::NoteRecord& r) const { to.notes.push_back(r); }
    void operator()(trace::EndRecord& r) const { to.ends.push_back(r); }
    template <typename Other>
    void operator()(Other&) const
    {
    }
};

}  // namespace

void Records::write(trace::Record record)
{
    std::ostringstream text;
    std::visit(Print{text}, record);
    stream += text.str();
    std::visit(Keep{*this}, record);
}

NameId Records::intern(std::string_view text)
{
    const auto found = m_ids.find(text);
    if (found != m_ids.end())
        return found->second;
    const NameId id{names.size()};
    names.emplace_back(text);
    m_ids.emplace(text, id);
    return id;
}

double Records::transferred(const std::string& link) const
{
    double bytes = 0, rate = 0;
    Nanoseconds since{};
    for (const trace::LinkRateRecord& record : rates)
        if (lanes[record.lane.index].name == link) {
            bytes += rate * toSeconds(record.time - since);
            rate = record.rate;
            since = record.time;
        }
    return bytes;
}

const trace::LifeRecord& Records::life(OpId op) const
{
    for (const trace::LifeRecord& record : lives)
        if (record.op == op)
            return record;
    static const trace::LifeRecord kMissing;
    return kMissing;
}

const trace::IssueRecord& Records::issue(OpId op) const
{
    return issues[op.index];
}

device::Machine machine(const std::string& id)
{
    const auto read = device::readMachine(tests::inSource("resources/machines/") + id + ".json");
    if (!read)
        qFatal("%s", read.error().english().c_str());
    return *read;
}

Driver::Driver(const device::Machine& machine, device::PlatformOptions options, device::ValueEngineFactory values)
{
    auto opened = devices::sim::openVirtual(machine, options, records, values);
    if (!opened)
        qFatal("%s", opened.error().english().c_str());
    m_platform = *std::move(opened);
}

VariableId Driver::tensor(DeviceId device, const ops::Shape& shape, std::optional<device::HostMemoryMode> mode)
{
    device::VariableRequest request;
    request.device = device;
    request.shape = shape;
    request.hostMemory = mode;
    auto made = m_platform->create(request);
    if (!made)
        qFatal("%s", made.error().english().c_str());
    return *made;
}

Result<OpId> Driver::apply(ops::Operator op, DeviceId device, std::vector<VariableId> reads, VariableId write,
                           std::vector<ops::Shape> inputs, const ops::Shape& output, device::DispatchClass dispatch,
                           std::optional<StreamId> stream)
{
    device::OpRequest request;
    request.operation.op = op;
    request.operation.inputs = std::move(inputs);
    request.operation.output = output;
    request.operation.scalars[1] = 1;
    const std::array<VariableId, 1> writes{write};
    request.reads = reads;
    request.writes = writes;
    request.device = device;
    request.dispatch = dispatch;
    request.stream = stream;
    Result<OpId> pushed = m_platform->push(request);
    if (pushed)
        lastOp = *pushed;
    else
        failure = pushed.error();
    return pushed;
}

VariableId Driver::uniform(DeviceId device, std::int64_t n)
{
    const VariableId x = tensor(device, {n, n});
    static_cast<void>(apply(ops::Operator::RandomUniform, device, {}, x, {}, {n, n}));
    return x;
}

VariableId Driver::mm(VariableId x, DeviceId device, std::int64_t n, std::optional<StreamId> stream)
{
    const VariableId y = tensor(device, {n, n});
    static_cast<void>(apply(ops::Operator::MatMul, device, {x, x}, y, {{n, n}, {n, n}}, {n, n},
                            device::DispatchClass::Operator, stream));
    return y;
}

std::vector<VariableId> Driver::run(VariableId x, DeviceId device, std::int64_t n, int count)
{
    std::vector<VariableId> results;
    for (int i = 0; i < count && !failure; ++i)
        results.push_back(mm(x, device, n));
    return results;
}

VariableId Driver::toHost(VariableId x, std::int64_t n, bool isNonBlocking, std::optional<device::HostMemoryMode> mode)
{
    const VariableId y = tensor(DeviceId{0}, {n, n}, mode);
    const std::array<VariableId, 1> reads{x};
    const std::array<VariableId, 1> writes{y};
    device::OpRequest request;
    request.operation.op = ops::Operator::Copy;
    request.operation.inputs = {{n, n}};
    request.operation.output = {n, n};
    request.reads = reads;
    request.writes = writes;
    request.device = DeviceId{0};
    request.isNonBlocking = isNonBlocking;
    const Result<OpId> pushed = m_platform->push(request);
    if (pushed)
        lastOp = *pushed;
    else
        failure = pushed.error();
    return y;
}

std::vector<VariableId> Driver::toHost(const std::vector<VariableId>& xs, std::int64_t n, bool isNonBlocking,
                                       std::optional<device::HostMemoryMode> mode)
{
    std::vector<VariableId> results;
    for (VariableId x : xs)
        results.push_back(toHost(x, n, isNonBlocking, mode));
    return results;
}

void Driver::drop(std::vector<VariableId>& variables)
{
    for (VariableId variable : variables)
        m_platform->release(variable);
    variables.clear();
}

}  // namespace simtest
