#include "engine/io/otf2_export.h"

#include "engine/messages/messages.h"

#ifdef OVERLAP_OTF2
#include "engine/ranks/run_set.h"

#include <otf2/otf2.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>
#endif

namespace engine::io {

#ifndef OVERLAP_OTF2

Status exportOtf2(const trace::Trace& /*trace*/, const std::filesystem::path& path)
{
    return makeError(ErrorCode::Unsupported, message("io.no-otf2", path.string()));
}

#else

namespace {

constexpr std::uint64_t kEventChunk = std::uint64_t{1} << 20;
constexpr std::uint64_t kDefinitionChunk = std::uint64_t{4} << 20;
constexpr std::uint64_t kTicksPerSecond = 1'000'000'000;

OTF2_FlushType flushAtFullBuffer(void* /*user*/, OTF2_FileType /*type*/, OTF2_LocationRef /*location*/,
                                 void* /*caller*/, bool /*isFinal*/)
{
    return OTF2_FLUSH;
}

OTF2_ErrorCode keepSilent(void* /*user*/, const char* /*file*/, std::uint64_t /*line*/, const char* /*function*/,
                          OTF2_ErrorCode code, const char* /*format*/, va_list /*arguments*/)
{
    return code;
}

class Export {
public:
    Export(const trace::Trace& trace, OTF2_Archive* archive) : m_trace(trace), m_archive(archive) {}

    /// Writes the archive. Returns whether every call of the library succeeded.
    [[nodiscard]] bool write()
    {
        static constexpr OTF2_FlushCallbacks kFlush{flushAtFullBuffer, nullptr};
        call(OTF2_Archive_SetFlushCallbacks(m_archive, &kFlush, nullptr));
        call(OTF2_Archive_SetSerialCollectiveCallbacks(m_archive));
        call(OTF2_Archive_OpenEvtFiles(m_archive));
        for (const trace::LaneRecord& lane : m_trace.lanes())
            writeEvents(lane);
        call(OTF2_Archive_CloseEvtFiles(m_archive));
        call(OTF2_Archive_OpenDefFiles(m_archive));
        for (const trace::LaneRecord& lane : m_trace.lanes())
            if (OTF2_DefWriter* writer = OTF2_Archive_GetDefWriter(m_archive, lane.id.index))
                call(OTF2_Archive_CloseDefWriter(m_archive, writer));
        call(OTF2_Archive_CloseDefFiles(m_archive));
        writeDefinitions();
        return m_isGood;
    }

private:
    /// An operation's name, and the source line that issued it.
    using Region = std::pair<std::string, std::int32_t>;

    void call(OTF2_ErrorCode code) { m_isGood &= code == OTF2_SUCCESS; }

    std::uint32_t regionOf(const trace::Span& span)
    {
        Region region{"program", 0};
        if (m_trace.has(span.op)) {
            const trace::Op op = m_trace.op(span.op);
            region = {std::string(m_trace.text(op.name)), op.line};
        } else if (!span.op.isValid() && span.extra < m_trace.programPart().hosts.size()) {
            const trace::HostRecord& host = m_trace.programPart().hosts[span.extra];
            region = {std::string(m_trace.text(host.name)), host.line};
        }
        const auto [at, isNew] = m_regions.try_emplace(std::move(region), static_cast<std::uint32_t>(m_regions.size()));
        if (isNew)
            m_inOrder.push_back({&at->first, span.kind == trace::Kind::Collective});
        return at->second;
    }

    void writeEvents(const trace::LaneRecord& lane)
    {
        OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter(m_archive, lane.id.index);
        m_isGood &= writer != nullptr;
        if (writer == nullptr)
            return;
        // OTF2 requires ascending times in each location, but the spans of a faulty trace may overlap.
        Nanoseconds last{};
        for (const trace::Span& span : m_trace.spans(lane.id)) {
            const Nanoseconds begin = std::max(last, span.begin);
            last = std::max(begin, span.end());
            const std::uint32_t region = regionOf(span);
            call(OTF2_EvtWriter_Enter(writer, nullptr, static_cast<OTF2_TimeStamp>(begin.count()), region));
            call(OTF2_EvtWriter_Leave(writer, nullptr, static_cast<OTF2_TimeStamp>(last.count()), region));
        }
        call(OTF2_Archive_CloseEvtWriter(m_archive, writer));
    }

    OTF2_StringRef text(const std::string& value)
    {
        const auto [at, isNew] = m_texts.try_emplace(value, static_cast<OTF2_StringRef>(m_texts.size()));
        if (isNew)
            call(OTF2_GlobalDefWriter_WriteString(m_definitions, at->second, value.c_str()));
        return at->second;
    }

