#pragma once

#include "tests/engine/trace/sample_traces.h"
#include "tests/ui/timeline/timeline_stage.h"

#include <QTest>

namespace tests {

/// A timeline with its models, which shows a sample run.
struct SampleStage : TimelineStage {
    explicit SampleStage(Sample sample, const QSize& size = {772, 782}) : TimelineStage(sampleTrace(sample), size) {}
    void key(int code, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(&view, static_cast<Qt::Key>(code), modifiers);
        settle();
    }
    [[nodiscard]] engine::OpId labelled(const char* label, const char* device) const
    {
        const auto& trace = *feed.trace();
        for (std::size_t i = trace.opCount(); i-- > 0;) {
            const auto& op = trace.op(engine::OpId{i});
            if (trace.text(op.label) == label && trace.devices()[op.device.index].name == device)
                return op.id;
        }
        return {};
    }
};

}  // namespace tests
