#include "tests/engine/io/imported_samples.h"

#include <cstdint>
#include <cstdio>

#include <sqlite3.h>

namespace tests {

namespace {

/// Writes Chrome trace events; converts times in ns to microseconds with three decimals.
class KinetoWriter {
public:
    std::string text = R"({"schemaVersion": 1, "traceName": "sample.json", "displayTimeUnit": "ms",
 "deviceProperties": [{"id": 0, "name": "Tesla V100-SXM2-16GB", "totalGlobalMem": 16945512448, "numSms": 80}],
 "distributedInfo": {"backend": "nccl", "rank": 0, "world_size": 1},
 "traceEvents": [
)";
    std::int64_t now = 1'700'000'000'000'000'000;

    void slice(const char* category, const std::string& name, int pid, int tid, std::int64_t begin,
               std::int64_t duration, const std::string& arguments)
    {
        add("\"ph\": \"X\", \"cat\": \"" + std::string(category) + "\", \"name\": \"" + name + "\", " +
            place(pid, tid) + ", \"ts\": " + micros(begin) + ", \"dur\": " + micros(duration) + ", \"args\": {" +
            arguments + "}");
    }
    void flow(char phase, const char* category, std::int64_t id, int pid, int tid, std::int64_t time)
    {
        add(std::string("\"ph\": \"") + phase + "\", \"id\": " + std::to_string(id) + ", " + place(pid, tid) +
            ", \"ts\": " + micros(time) + ", \"cat\": \"" + category + "\", \"name\": \"" + category + "\"" +
            (phase == 'f' ? ", \"bp\": \"e\"" : ""));
    }
    void memory(std::int64_t time, std::int64_t bytes, std::int64_t address, std::int64_t allocated)
    {
        add("\"ph\": \"i\", \"cat\": \"cpu_instant_event\", \"s\": \"t\", \"name\": \"[memory]\", " + place(100, 100) +
            ", \"ts\": " + micros(time) + ", \"args\": {\"Total Reserved\": 2147483648, \"Total Allocated\": " +
            std::to_string(allocated) + ", \"Bytes\": " + std::to_string(bytes) +
            ", \"Addr\": " + std::to_string(address) + ", \"Device Id\": 0, \"Device Type\": 1}");
    }
    void metadata(const char* what, int pid, int tid, const std::string& argument)
    {
        add("\"ph\": \"M\", \"name\": \"" + std::string(what) + "\", " + place(pid, tid) + ", \"ts\": 0, \"args\": {" +
            argument + "}");
    }
    void add(const std::string& members) { text += (m_isFirst ? "{" : ",\n{") + members + "}", m_isFirst = false; }

private:
    static std::string place(int pid, int tid)
    {
        return "\"pid\": " + std::to_string(pid) + ", \"tid\": " + std::to_string(tid);
    }
    static std::string micros(std::int64_t ns)
    {
        char text[40];
        std::snprintf(text, sizeof text, "%lld.%03lld", static_cast<long long>(ns / 1000),
                      static_cast<long long>(ns % 1000));
        return text;
    }

    bool m_isFirst = true;
};

constexpr int kHost = 100;      // process id of the host, and thread id of its main thread
constexpr int kBackward = 101;  // thread id of the thread that runs gradients
constexpr int kGpu = 0;
constexpr int kCompute = 7;
constexpr int kCopies = 9;

/// Writes one training step, in which the device runs slightly behind the host.
class Training {
public:
    explicit Training(KinetoWriter& out) : m_out(out), m_host(out.now), m_device(out.now) {}

