#include "engine/io/detail/chrome_events.h"

#include "engine/io/detail/base64.h"
#include "engine/io/detail/chrome_names.h"
#include "engine/io/detail/event_collector.h"
#include "engine/io/detail/json_reader.h"
#include "engine/io/detail/limits.h"
#include "engine/io/trace_file.h"
#include "engine/messages/messages.h"

#include <algorithm>

namespace engine::io::detail {

namespace {

constexpr std::size_t kMaxAbout = 100;  ///< largest number of entries of "otherData"

/// Reads the outer structure of the file: the list of events, and the members that describe the program run.
class TraceReader {
public:
    explicit TraceReader(ByteStream& bytes) : m_json(bytes) { m_events.details.push_back({}); }

    Result<ImportedEvents> read()
    {
        if (m_json.peek() == '[')
            readEvents();
        else if (m_json.beginObject())
            while (m_json.nextMember(m_key))
                readMember();
        m_collector.closeOpenSlices();
        if (Status status = check(); !status)
            return std::move(status).error();
        if (m_json.failed() && !m_json.ranOut())
            m_events.note = message("trace.note.invalid-json", m_json.position());
        else if (m_json.failed() && m_isInEvent)
            m_events.note = message("trace.note.event-cut");
        if (m_records.empty())
            return std::move(m_events);
        ImportedEvents restored;
        restored.records = std::move(m_records);
        restored.note = std::move(m_events.note);
        return restored;
    }

private:
    /// Returns an error if nothing could be read; it is no error if a part of the file could be read.
    [[nodiscard]] Status check() const
    {
        if (m_json.error() && !(m_sawEvents && m_json.error()->code == ErrorCode::InputOutput))
            return *m_json.error();
        if (m_json.failed() && !(m_sawEvents && (m_json.ranOut() || m_json.error() || !m_events.slices.empty())))
            return makeError(ErrorCode::BadFile, m_json.ranOut() ? message("trace.invalid-json-end", m_json.position())
                                                                 : message("trace.invalid-json", m_json.position()));
        if (!m_sawEvents)
            return makeError(ErrorCode::BadFile, message("trace.no-events"));
        return {};
    }

    void readMember()
    {
        const char next = m_json.peek();
        if (m_key == "traceEvents" && next == '[')
            return readEvents();
        if ((m_key == "otherData" || m_key == "distributedInfo") && next == '{')
            return readAbout();
        if (m_key == "traceName" || m_key == "schemaVersion" || (m_key == "deviceProperties" && next == '['))
            m_events.source = "PyTorch profiler";
        if (m_key == "deviceProperties" && next == '[')
            return readGpus();
        if (m_key == kRecordsMember && next == '[')
            return readRecords();
        m_json.skip();
    }

    void readEvents()
    {
        m_sawEvents = true;
        RawEventReader reader;
        RawEvent event;
        m_json.beginArray();
        while (m_json.nextObject()) {
            m_isInEvent = true;
            if (!reader.read(m_json, event))
                return;
            m_collector.add(event);
            m_isInEvent = false;
        }
    }

    /// Reads the records of a program run that we exported. If they are incomplete, the run is read from its events.
    void readRecords()
    {
        std::string records;
        bool isGood = m_json.beginArray();
        while (m_json.nextElement()) {
            if (!m_json.isScalarNext())
                m_json.skip();
            else if (const std::string_view text = m_json.scalar(); isGood)
                isGood = records.size() + text.size() <= kMaxNativeFile && appendFromBase64(text, records);
        }
        if (isGood && !m_json.failed() && isWholeTraceFile(records))
            m_records = std::move(records);
    }

    void readAbout()
    {
        m_json.beginObject();
        while (m_json.nextScalarMember(m_key))
            if (const std::string_view value = m_json.scalar(); m_events.about.size() < kMaxAbout)
                m_events.about[m_key] = m_events.texts.stored(value);
        m_events.isOurs = m_events.about["generator"] == kGenerator;
    }

    void readGpus()
    {
        m_json.beginArray();
        while (m_json.nextObject()) {
            std::int64_t id = -1;
            std::pair<std::string, std::int64_t> gpu;
            while (m_json.nextScalarMember(m_key)) {
                if (const std::string_view value = m_json.scalar(); m_key == "id")
                    id = toInteger(value);
                else if (m_key == "name")
                    gpu.first = m_events.texts.stored(value);
                else if (m_key == "totalGlobalMem")
                    gpu.second = std::clamp<std::int64_t>(toInteger(value), 0, kMaxBytes);
            }
            if (id >= 0 && m_events.gpus.size() < kMaxProcesses)
                m_events.gpus[id] = gpu;
        }
    }

    JsonReader m_json;
    ImportedEvents m_events;
    EventCollector m_collector{m_events};
    std::string m_key;
    std::string m_records;
    bool m_sawEvents = false;
    bool m_isInEvent = false;
};

}  // namespace

Result<ImportedEvents> readChromeEvents(ByteStream& json)
{
    return TraceReader(json).read();
}

}  // namespace engine::io::detail
