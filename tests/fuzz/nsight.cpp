#include "engine/io/detail/import_records.h"
#include "engine/io/detail/nsight_events.h"
#include "tests/fuzz/fuzz.h"

#include <array>
#include <charconv>
#include <memory>
#include <sstream>

#include <sqlite3.h>

using namespace engine;

/// Fuzzes the import of Nsight Systems exports. An input that starts like a database is read unchanged. Any other input
/// is a text that becomes a valid database. Each line is a row: a letter for the table, then the row's values. A line
/// "@ OFFSET BYTE" damages the database.
namespace {

struct Table {
    const char* name;
    const char* columns;
};

constexpr std::array<Table, 12> kTables{{
    {"StringIds", "id INTEGER PRIMARY KEY, value"},
    {"TARGET_INFO_GPU", "id, name, totalMemory"},
    {"TARGET_INFO_CUDA_DEVICE", "gpuId, cudaId"},
    {"ThreadNames", "globalTid, nameId"},
    {"CUPTI_ACTIVITY_KIND_KERNEL",
     "start, end, deviceId, streamId, correlationId, globalPid, shortName, demangledName, name"},
    {"CUPTI_ACTIVITY_KIND_MEMCPY", "start, end, deviceId, streamId, correlationId, globalPid, bytes, copyKind"},
    {"CUPTI_ACTIVITY_KIND_MEMSET", "start, end, deviceId, streamId, correlationId, globalPid, bytes"},
    {"CUPTI_ACTIVITY_KIND_RUNTIME", "start, end, globalTid, correlationId, nameId"},
    {"CUPTI_ACTIVITY_KIND_CUDA_EVENT", "deviceId, streamId, correlationId, globalPid, eventId"},
    {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
     "start, end, deviceId, streamId, correlationId, globalPid, syncType, eventId"},
    {"NVTX_EVENTS", "start, end, globalTid, text, textId, eventType"},
    {"CUDA_GPU_MEMORY_USAGE_EVENTS", "start, deviceId, bytes, memoryOperationType, memKind, address"},
}};

constexpr std::string_view kMagic("SQLite format 3\0", 16);

/// A database in memory with all tables. The tables are emptied between inputs.
class Builder {
public:
    Builder()
    {
        fuzz::require(sqlite3_open(":memory:", &m_database) == SQLITE_OK, "a database in memory can be opened");
        run("PRAGMA page_size = 512");
        for (const Table& table : kTables) {
            run(std::string("CREATE TABLE ") + table.name + " (" + table.columns + ")");
            std::string row = std::string("INSERT OR IGNORE INTO ") + table.name + " VALUES (?";
            for (const char* c = table.columns; *c != '\0'; ++c)
                row += *c == ',' ? ", ?" : "";
            sqlite3_prepare_v2(m_database, (row + ")").c_str(), -1, &m_rows.emplace_back(), nullptr);
        }
    }

    std::string build(const std::string& text)
    {
        run("BEGIN");
        for (std::size_t table = 0; table < kTables.size(); ++table)
            if (m_isFilled[table])
                run(std::string("DELETE FROM ") + kTables[table].name);
        m_isFilled = {};
        std::vector<std::pair<std::size_t, char>> damage;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            if (line.starts_with('@'))
                damage.emplace_back(std::strtoull(line.c_str() + 1, nullptr, 10), line.back());
            else if (!line.empty() && line[0] >= 'A' && line[0] < 'A' + static_cast<int>(kTables.size()))
                insert(static_cast<std::size_t>(line[0] - 'A'), line.substr(1));
        run("COMMIT");
        sqlite3_int64 size = 0;
        const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes(
            sqlite3_serialize(m_database, "main", &size, 0), sqlite3_free);
        std::string file(reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size));
        for (const auto& [at, byte] : damage)
            file[at % file.size()] = byte;
        return file;
    }

private:
    void run(const std::string& sql) { sqlite3_exec(m_database, sql.c_str(), nullptr, nullptr, nullptr); }

    void insert(std::size_t table, const std::string& line)
    {
        m_isFilled[table] = true;
        sqlite3_stmt* row = m_rows[table];
        sqlite3_clear_bindings(row);
        std::istringstream words(line);
        std::string word;
        for (int column = 1; words >> word && column <= sqlite3_bind_parameter_count(row); ++column)
            bind(row, column, word);
        sqlite3_step(row);
        sqlite3_reset(row);
    }

    static void bind(sqlite3_stmt* row, int column, const std::string& word)
    {
        const char* end = word.data() + word.size();
        std::int64_t whole = 0;
        double real = 0;
        if (word == "-")
            return;
        if (std::from_chars(word.data(), end, whole).ptr == end)
            sqlite3_bind_int64(row, column, whole);
        else if (std::from_chars(word.data(), end, real).ptr == end)
            sqlite3_bind_double(row, column, real);
        else if (word.starts_with('#'))
            sqlite3_bind_blob(row, column, word.data(), static_cast<int>(word.size()), SQLITE_TRANSIENT);
        else
            sqlite3_bind_text(row, column, word.data(), static_cast<int>(word.size()), SQLITE_TRANSIENT);
    }

    sqlite3* m_database = nullptr;
    std::vector<sqlite3_stmt*> m_rows;
    std::array<bool, kTables.size()> m_isFilled{};
};

bool read(std::string_view input)
{
    static Builder builder;
    const auto file = fuzz::fileOf(input.starts_with(kMagic) ? std::string(input) : builder.build(std::string(input)));
    auto events = fuzz::reading([&] { return io::detail::readNsightEvents(file, {}); });
    if (!fuzz::succeeded(events))
        return false;
    trace::Store store;
    const auto counts = fuzz::reading([&] { return io::detail::importRecords(*std::move(events), "input", store); });
    store.close();
    return counts.has_value();
}

std::vector<std::string> seeds()
{
    const std::string whole =
        "A 1 cudaLaunchKernel\nA 2 gemm\nA 3 cudaMemcpyAsync\nA 5 python\nB 0 V100 16945512448\nC 0 0\n"
        "D 281476654432513 5\nH 100 200 281476654432513 1 1\nH 210 300 281476654432513 2 3\n"
        "H 310 900 281476654432513 3 4\nE 150 500 0 7 1 281476654432256 2 2 -\nE 500 600 1 7 4 281476654432256 text\n"
        "F 510 800 0 14 2 281476654432256 4194304 2\nG 510 520 0 7 5 281476654432256 4096\n"
        "I 0 7 1 281476654432256 9\nJ 310 900 0 14 3 281476654432256 3 0\nJ 320 330 0 14 6 281476654432256 2 9\n"
        "K 90 950 281476654432513 products - 59\nL 95 0 67108864 0 2 28672\nL 940 0 67108864 1 2 28672\n";
    return {whole, "E 0 10 0 7\n", whole + "@ 700 x\n", "E 1 -5 2 3 - - # 1.5\nK 0 9223372036854775807 1 a\n"};
}

}  // namespace

const fuzz::Target fuzz::kTarget = {read, seeds, nullptr, fuzz::WithoutMemory::Throws};