    void step(int number, int layers)
    {
        const std::int64_t begin = m_host;
        copyIn();
        for (int layer = 0; layer < layers; ++layer)
            forward(layer);
        for (int layer = layers - 1; layer >= 0; --layer)
            backward(layer);
        update(layers);
        synchronize();
        m_out.slice("user_annotation", "ProfilerStep#" + std::to_string(number), kHost, kHost, begin, m_host - begin,
                    "\"External id\": 1");
        m_host += 20'000;
    }

private:
    std::string launch(const char* call, int thread)
    {
        const std::int64_t id = ++m_correlation;
        const std::string link = "\"correlation\": " + std::to_string(id);
        m_out.slice("cuda_runtime", call, kHost, thread, m_host + 4'000, 6'000,
                    "\"External id\": " + std::to_string(id * 3) + ", \"cbid\": 211, " + link);
        m_out.flow('s', "ac2g", id, kHost, thread, m_host + 4'000);
        return link;
    }
    void work(const char* category, const std::string& name, int stream, std::int64_t duration, const std::string& args)
    {
        m_device = std::max(m_device + 1'000, m_host + 12'000);
        m_out.slice(category, name, kGpu, stream, m_device, duration,
                    "\"device\": 0, \"context\": 1, \"stream\": " + std::to_string(stream) + ", " + args);
        m_out.flow('f', "ac2g", m_correlation, kGpu, stream, m_device);
        m_device += duration;
    }

    void copyIn()
    {
        m_out.slice("cpu_op", "aten::copy_", kHost, kHost, m_host, 14'000, "\"External id\": 5");
        const std::string link = launch("cudaMemcpyAsync", kHost);
        work("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", kCopies, 90'000,
             "\"bytes\": 1048576, \"memory bandwidth (GB/s)\": 11.6, " + link);
        m_host += 20'000;
    }

    void forward(int layer)
    {
        const std::string name = "layer" + std::to_string(layer);
        m_out.slice("python_function", "train.py(" + std::to_string(12 + layer) + "): forward", kHost, kHost, m_host,
                    38'000, "\"Python id\": 4, \"Python parent id\": 1");
        m_out.slice("cpu_op", "aten::linear", kHost, kHost, m_host + 500, 17'000,
                    "\"External id\": 7, \"Input Dims\": [[64, 1024], [1024, 1024], []], \"Sequence number\": " +
                        std::to_string(layer));
        m_out.slice("cpu_op", "aten::addmm", kHost, kHost, m_host + 1'000, 16'000, "\"External id\": 8");
        m_out.flow('s', "fwdbwd", 1'000'000 + ++m_pair * 1000 + layer, kHost, kHost, m_host + 1'000);
        allocate(4 << 20, layer);
        const std::string link = launch("cudaLaunchKernel", kHost);
        work("kernel", "volta_sgemm_128x64_tn", kCompute, 60'000,
             "\"grid\": [8, 16, 1], \"block\": [128, 1, 1], \"est. achieved occupancy %\": 25, " + link);
        m_host += 18'000;
        m_out.slice("cpu_op", "aten::relu", kHost, kHost, m_host, 16'000, "\"External id\": 9");
        const std::string second = launch("cudaLaunchKernel", kHost);
        work("kernel", "void at::native::vectorized_elementwise_kernel<4, relu>", kCompute, 9'000, second);
        m_host += 22'000;
    }

    void backward(int layer)
    {
        m_out.slice("cpu_op", "autograd::engine::evaluate_function: AddmmBackward0", kHost, kBackward, m_host, 30'000,
                    "\"External id\": 11");
        m_out.flow('f', "fwdbwd", 1'000'000 + m_pair-- * 1000 + layer, kHost, kBackward, m_host);
        m_out.slice("cpu_op", "aten::mm", kHost, kBackward, m_host + 1'000, 16'000, "\"External id\": 12");
        const std::string link = launch("cudaLaunchKernel", kBackward);
        work("kernel", "volta_sgemm_128x64_nt", kCompute, 110'000, link);
        release(4 << 20, layer);
        m_host += 32'000;
    }

    void update(int layers)
    {
        m_out.slice("user_annotation", "Optimizer.step#SGD.step", kHost, kHost, m_host, 18'000, "\"External id\": 13");
        const std::string link = launch("cudaLaunchKernel", kHost);
        work("kernel", "multi_tensor_apply_kernel", kCompute, 4'000 * layers, link);
        m_host += 20'000;
    }

    void synchronize()
    {
        const std::int64_t end = std::max(m_host + 3'000, m_device + 2'000);
        const std::int64_t id = ++m_correlation;
        m_out.slice("cuda_runtime", "cudaDeviceSynchronize", kHost, kHost, m_host, end - m_host,
                    "\"cbid\": 165, \"correlation\": " + std::to_string(id));
        m_host = end;
    }

    void allocate(std::int64_t bytes, int block)
    {
        m_allocated += bytes;
        m_out.memory(m_host + 2'000, bytes, 0x7f0000000000 + block * 0x800000, m_allocated);
    }
    void release(std::int64_t bytes, int block)
    {
        m_allocated -= bytes;
        m_out.memory(m_host + 28'000, -bytes, 0x7f0000000000 + block * 0x800000, m_allocated);
    }

    KinetoWriter& m_out;
    std::int64_t m_host;
    std::int64_t m_device;
    std::int64_t m_correlation = 1000;
    std::int64_t m_pair = 0;
    std::int64_t m_allocated = 256 << 20;
};

}  // namespace

std::string kinetoTrace(int steps, int layers)
{
    KinetoWriter out;
    Training training(out);
    for (int step = 0; step < steps; ++step)
        training.step(step + 10, layers);
    out.metadata("process_name", kHost, 0, "\"name\": \"python\"");
    out.metadata("process_labels", kHost, 0, "\"labels\": \"CPU\"");
    out.metadata("process_sort_index", kHost, 0, "\"sort_index\": 100");
    out.metadata("process_name", kGpu, 0, "\"name\": \"python\"");
    out.metadata("process_labels", kGpu, 0, "\"labels\": \"GPU 0\"");
    out.metadata("process_sort_index", kGpu, 0, "\"sort_index\": 5000000");
    out.metadata("thread_name", kGpu, kCompute, "\"name\": \"stream 7 \"");
    out.metadata("thread_name", kGpu, kCopies, "\"name\": \"stream 9 \"");
    out.metadata("thread_name", kHost, kHost, "\"name\": \"thread 100 (python)\"");
    out.metadata("thread_name", kHost, kBackward, "\"name\": \"thread 101 (pt_autograd_0)\"");
    return out.text + "\n]}\n";
}

std::size_t kinetoDeviceWork(int steps, int layers)
{
    return static_cast<std::size_t>(steps) * (static_cast<std::size_t>(layers) * 3 + 2);
}

bool runSql(const std::filesystem::path& path, const std::string& sql)
{
    sqlite3* database = nullptr;
    const bool isDone = sqlite3_open(path.c_str(), &database) == SQLITE_OK &&
                        sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
    if (!isDone)
        std::fprintf(stderr, "%s\n", sqlite3_errmsg(database));
    sqlite3_close(database);
    return isDone;
}

bool writeNsightExport(const std::filesystem::path& path, int products)
{
    std::string sql = R"(
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO StringIds VALUES (1, 'cudaLaunchKernel_v7000'), (2, 'volta_sgemm_128x64_nn'), (3, 'cudaMemcpyAsync_v3020'),
  (4, 'cudaStreamSynchronize_v3020'), (5, 'python'), (6, 'void gemm<float>(int)');
CREATE TABLE TARGET_INFO_GPU (id INT, name TEXT, totalMemory INT, smCount INT);
INSERT INTO TARGET_INFO_GPU VALUES (0, 'Tesla V100-SXM2-16GB', 16945512448, 80), (1, 'Tesla V100-SXM2-16GB', 16945512448, 80);
CREATE TABLE ThreadNames (nameId INT, priority INT, globalTid INT);
INSERT INTO ThreadNames VALUES (5, 20, 281476654432513);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INT NOT NULL, end INT NOT NULL, eventClass INT, globalTid INT,
  correlationId INT, nameId INT NOT NULL, returnValue INT NOT NULL, callchainId INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT NOT NULL, end INT NOT NULL, deviceId INT NOT NULL, contextId INT,
  streamId INT NOT NULL, correlationId INT, globalPid INT, demangledName INT NOT NULL, shortName INT NOT NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INT NOT NULL, end INT NOT NULL, deviceId INT NOT NULL, contextId INT,
  streamId INT NOT NULL, correlationId INT, globalPid INT, bytes INT NOT NULL, copyKind INT NOT NULL, srcKind INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION (start INT NOT NULL, end INT NOT NULL, deviceId INT, contextId INT,
  streamId INT, correlationId INT, globalPid INT, syncType INT NOT NULL, eventId INT);
CREATE TABLE NVTX_EVENTS (start INT NOT NULL, end INT, eventType INT NOT NULL, rangeId INT, text TEXT, globalTid INT,
  textId INT);
CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS (start INT NOT NULL, globalPid INT, deviceId INT, contextId INT, address INT,
  bytes INT NOT NULL, memKind INT, memoryOperationType INT);
BEGIN;
)";
    // The export packs process 100 and thread 257 into one number.
    constexpr long long kThread = 281476654432513;
    constexpr long long kProcess = 281476654432256;
    const auto row = [&](const char* table, std::initializer_list<long long> values) {
        sql += std::string("INSERT INTO ") + table + " VALUES (";
        for (const long long value : values)
            sql += (sql.back() == '(' ? "" : ", ") + std::to_string(value);
        sql += ");\n";
    };
    long long host = 5'000'000'000;
    long long correlation = 0;
    long long free[2] = {host, host};
    for (int gpu = 0; gpu < 2; ++gpu)
        row("CUDA_GPU_MEMORY_USAGE_EVENTS", {host, kProcess, gpu, 1, 0x7000 + gpu, 64 << 20, 2, 0});
    const long long begin = host;
    for (int i = 0; i < products; ++i)
        for (int gpu = 0; gpu < 2; ++gpu) {
            ++correlation;
            row("CUPTI_ACTIVITY_KIND_RUNTIME", {host, host + 5'000, 0, kThread, correlation, 1, 0, 0});
            free[gpu] = std::max(free[gpu] + 1'000, host + 7'000);
            row("CUPTI_ACTIVITY_KIND_KERNEL", {free[gpu], free[gpu] + 80'000, gpu, 1, 7, correlation, kProcess, 6, 2});
            free[gpu] += 80'000;
            host += 8'000;
        }
    sql += "INSERT INTO NVTX_EVENTS VALUES (" + std::to_string(begin) + ", " + std::to_string(host) +
           ", 59, NULL, 'products', 281476654432513, NULL);\n";
    for (int gpu = 0; gpu < 2; ++gpu) {
        ++correlation;
        row("CUPTI_ACTIVITY_KIND_RUNTIME", {host, host + 6'000, 0, kThread, correlation, 3, 0, 0});
        free[gpu] = std::max(free[gpu] + 1'000, host + 7'000);
        row("CUPTI_ACTIVITY_KIND_MEMCPY",
            {free[gpu], free[gpu] + 300'000, gpu, 1, 14, correlation, kProcess, 4 << 20, 2, 2});
        free[gpu] += 300'000;
        host += 8'000;
    }
    for (int gpu = 0; gpu < 2; ++gpu) {
        ++correlation;
        const long long end = std::max(host + 2'000, free[gpu] + 2'000);
        row("CUPTI_ACTIVITY_KIND_RUNTIME", {host, end, 0, kThread, correlation, 4, 0, 0});
        row("CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", {host, end, gpu, 1, 14, correlation, kProcess, 3, 0});
        host = end + 1'000;
    }
    for (int gpu = 0; gpu < 2; ++gpu)
        row("CUDA_GPU_MEMORY_USAGE_EVENTS", {host, kProcess, gpu, 1, 0x7000 + gpu, 64 << 20, 2, 1});
    std::filesystem::remove(path);
    return runSql(path, sql + "COMMIT;");
}

}  // namespace tests
