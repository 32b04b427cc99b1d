#pragma once

#include "engine/devices/cuda/abi.h"
#include "engine/devices/cuda/open_computer.h"
#include "engine/ops/catalogue.h"
#include "tests/devices/driver.h"
#include "tests/devices/fake_runtime.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <dlfcn.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace devicetest {

namespace abi = engine::devices::cuda::abi;

/// The module over an imitation of the CUDA runtime, with one GPU open. Each load() loads a separate copy of the
/// library, so that the library starts as in a new process.
class RuntimeFixture {
protected:
    /// Loads a copy of the library into `file`. Returns null on failure.
    const abi::Module* load(const QString& file, const fake::RuntimeSettings& settings);
    void load(const fake::RuntimeSettings& settings);
    /// Opens this computer with the module over an imitated runtime.
    conformance::Opener computerWith(const fake::RuntimeSettings& settings);
    static engine::device::PlatformOptions torch();
    void openGpu(const abi::Options& options = {});
    /// Closes the GPU if it is open.
    void closeGpu();
    /// Queues the operation `op`, which sets a small tensor to 1.
    void launch(abi::Stream* stream, std::uint64_t op, int kernels = 1);
    void finish(abi::Stream* stream);
    std::vector<abi::OperationTime> times(bool isFinal = true);

    QTemporaryDir m_folder;
    int m_copies = 0;
    const abi::Module* m_module = nullptr;
    const fake::RuntimeControl* m_control = nullptr;
    abi::Gpu* m_gpu = nullptr;
    abi::Stream* m_stream = nullptr;
    void* m_data = nullptr;
};

inline const abi::Module* RuntimeFixture::load(const QString& file, const fake::RuntimeSettings& settings)
{
    if (!QFile::copy(OVERLAP_FAKE_RUNTIME, file))
        return nullptr;
    void* library = dlopen(file.toUtf8().constData(), RTLD_NOW | RTLD_LOCAL);  // never unloaded, because it has threads
    if (library == nullptr)
        return nullptr;
    const auto control = reinterpret_cast<const fake::RuntimeControl* (*)()>(dlsym(library, fake::kRuntimeControl));
    const auto entry = reinterpret_cast<const void* (*)(std::uint32_t)>(dlsym(library, abi::kEntry));
    if (control == nullptr || entry == nullptr)
        return nullptr;
    m_control = control();
    m_control->configure(&settings);
    return static_cast<const abi::Module*>(entry(abi::kVersion));
}

inline void RuntimeFixture::load(const fake::RuntimeSettings& settings)
{
    m_module = load(m_folder.filePath(QString("module%1.so").arg(m_copies++)), settings);
    QVERIFY(m_module != nullptr);
}

inline conformance::Opener RuntimeFixture::computerWith(const fake::RuntimeSettings& settings)
{
    const QString file = m_folder.filePath(QString("computer%1.so").arg(m_copies++));
    if (load(file, settings) == nullptr)
        return {};
    return [search = engine::devices::cuda::findModule({file.toStdString()})](
               const engine::device::PlatformOptions& options, engine::trace::Sink& sink) {
        return engine::devices::cuda::openComputer(search, options, sink);
    };
}

inline engine::device::PlatformOptions RuntimeFixture::torch()
{
    engine::device::PlatformOptions options;
    options.semantics = engine::device::Semantics::Torch;
    return options;
}

inline void RuntimeFixture::openGpu(const abi::Options& options)
{
    QCOMPARE(m_module->open(0, &options, &m_gpu), abi::Code::Ok);
    QCOMPARE(m_module->createStream(m_gpu, abi::StreamRole::Compute, "compute", &m_stream), abi::Code::Ok);
    QCOMPARE(m_module->allocate(m_gpu, 4096, &m_data), abi::Code::Ok);
}

inline void RuntimeFixture::closeGpu()
{
    if (m_gpu == nullptr)
        return;
    static_cast<void>(m_module->release(m_gpu, m_data));
    m_module->destroyStream(m_stream);
    m_module->close(std::exchange(m_gpu, nullptr));
}

inline void RuntimeFixture::launch(abi::Stream* stream, std::uint64_t op, int kernels)
{
    abi::View out;
    out.data = static_cast<float*>(m_data);
    out.extents[0] = 4;
    out.rank = 1;
    abi::Work work;
    work.op = static_cast<std::int32_t>(engine::ops::Operator::Fill);
    work.outputs = &out;
    work.outputCount = 1;
    work.scalars[0] = 1;
    m_module->beginOperation(stream, op, "Fill");
    for (int i = 0; i < kernels; ++i)
        QCOMPARE(m_module->launch(stream, &work), abi::Code::Ok);
    m_module->endOperation(stream);
}

inline void RuntimeFixture::finish(abi::Stream* stream)
{
    abi::Event* event = nullptr;
    QCOMPARE(m_module->createEvent(m_gpu, abi::EventUse::Wait, &event), abi::Code::Ok);
    QCOMPARE(m_module->record(event, stream), abi::Code::Ok);
    QCOMPARE(m_module->synchronize(event), abi::Code::Ok);
    m_module->destroyEvent(event);
}

inline std::vector<abi::OperationTime> RuntimeFixture::times(bool isFinal)
{
    std::vector<abi::OperationTime> all(1024);
    std::int32_t count = 0;
    [&] {
        QCOMPARE(
            m_module->collectTimes(m_gpu, all.data(), static_cast<std::int32_t>(all.size()), &count, isFinal ? 1 : 0),
            abi::Code::Ok);
    }();
    all.resize(static_cast<std::size_t>(count));
    std::ranges::sort(all, {}, &abi::OperationTime::op);
    return all;
}

}  // namespace devicetest
