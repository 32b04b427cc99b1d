#pragma once

#include "engine/base/result.h"
#include "engine/io/trace_file.h"
#include "engine/trace/recorder.h"

#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>

namespace app {

/// What a run has recorded so far, beside the trace that it will end as, in case that end does not come: every second
/// it reaches the disk in "NAME.XXXXXX.partial", which opens as a trace. The file goes with this object.
class KeptRecords {
public:
    /// Before the run. `recorder` outlives it. Errors: InputOutput, of a `path` that cannot be written.
    [[nodiscard]] static engine::Result<std::unique_ptr<KeptRecords>> begin(const std::filesystem::path& path,
                                                                            engine::trace::Recorder& recorder);
    /// While nobody writes to the recorder.
    ~KeptRecords();
    KeptRecords(const KeptRecords&) = delete;
    KeptRecords& operator=(const KeptRecords&) = delete;

private:
    class File;
    KeptRecords(std::shared_ptr<File> file, engine::trace::Recorder& recorder);

    std::shared_ptr<File> m_file;
    engine::trace::Recorder& m_recorder;
    std::jthread m_clock;
};

/// Whether an output can be written, found out before a run that may take long. Nothing is left behind; an empty name,
/// "-" and what is no regular file are not tried. Errors: InputOutput.
[[nodiscard]] engine::Status checkWritable(const std::string& name);

}  // namespace app