    void writeDefinitions()
    {
        m_definitions = OTF2_Archive_GetGlobalDefWriter(m_archive);
        m_isGood &= m_definitions != nullptr;
        if (m_definitions == nullptr)
            return;
        const auto length = static_cast<std::uint64_t>(std::max(m_trace.extent(), Nanoseconds{}).count());
        call(OTF2_GlobalDefWriter_WriteClockProperties(m_definitions, kTicksPerSecond, 0, length,
                                                       OTF2_UNDEFINED_TIMESTAMP));
        const OTF2_StringRef none = text("");
        for (std::uint32_t id = 0; id < m_inOrder.size(); ++id) {
            const auto& [region, isCollective] = m_inOrder[id];
            const OTF2_StringRef name = text(region->first);
            const auto line = static_cast<std::uint32_t>(std::max(region->second, 0));
            call(OTF2_GlobalDefWriter_WriteRegion(
                m_definitions, id, name, name, none,
                isCollective ? OTF2_REGION_ROLE_COLL_ALL2ALL : OTF2_REGION_ROLE_FUNCTION,
                isCollective ? OTF2_PARADIGM_MPI : OTF2_PARADIGM_USER, OTF2_REGION_FLAG_NONE,
                text(m_trace.run().program), line, line));
        }
        writeProcesses();
        for (const trace::LaneRecord& lane : m_trace.lanes())
            call(OTF2_GlobalDefWriter_WriteLocation(m_definitions, lane.id.index, text(locationName(lane)),
                                                    OTF2_LOCATION_TYPE_CPU_THREAD, 2 * m_trace.spans(lane.id).size(),
                                                    processOf(lane)));
    }

    [[nodiscard]] std::string locationName(const trace::LaneRecord& lane) const
    {
        const bool hasDevice = lane.device.index < m_trace.devices().size();
        return hasDevice ? m_trace.devices()[lane.device.index].name + " " + lane.name : lane.name;
    }

    /// Returns the index of the lane's rank among the members of the set; 0 without a set.
    [[nodiscard]] std::uint32_t processOf(const trace::LaneRecord& lane) const
    {
        return lane.device.index < m_trace.devices().size() ? m_trace.devices()[lane.device.index].member : 0;
    }

    void writeProcesses()
    {
        call(OTF2_GlobalDefWriter_WriteSystemTreeNode(m_definitions, 0, text("Overlap"), text("machine"),
                                                      OTF2_UNDEFINED_SYSTEM_TREE_NODE));
        const ranks::RunSet* set = m_trace.rankPart().set.get();
        if (set == nullptr) {
            call(OTF2_GlobalDefWriter_WriteLocationGroup(m_definitions, 0, text(m_trace.run().program),
                                                         OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                                         OTF2_UNDEFINED_LOCATION_GROUP));
            return;
        }
        std::map<std::uint32_t, OTF2_SystemTreeNodeRef> nodes;
        for (std::uint32_t i = 0; i < set->members().size(); ++i) {
            const ranks::RankInfo& info = set->members()[i].info;
            const auto [node, isNew] = nodes.try_emplace(info.node, static_cast<std::uint32_t>(nodes.size()) + 1);
            if (isNew)
                call(OTF2_GlobalDefWriter_WriteSystemTreeNode(m_definitions, node->second, text(info.host),
                                                              text("node"), 0));
            call(OTF2_GlobalDefWriter_WriteLocationGroup(m_definitions, i, text("rank " + std::to_string(info.rank)),
                                                         OTF2_LOCATION_GROUP_TYPE_PROCESS, node->second,
                                                         OTF2_UNDEFINED_LOCATION_GROUP));
        }
    }

    const trace::Trace& m_trace;
    OTF2_Archive* m_archive;
    OTF2_GlobalDefWriter* m_definitions = nullptr;
    std::map<Region, std::uint32_t> m_regions;
    std::vector<std::pair<const Region*, bool> >
        m_inOrder;  ///< index: number of the region; bool: whether the region is a collective
    std::map<std::string, OTF2_StringRef> m_texts;
    bool m_isGood = true;
};

}  // namespace

Status exportOtf2(const trace::Trace& trace, const std::filesystem::path& path)
{
    const Error failed = makeError(ErrorCode::InputOutput, message("io.otf2-failed", path.string()));
    std::error_code error;
    if (std::filesystem::exists(path, error))
        return makeError(ErrorCode::InputOutput, message("io.otf2-exists", path.string()));
    OTF2_Error_RegisterCallback(keepSilent, nullptr);
    OTF2_Archive* archive = OTF2_Archive_Open(path.string().c_str(), "traces", OTF2_FILEMODE_WRITE, kEventChunk,
                                              kDefinitionChunk, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (archive == nullptr)
        return failed;
    const bool isWritten = Export(trace, archive).write();
    const bool isClosed = OTF2_Archive_Close(archive) == OTF2_SUCCESS;
    if (!isWritten || !isClosed)
        return failed;
    return {};
}

#endif

}  // namespace engine::io
