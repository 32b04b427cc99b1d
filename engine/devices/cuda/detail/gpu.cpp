#include "engine/devices/cuda/detail/gpu.h"

#include <algorithm>
#include <cstdio>

#include "engine/messages/messages.h"

namespace engine::devices::cuda::detail {

namespace {

/// Approximate memory that the driver needs for itself.
constexpr Bytes kFloor{std::int64_t{32} << 20};

std::string gibibytes(Bytes bytes)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.0f GB", static_cast<double>(bytes.value) / static_cast<double>(kGiB.value));
    return text;
}

Message nameOf(abi::TimeSource source)
{
    switch (source) {
        case abi::TimeSource::Activity:
            return Message("CUPTI");
        case abi::TimeSource::Events:
            return message("gpu.times-events");
        default:
            return message("gpu.times-host");
    }
}

}  // namespace

Gpu::Gpu(const Setup& setup) : m_setup(setup)
{
    m_state.module = setup.module;
    m_state.device = setup.device;
    m_state.name = "GPU " + std::to_string(setup.number);
    m_state.ledger = setup.ledger;
    m_state.now = setup.now;
    m_state.isCancelled = setup.isCancelled;
}

Result<std::unique_ptr<Gpu>> Gpu::open(const Setup& setup)
{
    std::unique_ptr<Gpu> gpu(new Gpu(setup));
    if (Status status = gpu->make(); !status)
        return std::move(status).error();
    return gpu;
}

Status Gpu::make()
{
    const abi::Module& module = **m_state.module;
    const auto check = [this](abi::Code code, const char* doing) {
        return m_state.module->check(code, doing + m_state.name);
    };
    if (Status status = check(module.open(m_setup.ordinal, &m_setup.options, &m_state.gpu), "open "); !status)
        return status;
    m_state.times = module.timeSource(m_state.gpu);
    for (int i = 0; i < m_setup.computeStreams; ++i) {
        const std::string name = i == 0 ? "compute" : "stream " + std::to_string(i);
        auto stream =
            makeStream(abi::StreamRole::Compute, trace::LaneRole::Compute, static_cast<std::uint16_t>(i), name);
        if (!stream)
            return std::move(stream).error();
        m_compute.push_back(*std::move(stream));
    }
    struct Copy {
        abi::StreamRole role;
        trace::LaneRole lane;
        const char* name;
        std::unique_ptr<GpuStream>& stream;
    };
    for (const Copy& copy : {Copy{abi::StreamRole::CopyIn, trace::LaneRole::CopyIn, "copy in", m_in},
                             Copy{abi::StreamRole::CopyOut, trace::LaneRole::CopyOut, "copy out", m_out},
                             Copy{abi::StreamRole::Peer, trace::LaneRole::CopyPeer, "to peer", m_peer}}) {
        auto stream = makeStream(copy.role, copy.lane, 0, copy.name);
        if (!stream)
            return std::move(stream).error();
        copy.stream = *std::move(stream);
    }
    // Called after the streams were created, because their libraries allocate memory: the pool may use the memory that
    // they have left free.
    if (Status status = check(module.facts(m_setup.ordinal, &m_facts), "describe "); !status)
        return status;
    m_facts.total /= m_setup.shares;
    m_facts.free /= m_setup.shares;
    m_info.id = m_state.device;
    m_info.kind = trace::DeviceKind::Gpu;
    m_info.ordinal = m_setup.number;
    m_info.name = m_state.name;
    m_info.model = std::string(m_facts.name) + " · " + gibibytes(Bytes{m_facts.total});
    if (m_setup.shares > 1)
        m_info.model += " · shared, no speed-up possible";
    m_info.capacity = Bytes{m_facts.total};
    memory::Card card;
    card.ordinal = m_setup.number;
    card.total = m_info.capacity;
    card.usedByOthers = Bytes{m_facts.total - m_facts.free};
    card.floor = std::min(kFloor, Bytes{m_facts.free / 8});
    m_memory = std::make_unique<GpuMemory>(m_state, m_setup.memory, card, m_setup.watch);
    if (m_state.times == abi::TimeSource::Events)
        m_anchors = std::make_unique<ClockAnchors>(m_state);
    if (m_state.times == abi::TimeSource::Activity)
        m_times = std::make_unique<ProfilerTimes>(m_state);
    return {};
}

Gpu::~Gpu()
{
    m_times.reset();
    m_made.clear();
    m_communication.reset();
    m_compute.clear();
    m_in.reset();
    m_out.reset();
    m_peer.reset();
    m_memory.reset();
    m_anchors.reset();
    if (m_state.gpu != nullptr)
        (*m_state.module)->close(m_state.gpu);
}

Result<std::unique_ptr<GpuStream>> Gpu::makeStream(abi::StreamRole role, trace::LaneRole lane, std::uint16_t index,
                                                   const std::string& name)
{
    const LaneId id = m_setup.addLane({{}, m_state.device, lane, index, name, 0});
    auto stream = GpuStream::make(m_state, role, id, name);
    if (stream || stream.error().code != ErrorCode::OutOfMemory || m_memory == nullptr)
        return stream;
    m_memory->emptyCache();
    return GpuStream::make(m_state, role, id, name);
}

Result<GpuStream*> Gpu::addStream()
{
    const std::size_t index = m_compute.size() + m_made.size();
    auto stream = makeStream(abi::StreamRole::Compute, trace::LaneRole::Compute, static_cast<std::uint16_t>(index),
                             "stream " + std::to_string(index));
    if (!stream)
        return std::move(stream).error();
    const std::lock_guard lock(m_mutex);
    m_made.push_back(*std::move(stream));
    return m_made.back().get();
}

Result<GpuStream*> Gpu::communication()
{
    const std::lock_guard lock(m_mutex);
    if (m_communication == nullptr) {
        auto stream = makeStream(abi::StreamRole::Peer, trace::LaneRole::Communication, 0, "communication");
        if (!stream)
            return std::move(stream).error();
        m_communication = *std::move(stream);
    }
    return m_communication.get();
}

bool Gpu::isConnected() const
{
    const std::lock_guard lock(m_mutex);
    return m_communication != nullptr;
}

bool Gpu::isCommunicating() const
{
    const std::lock_guard lock(m_mutex);
    return m_communication != nullptr && m_communication->inFlight() > 0;
}

std::vector<GpuStream*> Gpu::streams() const
{
    std::vector<GpuStream*> all{m_in.get(), m_out.get(), m_peer.get()};
    for (const auto& stream : m_compute)
        all.push_back(stream.get());
    const std::lock_guard lock(m_mutex);
    if (m_communication != nullptr)
        all.push_back(m_communication.get());
    for (const auto& stream : m_made)
        all.push_back(stream.get());
    return all;
}

trace::DeviceRecord Gpu::record() const
{
    trace::DeviceRecord record;
    record.id = m_info.id;
    record.kind = trace::DeviceKind::Gpu;
    record.name = m_info.name;
    record.model = m_info.model;
    record.capacity = m_info.capacity;
    record.usedByOthers = Bytes{m_facts.total - m_facts.free};
    record.peakFlops = m_facts.peakFlops;
    return record;
}

void Gpu::drain()
{
    for (GpuStream* stream : streams())
        stream->drain();
}

void Gpu::wake()
{
    (*m_state.module)->interrupt(m_state.gpu);
    for (GpuStream* stream : streams())
        stream->wake();
}

Message Gpu::provenance() const
{
    return message("gpu.note", info().name, nameOf(m_state.times), (*m_state.module)->libraries(m_state.gpu));
}

}  // namespace engine::devices::cuda::detail
