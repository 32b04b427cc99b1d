#pragma once

#include "engine/base/result.h"
#include "engine/io/trace_file.h"
#include "engine/trace/recorder.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>

namespace app {

/// Saves the records of a run during the run, in "NAME.XXXXXX.partial", which can be opened as a trace. The destructor
/// removes the file, unless keep() was called.
class RecordFile {
public:
    /// When records are flushed to the file. Safe: every second, in case the process does not end normally. OfRank:
    /// like Safe, but not before the RankRecord was written. Followed, for a rank whose run another process shows: like
    /// OfRank, but at the end of the first batch, and after intervals that grow from 50 ms to half a second.
    enum class Pace : std::uint8_t { Safe, OfRank, Followed };

    /// Call it before the run. `recorder` must outlive the returned object. Errors: InputOutput if `path` cannot be
    /// written.
    [[nodiscard]] static engine::Result<std::unique_ptr<RecordFile>> begin(const std::filesystem::path& path,
                                                                           engine::trace::Recorder& recorder,
                                                                           Pace pace = Pace::Safe);
    /// Writes all records so far.
    void flush();
    /// Ends the recording. Call it only when no thread writes to the recorder.
    void end();
    /// Call it after end(), if the run could not be saved otherwise: renames the file to its final name. Errors: some
    /// records could not be written; the file contains the records before these.
    [[nodiscard]] engine::Status keep();
    /// Destroy it only when no thread writes to the recorder.
    ~RecordFile();
    RecordFile(const RecordFile&) = delete;
    RecordFile& operator=(const RecordFile&) = delete;

private:
    class File;
    RecordFile(std::shared_ptr<File> file, engine::trace::Recorder& recorder, Pace pace);

    std::shared_ptr<File> m_file;
    engine::trace::Recorder& m_recorder;
    std::jthread m_clock;
};

/// Checks before a long run that an output can be written; leaves no file. Skips an empty name, "-", pipes and devices.
/// Errors: InputOutput.
[[nodiscard]] engine::Status checkWritable(const std::string& name);

}  // namespace app
