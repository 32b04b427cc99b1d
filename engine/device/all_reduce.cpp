#include "engine/device/all_reduce.h"

#include "engine/base/expect.h"
#include "engine/messages/messages.h"
#include "engine/ops/operation.h"

#include <algorithm>
#include <array>
#include <vector>

namespace engine::device {

namespace {

using ops::Operation;
using ops::Operator;
using ops::Shape;

/// Issues the copies and additions. The destructor releases the temporary tensors; their memory is freed when the
/// operations that use it are done.
class Steps {
public:
    Steps(Platform& platform, const AllReduce& what, const std::function<NameId(std::string_view)>& intern)
        : m_platform(platform), m_what(what), m_intern(intern), m_last(what.replicas.size())
    {
    }
    ~Steps()
    {
        for (const VariableId variable : m_made)
            m_platform.release(variable);
    }
    Steps(const Steps&) = delete;
    Steps& operator=(const Steps&) = delete;

    Result<std::vector<OpId>> naive()
    {
        const VariableId total = replica(0).variable;
        for (std::size_t g = 1; g < count(); ++g) {
            const VariableId here = copyTo(0, replica(g).variable, m_what.shape);
            add(0, total, here, m_what.shape);
        }
        for (std::size_t g = 1; g < count(); ++g)
            copy(g, total, replica(g).variable, m_what.shape);
        return result();
    }

    /// Sums each part p along the ring until it is complete on device p - 1, copies it around the ring, and
    /// concatenates the parts on each device.
    Result<std::vector<OpId>> ring(std::size_t axis)
    {
        const std::size_t n = count();
        ENGINE_EXPECT(axis < m_what.shape.rank() && m_what.shape[axis] >= static_cast<std::int64_t>(n));
        cut(axis);
        for (std::size_t step = 0; step + 1 < n; ++step)
            for (std::size_t g = 0; g < n; ++g) {
                const std::size_t part = (g + n - step) % n;
                const std::size_t there = (g + 1) % n;
                add(there, m_parts[there][part], copyTo(there, m_parts[g][part], m_shapes[part]), m_shapes[part]);
            }
        for (std::size_t step = 0; step + 1 < n; ++step)
            for (std::size_t g = 0; g < n; ++g) {
                const std::size_t part = (g + 1 + n - step) % n;
                const std::size_t there = (g + 1) % n;
                copy(there, m_parts[g][part], m_parts[there][part], m_shapes[part]);
            }
        for (std::size_t g = 0; g < n; ++g) {
            Operation join;
            join.op = Operator::Concat;
            join.inputs = m_shapes;
            join.output = m_what.shape;
            join.axes = static_cast<std::uint8_t>(1U << axis);
            push(g, std::move(join), m_parts[g], replica(g).variable, "concat");
        }
        return result();
    }

private:
    [[nodiscard]] std::size_t count() const { return m_what.replicas.size(); }
    [[nodiscard]] const Replica& replica(std::size_t g) const { return m_what.replicas[g]; }

    [[nodiscard]] Result<std::vector<OpId>> result() const
    {
        if (!m_status)
            return m_status.error();
        return m_last;
    }

    /// Splits each replica into as many parts as there are devices; the parts' sizes differ by at most one row.
    void cut(std::size_t axis)
    {
        const auto n = static_cast<std::int64_t>(count());
        const std::int64_t rows = m_what.shape.extents()[axis];
        std::vector<std::int64_t> begins;
        for (std::int64_t part = 0; part < n; ++part) {
            const std::int64_t begin = rows * part / n;
            std::vector<std::int64_t> extents(m_what.shape.extents().begin(), m_what.shape.extents().end());
            extents[axis] = rows * (part + 1) / n - begin;
            begins.push_back(begin);
            m_shapes.emplace_back(std::span<const std::int64_t>(extents));
        }
        m_parts.resize(count());
        for (std::size_t g = 0; g < count(); ++g)
            for (std::size_t part = 0; part < count(); ++part) {
                Operation slice;
                slice.op = Operator::Slice;
                slice.inputs = {m_what.shape};
                slice.output = m_shapes[part];
                slice.offsets[axis] = begins[part];
                m_parts[g].push_back(make(g, m_shapes[part]));
                push(g, std::move(slice), {replica(g).variable}, m_parts[g].back(), "slice");
            }
    }

