#pragma once

#include "engine/base/result.h"
#include "engine/io/detail/imported_events.h"
#include "engine/io/detail/json_reader.h"
#include "engine/trace/store.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace engine::io::detail {

/// A Chrome trace that says that we wrote it, with arguments that hold what our records do (own_words.h): these are
/// read as they stand, nothing is guessed from times. Whoever edited the file is believed where that makes sense;
/// numbers that are gone leave no gaps, and a reference to something that is not there is none.
class OwnEvents {
public:
    /// What is beyond these is left out and counted.
    struct Limits {
        std::size_t operations = kMostSlices;  ///< as many as of another program; and as many dependencies
        std::size_t others = kMostPoints;      ///< of each kind of record
        std::size_t messageBytes = kMostMessageBytes;
    };

    OwnEvents() : OwnEvents(Limits{}) {}
    explicit OwnEvents(const Limits& limits) : m_limits(limits) {}

    /// Whether the "otherData" read so far says so.
    [[nodiscard]] static bool areIn(const std::map<std::string, std::string>& about);

    /// Reads the event that `json` stands before; false if it is broken.
    bool read(JsonReader& json);
    [[nodiscard]] bool isEmpty() const { return m_events == 0; }
    [[nodiscard]] std::uint64_t events() const { return m_events; }
    [[nodiscard]] std::uint64_t skipped() const { return m_skipped; }
    [[nodiscard]] std::uint64_t leftOut() const { return m_leftOut + std::max(m_issuesLeftOut, m_runsLeftOut); }
    [[nodiscard]] std::uint64_t timeless() const { return m_timeless; }
    [[nodiscard]] std::uint64_t backwards() const { return m_backwards; }

    /// Makes the records, but for the RunRecord, once; `goesOn` is asked now and then, and false stops it: the rest is
    /// not made then.
    void write(const std::map<std::string, std::string>& about, trace::Store& store,
               const std::function<bool()>& goesOn);

private:
    using Text = std::uint32_t;
    struct Member {
        std::string key;
        std::string value;
        bool isArgument = false;
    };
    struct OwnOp {
        std::int64_t number = 0;
        trace::IssueRecord issue;
        trace::LifeRecord life;
        Text name = 0, label = 0, text = 0, phase = 0;
        bool hasLife = false;
    };
    struct OwnEdge {
        std::int64_t from = 0;
        std::int64_t to = 0;
        trace::DependencyKind kind{};
    };
    template <typename T>
    struct Named {
        T record;
        Text name = 0;
    };

    /// Of the event's arguments, else of itself; "" for none.
    [[nodiscard]] std::string_view words(std::string_view key) const;
    [[nodiscard]] std::string_view ofEvent(std::string_view key) const;
    [[nodiscard]] bool has(std::string_view key) const { return !words(key).empty(); }
    [[nodiscard]] std::int64_t integer(std::string_view key) const;
    [[nodiscard]] double real(std::string_view key) const;
    [[nodiscard]] Nanoseconds time(std::string_view key) const;
    [[nodiscard]] Bytes bytes(std::string_view key) const;
    [[nodiscard]] std::int32_t line() const;
    template <typename Id>
    [[nodiscard]] Id id(std::string_view key) const;
    [[nodiscard]] trace::Cause cause(std::string_view key) const;

    void take();
    void metadata();
    void slice();
    void ofProgram(std::string_view category, Nanoseconds begin, Nanoseconds end);
    void instant();
    void output(Nanoseconds at);
    void counter();
    void issued(Nanoseconds begin, Nanoseconds end);
    void ran(Nanoseconds begin, Nanoseconds end);
    void describe(OwnOp& op);
    void dependencies(std::int64_t to, std::string_view list);
    OwnOp* op(std::uint64_t& leftOut);
    DeviceId device();
    LaneId lane();
    template <typename T>
    void keep(std::vector<T>& list, T value);
    [[nodiscard]] bool hasRoomFor(std::string_view text);
    [[nodiscard]] bool takeRoomFor(std::string_view text);
    [[nodiscard]] bool areTimes(std::initializer_list<const char*> keys);

    void renumber();
    [[nodiscard]] OpId known(OpId written) const;
    [[nodiscard]] trace::Cause known(trace::Cause cause) const;
    [[nodiscard]] DeviceId known(DeviceId written) const;
    [[nodiscard]] LaneId known(LaneId written) const;
    /// False: stopped.
    [[nodiscard]] bool writeOps(trace::Store& store, const std::function<bool()>& goesOn);
    [[nodiscard]] bool writeRest(trace::Store& store, const std::function<bool()>& goesOn);
    NameId name(Text text, trace::Store& store);

    const Limits m_limits;
    Texts m_texts;
    std::vector<Member> m_members;  ///< of the event at hand, and of its arguments
    std::size_t m_count = 0;
    std::string m_key;

    std::vector<trace::DeviceRecord> m_devices;
    std::vector<trace::LaneRecord> m_lanes;
    std::unordered_map<std::uint32_t, std::uint32_t> m_deviceAt;  ///< by the number in the file
    std::unordered_map<std::uint32_t, std::uint32_t> m_laneAt;
    std::deque<OwnOp> m_ops;  ///< which grows without moving them: they are most of a large file
    std::unordered_map<std::int64_t, std::uint32_t> m_opAt;  ///< of those that are not at their number
    std::vector<OwnEdge> m_edges;
    std::vector<Named<trace::WaitRecord>> m_waits;
    std::vector<Named<trace::HostRecord>> m_hosts;
    std::vector<trace::LineRecord> m_lines;
    std::vector<trace::BlockRecord> m_blocks;
    std::vector<trace::StepRecord> m_steps;
    std::vector<trace::MemoryRecord> m_memory;
    std::vector<trace::MetricRecord> m_metrics;
    std::vector<trace::OutputRecord> m_outputs;
    std::optional<Nanoseconds> m_cutOutput;  ///< when the last output was, if it or a part of it is left out
    std::vector<trace::NoteRecord> m_notes;
    std::vector<trace::ErrorRecord> m_errors;
    std::vector<std::pair<std::int64_t, std::uint32_t>> m_numbers;  ///< of the operations, sorted, and where they went
    std::vector<NameId> m_names;                                    ///< per text
    std::size_t m_nameCount = 0;
    std::uint64_t m_events = 0;
    std::uint64_t m_skipped = 0;
    std::uint64_t m_leftOut = 0;
    std::uint64_t m_issuesLeftOut = 0;  ///< of operations, each of which has two events
    std::uint64_t m_runsLeftOut = 0;
    std::uint64_t m_timeless = 0;
    std::uint64_t m_backwards = 0;
    std::size_t m_messageBytes = 0;
    Nanoseconds m_latest{};
};

}  // namespace engine::io::detail
