#pragma once

#include "engine/trace/detail/store_draft.h"
#include "engine/trace/detail/store_operations.h"

#include <variant>

namespace engine::trace {

/// The state after the records applied so far. Applies the records about the run itself; `operations` applies the
/// records about operations.
struct Store::State {
    explicit State(Detail detail) : operations(draft, detail) {}

    Draft draft;
    Operations operations;
    TracePtr last;

    void on(const RunRecord& record);
    void on(const NameRecord& record);
    void on(const DeviceRecord& record);
    void on(const LaneRecord& record);
    void on(const WaitRecord& record);
    void on(const HostRecord& record);
    void on(const LineRecord& record);
    void on(const BlockRecord& record);
    void on(const StepRecord& record);
    void on(const MemoryRecord& record);
    void on(const LinkRateRecord& record);
    void on(const MetricRecord& record);
    void on(const OutputRecord& record);
    void on(const NoteRecord& record);
    void on(const ErrorRecord& record);
    void on(const EndRecord& record);
    void on(const RankRecord& record);
    void on(const GroupRecord& record);
    void on(const ClockRecord& record);

    void visit(const Record& record)
    {
        std::visit(
            [this](const auto& r) {
                if constexpr (requires { operations.on(r); })
                    operations.on(r);
                else
                    on(r);
            },
            record);
    }
};

}  // namespace engine::trace
