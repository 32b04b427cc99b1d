#pragma once

#include "engine/trace/column.h"
#include "engine/trace/op.h"

#include <array>

namespace engine::trace::detail {

/// The operations of a trace, 48 bytes each. Properties that all operations of a statement share are stored once; times
/// are stored as differences of 38 bits. An operation has a further row of 48 bytes if its times do not fit or if it
/// has a culprit.
/// Threads: as for Column.
class OpColumn {
public:
    [[nodiscard]] std::size_t size() const { return m_packed.size(); }
    [[nodiscard]] Op operator[](std::size_t i) const;

    /// Appends an operation that was issued. Its id is size().
    void push_back(const Op& op);
    /// Stores the members that may still change after the IssueRecord: label, text, lane, state, times, causes,
    /// culprit.
    void update(const Op& op);

    /// A read-only copy of the present operations. Cost: one pointer per chunk.
    [[nodiscard]] OpColumn share();
    [[nodiscard]] std::size_t bytes() const;

private:
    static constexpr std::size_t kChunk = 1024;
    static constexpr std::size_t kTimes = 5;
    using Times = std::array<Nanoseconds, kTimes>;  ///< issueBegin, issued, ready, started, finished

    struct PackedOp {
        std::array<std::uint32_t, kTimes> low{};  ///< low bits of the times; if isFar, low[0] is the row in m_far
        std::uint32_t high = 0;                   ///< the 6 high bits of each of the times
        std::uint32_t statement = 0;
        NameId label;
        NameId text;
        OpId readyOp;
        OpId startOp;
        std::uint32_t lane : 17 = 0;  ///< LaneId + 1
        std::uint32_t state : 3 = 0;
        std::uint32_t readyCause : 4 = 0;
        std::uint32_t startCause : 4 = 0;
        std::uint32_t isFar : 1 = 0;
    };
    static_assert(sizeof(PackedOp) == 48);

    struct Statement {
        NameId name;
        NameId phase;
        NameId layer;
        NameId shape;
        DeviceId device;
        std::int32_t line = 0;
        Kind kind = Kind::Compute;
        HostMemory hostMemory = HostMemory::None;
        std::uint64_t flops = 0;  ///< the bits of the double, so that rows are compared bit by bit
        Bytes bytes;
        Bytes outputBytes;

        bool operator==(const Statement&) const = default;
    };

    /// The values of an operation that do not fit into PackedOp.
    struct FarTimes {
        Times times{};
        OpId culprit;
    };

    [[nodiscard]] std::uint32_t statementOf(const Op& op);
    [[nodiscard]] static bool packTimes(const Times& times, std::uint64_t origin, PackedOp& packed);
    [[nodiscard]] static Times unpackTimes(const PackedOp& packed, std::uint64_t origin);

    Column<PackedOp, kChunk> m_packed;
    Column<std::uint64_t, 64> m_origins;  ///< per chunk: the time in ns from which its packed times count
    Column<Statement, kChunk> m_statements;
    Column<FarTimes, kChunk> m_far;
    std::vector<std::uint32_t> m_recent;  ///< by hash: index of the last statement with this hash; empty in copies
};

}  // namespace engine::trace::detail