    VariableId make(std::size_t g, const Shape& shape)
    {
        if (!m_status)
            return {};
        const Result<VariableId> created = m_platform.create({replica(g).device, shape, ops::DataType::Float32, {}});
        if (!created) {
            m_status = created.error();
            return {};
        }
        m_made.push_back(*created);
        return *created;
    }

    VariableId copyTo(std::size_t g, VariableId from, const Shape& shape)
    {
        const VariableId to = make(g, shape);
        copy(g, from, to, shape);
        return to;
    }

    void copy(std::size_t g, VariableId from, VariableId to, const Shape& shape)
    {
        Operation operation;
        operation.op = Operator::Copy;
        operation.inputs = {shape};
        operation.output = shape;
        push(g, std::move(operation), {from}, to, "copyto");
    }

    void add(std::size_t g, VariableId sum, VariableId more, const Shape& shape)
    {
        Operation operation;
        operation.op = Operator::Add;
        operation.inputs = {shape, shape};
        operation.output = shape;
        push(g, std::move(operation), {sum, more}, sum, "all-reduce");
    }

    void push(std::size_t g, Operation operation, const std::vector<VariableId>& reads, VariableId write,
              const char* name)
    {
        if (!m_status)
            return;
        OpRequest request;
        request.operation = std::move(operation);
        request.reads = reads;
        request.writes = std::span(&write, 1);
        request.device = replica(g).device;
        request.dispatch = DispatchClass::Free;
        request.name = m_intern(name);
        request.phase = m_what.phase;
        request.line = m_what.line;
        request.priority = m_what.priority;
        request.isNonBlocking = true;
        const Result<OpId> op = m_platform.push(request);
        if (!op)
            m_status = op.error();
        else if (write == replica(g).variable)
            m_last[g] = *op;
    }

    Platform& m_platform;
    const AllReduce& m_what;
    const std::function<NameId(std::string_view)>& m_intern;
    std::vector<OpId> m_last;
    std::vector<VariableId> m_made;
    std::vector<Shape> m_shapes;                   ///< shapes of the parts
    std::vector<std::vector<VariableId>> m_parts;  ///< by device, then by part
    Status m_status;
};

Result<std::vector<OpId>> byLibrary(Platform& platform, const AllReduce& what,
                                    const std::function<NameId(std::string_view)>& intern)
{
    Collectives* collectives = platform.collectives();
    if (collectives == nullptr || collectives->library().empty())
        return makeError(ErrorCode::Unsupported, message("run.no-nccl"));
    const Result<OpId> op = collectives->allReduce(what, intern("all-reduce by " + collectives->library()));
    if (!op)
        return op.error();
    return std::vector<OpId>(what.replicas.size(), *op);
}

}  // namespace

Result<std::vector<OpId>> allReduce(Platform& platform, const AllReduce& what,
                                    const std::function<NameId(std::string_view)>& intern)
{
    if (what.replicas.empty())
        return untranslatedError(ErrorCode::InvalidArgument, "All-reduce needs at least one tensor.");
    if (what.replicas.size() == 1)
        return std::vector<OpId>(1);
    ENGINE_EXPECT(intern != nullptr);
    if (what.algorithm == AllReduceAlgorithm::Library)
        return byLibrary(platform, what, intern);
    Steps steps(platform, what, intern);
    const auto extents = what.shape.extents();
    const auto longest = std::ranges::max_element(extents);
    const bool canBeCut = longest != extents.end() && *longest >= static_cast<std::int64_t>(what.replicas.size());
    if (what.algorithm == AllReduceAlgorithm::Naive || !canBeCut)
        return steps.naive();
    return steps.ring(static_cast<std::size_t>(longest - extents.begin()));
}

}  // namespace engine::device
