#pragma once

#include "engine/base/result.h"
#include "engine/io/trace_file.h"
#include "engine/trace/recorder.h"

#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>

namespace app {

/// Saves the records of a run in case the process does not end normally: writes them every second to
/// "NAME.XXXXXX.partial", which can be opened as a trace. The destructor removes the file.
class RecordFile {
public:
    /// Call before the run. `recorder` must outlive this. Errors: InputOutput if `path` cannot be written.
    [[nodiscard]] static engine::Result<std::unique_ptr<RecordFile>> begin(const std::filesystem::path& path,
                                                                           engine::trace::Recorder& recorder);
    /// Destroy it only when no thread writes to the recorder.
    ~RecordFile();
    RecordFile(const RecordFile&) = delete;
    RecordFile& operator=(const RecordFile&) = delete;

private:
    class File;
    RecordFile(std::shared_ptr<File> file, engine::trace::Recorder& recorder);

    std::shared_ptr<File> m_file;
    engine::trace::Recorder& m_recorder;
    std::jthread m_clock;
};

/// Checks that an output can be written before a long run. Leaves no file. Skips an empty name, "-" and files that are
/// not regular. Errors: InputOutput.
[[nodiscard]] engine::Status checkWritable(const std::string& name);

}  // namespace app
