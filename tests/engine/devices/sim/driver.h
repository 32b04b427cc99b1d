#pragma once

#include "engine/device/machine_file.h"
#include "engine/device/platform.h"
#include "engine/devices/sim/open_virtual.h"
#include "engine/ops/operation.h"
#include "engine/trace/sink.h"

#include <QTest>

#include <map>
#include <memory>
#include <string>
#include <vector>

/// Shared by tests of virtual machines: a sink that stores records and a driver with the calls of the book's programs.
namespace simtest {

using namespace engine;

/// Stores the records of the types below, and a line of text for every record.
class Records final : public trace::Sink {
public:
    void write(trace::Record record) override;
    [[nodiscard]] NameId intern(std::string_view text) override;

    std::vector<trace::DeviceRecord> devices;
    std::vector<trace::LaneRecord> lanes;
    std::vector<trace::IssueRecord> issues;
    std::vector<trace::LifeRecord> lives;
    std::vector<trace::DependencyRecord> edges;
    std::vector<trace::WaitRecord> waits;
    std::vector<trace::HostRecord> hosts;
    std::vector<trace::MemoryRecord> memory;
    std::vector<trace::LinkRateRecord> rates;
    std::vector<trace::NoteRecord> notes;
    std::vector<trace::EndRecord> ends;
    std::vector<std::string> names;
    std::string stream;  ///< all records as text, in order

    [[nodiscard]] const trace::LifeRecord& life(OpId op) const;
    [[nodiscard]] const trace::IssueRecord& issue(OpId op) const;
    /// The bytes that the link of this name transferred.
    [[nodiscard]] double transferred(const std::string& link) const;
    [[nodiscard]] trace::LaneRole role(LaneId lane) const { return lanes[lane.index].role; }

private:
    std::map<std::string, NameId, std::less<>> m_ids;
};

[[nodiscard]] device::Machine machine(const std::string& id);

class Driver {
public:
    Driver(const device::Machine& machine, device::PlatformOptions options, device::ValueEngineFactory values = {});

    device::Platform& platform() { return *m_platform; }
    Records records;

    [[nodiscard]] DeviceId gpu(int ordinal) const { return DeviceId{ordinal + 1}; }
    [[nodiscard]] double seconds() { return toSeconds(m_platform->now()); }

    VariableId tensor(DeviceId device, const ops::Shape& shape, std::optional<device::HostMemoryMode> mode = {});
    Result<OpId> apply(ops::Operator op, DeviceId device, std::vector<VariableId> reads, VariableId write,
                       std::vector<ops::Shape> inputs, const ops::Shape& output,
                       device::DispatchClass dispatch = device::DispatchClass::Operator,
                       std::optional<StreamId> stream = {});
    VariableId uniform(DeviceId device, std::int64_t n);
    /// Multiplies x [n, n] by itself; stores an error in `failure`.
    VariableId mm(VariableId x, DeviceId device, std::int64_t n, std::optional<StreamId> stream = {});
    std::vector<VariableId> run(VariableId x, DeviceId device, std::int64_t n, int count);
    VariableId toHost(VariableId x, std::int64_t n, bool isNonBlocking,
                      std::optional<device::HostMemoryMode> mode = {});
    std::vector<VariableId> toHost(const std::vector<VariableId>& xs, std::int64_t n, bool isNonBlocking,
                                   std::optional<device::HostMemoryMode> mode = {});
    void drop(std::vector<VariableId>& variables);
    void drop(VariableId variable) { m_platform->release(variable); }
    void sync(DeviceId device) { QVERIFY(m_platform->synchronize(device, {})); }
    void waitall() { QVERIFY(m_platform->waitAll({})); }

    OpId lastOp;
    std::optional<Error> failure;

private:
    std::unique_ptr<device::Platform> m_platform;
};

}  // namespace simtest
