#include "app/run/record_file.h"

#include "engine/io/atomic_file.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <string>
#include <utility>
#include <variant>

namespace app {

using namespace engine;

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kSafe{1000};
constexpr milliseconds kFirst{50};
constexpr milliseconds kLast{500};

}  // namespace

/// The sink to which the recorder's collector writes while other threads flush the file.
class RecordFile::File final : public trace::Sink {
public:
    File(std::shared_ptr<io::TraceFileWriter> writer, Pace pace)
        : m_writer(std::move(writer)), m_isReady(pace == Pace::Safe), m_awaitsStep(pace == Pace::Followed)
    {
        m_writer->retainPart();
    }

    void write(trace::Record record) override
    {
        const std::lock_guard lock(m_mutex);
        m_isReady |= std::holds_alternative<trace::RankRecord>(record);
        const auto* const step = std::get_if<trace::StepRecord>(&record);
        const bool endsFirstStep = m_awaitsStep && step != nullptr && step->kind == trace::StepKind::Batch;
        m_writer->write(std::move(record));
        if (endsFirstStep && m_isReady) {
            m_awaitsStep = false;
            m_writer->flush();
        }
    }
    [[nodiscard]] NameId intern(std::string_view text) override
    {
        const std::lock_guard lock(m_mutex);
        return m_writer->intern(text);
    }
    void flush()
    {
        const std::lock_guard lock(m_mutex);
        if (m_isReady)
            m_writer->flush();
    }
    [[nodiscard]] Status close()
    {
        const std::lock_guard lock(m_mutex);
        return m_writer->close();
    }

private:
    std::mutex m_mutex;  ///< guards the members
    std::shared_ptr<io::TraceFileWriter> m_writer;
    bool m_isReady;     ///< whether flush() may end the first chunk: the first chunk of a rank must contain the
                        ///< RankRecord, which decides the format
    bool m_awaitsStep;  ///< no batch has ended yet; the end of the first batch is flushed immediately
};

Result<std::unique_ptr<RecordFile>> RecordFile::begin(const std::filesystem::path& path, trace::Recorder& recorder,
                                                      Pace pace)
{
    auto writer = io::TraceFileWriter::create(path);
    if (!writer)
        return std::move(writer).error();
    auto file = std::make_shared<File>(*std::move(writer), pace);
    return std::unique_ptr<RecordFile>(new RecordFile(std::move(file), recorder, pace));
}

RecordFile::RecordFile(std::shared_ptr<File> file, trace::Recorder& recorder, Pace pace)
    : m_file(std::move(file)), m_recorder(recorder)
{
    recorder.tee(m_file);
    m_clock = std::jthread([this, pace](const std::stop_token& token) {
        pthread_setname_np(pthread_self(), "record file");
        std::mutex mutex;  // required by `wake`; guards nothing
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        milliseconds pause = pace == Pace::Followed ? kFirst : kSafe;
        while (!wake.wait_for(lock, token, pause, [&token] { return token.stop_requested(); })) {
            flush();
            if (pace == Pace::Followed)
                pause = std::min(pause * 5 / 4, kLast);
        }
    });
}

void RecordFile::flush()
{
    // A snapshot makes the collector process pending records. Without it, few are processed before the end of the run.
    static_cast<void>(m_recorder.snapshot());
    m_file->flush();
}

void RecordFile::end()
{
    if (!m_clock.joinable())
        return;
    m_clock.request_stop();
    m_clock.join();
    static_cast<void>(m_recorder.snapshot());
    m_recorder.tee(nullptr);
}

Status RecordFile::keep()
{
    return m_file->close();
}

RecordFile::~RecordFile()
{
    end();
}

Status checkWritable(const std::string& name)
{
    std::error_code trouble;
    const auto status = std::filesystem::status(name, trouble);
    const bool isPipe = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
                        !std::filesystem::is_directory(status);
    if (name.empty() || name == "-" || isPipe)
        return {};
    auto file = io::AtomicFile::create(name);
    return file ? Status{} : Status(std::move(file).error());
}

}  // namespace app
