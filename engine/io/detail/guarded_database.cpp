#include "engine/io/detail/guarded_database.h"

#include "engine/base/plain_file.h"
#include "engine/messages/messages.h"

#include <algorithm>
#include <cctype>
#include <cerrno>

#include <unistd.h>

namespace engine::io::detail {

namespace {

// Limits on the rows and on SQLite's instructions are computed from the size of the file, because a damaged tree of
// pages may repeat the same rows endlessly. A row takes at least kBytesOfRow bytes, and reading it at most
// kInstructionsOfRow instructions.
constexpr std::uint64_t kBytesOfRow = 4;
constexpr std::uint64_t kMostRows = std::uint64_t{1} << 27;
// The bytes of texts are limited too, because overflow pages may form a cycle, so that few bytes of the file give much
// text. The factor is above 1, because UTF-16 may grow by half when it is converted to UTF-8, and names of tables and
// columns count too.
constexpr std::uint64_t kTextsOfFile = 2;
constexpr std::uint64_t kTextOfSchema = std::uint64_t{1} << 20;
constexpr std::uint64_t kInstructionsOfRow = 64;
constexpr std::uint64_t kInstructionsOfSchema = 1'000'000;
constexpr int kInstructionsBetweenChecks = 2'000;
constexpr int kChecksBetweenCalls = 50;
// Fetches of pages are limited too: a column at the end of a chain of overflow pages costs a fetch of each page of the
// chain, and in a damaged file many rows may share one chain. In an undamaged file a page is fetched once, and again
// for each column of a row that continues on the page.
constexpr std::uint64_t kSmallestPage = 512;
constexpr std::uint64_t kFetchesOfPage = 16;
constexpr std::uint64_t kFetchesOfSchema = 10'000;
constexpr std::uint64_t kMostFetches = std::uint64_t{1} << 30;
constexpr std::uint64_t kRowsBetweenChecks = 64;

/// Returns the URI with which SQLite opens the file read-only and immutable.
std::string uriOf(const std::filesystem::path& path)
{
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string uri = "file:";
    for (const char c : std::filesystem::absolute(path).string()) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || c == '/' || c == '.' || c == '-' || c == '_') {
            uri.push_back(c);
        } else {
            uri.push_back('%');
            uri.push_back(kDigits[byte >> 4]);
            uri.push_back(kDigits[byte & 15]);
        }
    }
    return uri + "?mode=ro&immutable=1";
}

/// Returns the number of bytes that the file occupies on the disk, that is, without holes.
std::uint64_t storedBytes(const std::filesystem::path& path)
{
    const int descriptor = openPlainFile(path);
    if (descriptor < 0)
        return 0;
    const off_t size = ::lseek(descriptor, 0, SEEK_END);
    std::uint64_t stored = 0;
    for (off_t at = 0; at < size;) {
        const off_t data = ::lseek(descriptor, at, SEEK_DATA);
        if (data < 0 && errno == ENXIO)
            break;
        const off_t hole = data < 0 ? -1 : ::lseek(descriptor, data, SEEK_HOLE);
        // If the file system does not report holes, all bytes up to the end are stored.
        const off_t from = hole < 0 ? at : data, to = hole < 0 ? size : hole;
        stored += static_cast<std::uint64_t>(to - from);
        at = to;
    }
    ::close(descriptor);
    return stored;
}

}  // namespace

Status GuardedDatabase::open(const std::filesystem::path& path)
{
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(uriOf(path).c_str(), &opened,
                                     SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    m_database.reset(opened);
    if (code != SQLITE_OK)
        return damage();
    const std::uint64_t stored = storedBytes(path);
    m_rowsLeft = std::min(stored / kBytesOfRow, kMostRows);
    m_textLeft = stored * kTextsOfFile + kTextOfSchema;
    m_instructionsLeft = m_rowsLeft * kInstructionsOfRow + kInstructionsOfSchema;
    m_fetches = std::min(stored / kSmallestPage * kFetchesOfPage + kFetchesOfSchema, kMostFetches);
    harden();
    const Statement tables = prepare("PRAGMA main.table_list");
    while (next(tables))
        if (textOf(tables.get(), 2) == "table")
            m_tables.emplace(textOf(tables.get(), 1));
    return m_isDamaged ? Status(damage()) : Status();
}

Error GuardedDatabase::damage() const
{
    return sqlite3_errcode(m_database.get()) == SQLITE_NOMEM
               ? makeError(ErrorCode::OutOfMemory, message("trace.no-memory"))
               : makeError(ErrorCode::BadFile, message("trace.bad-sqlite"));
}

/// Switches off features of SQLite that an untrusted file could abuse.
void GuardedDatabase::harden()
{
    sqlite3* database = m_database.get();
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_exec(database, "PRAGMA cell_size_check = ON", nullptr, nullptr, nullptr);
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 1 << 20);
    sqlite3_progress_handler(
        database, kInstructionsBetweenChecks,
        [](void* self) { return static_cast<GuardedDatabase*>(self)->continues() ? 0 : 1; }, this);
}

bool GuardedDatabase::continues()
{
    if (m_checks++ % kChecksBetweenCalls == 0)
        reportProgress();
    m_isDamaged = m_isDamaged || m_instructionsLeft < kInstructionsBetweenChecks || !hasFetchesLeft();
    m_instructionsLeft -= kInstructionsBetweenChecks;
    return !m_isCancelled && !m_isDamaged;
}

GuardedDatabase::Statement GuardedDatabase::select(const char* table, std::initializer_list<const char*> columns)
{
    if (!m_tables.contains(table))
        return nullptr;
    std::set<std::string> known;
    const Statement about = prepare("PRAGMA table_info(\"" + std::string(table) + "\")");
    while (next(about))
        if (const auto* name = reinterpret_cast<const char*>(sqlite3_column_text(about.get(), 1)); name != nullptr)
            known.insert(name);
    std::string sql = "SELECT ";
    for (const char* column : columns)
        sql += (sql.size() > 7 ? ", " : "") +
               (known.contains(column) ? "\"" + std::string(column) + "\"" : std::string("NULL"));
    return prepare(sql + " FROM \"" + table + "\"");
}

GuardedDatabase::Statement GuardedDatabase::prepare(const std::string& sql)
{
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(m_database.get(), sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
        m_isDamaged = m_isDamaged || !m_isCancelled;
    return Statement(statement);
}

bool GuardedDatabase::next(const Statement& statement)
{
    if (!statement || m_isCancelled)
        return false;
    const int code = sqlite3_step(statement.get());
    const bool isRow = code == SQLITE_ROW && m_rowsLeft > 0 && subtractText(statement.get()) &&
                       (m_rowsLeft % kRowsBetweenChecks != 0 || hasFetchesLeft());
    m_isDamaged = m_isDamaged || (!isRow && code != SQLITE_DONE && code != SQLITE_INTERRUPT);
    m_rowsLeft -= isRow ? 1 : 0;
    return isRow;
}

bool GuardedDatabase::hasFetchesLeft()
{
    std::uint64_t fetches = 0;
    for (const int what : {SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS}) {
        int count = 0, highest = 0;
        sqlite3_db_status(m_database.get(), what, &count, &highest, 0);
        fetches += static_cast<unsigned>(count);
    }
    return fetches <= m_fetches;
}

/// Subtracts the bytes of a row's texts and blobs from m_textLeft. Returns false if the file cannot contain as many
/// bytes.
bool GuardedDatabase::subtractText(sqlite3_stmt* row)
{
    for (int column = 0; column < sqlite3_column_count(row); ++column) {
        const int type = sqlite3_column_type(row, column);
        if (type != SQLITE_TEXT && type != SQLITE_BLOB)
            continue;
        const auto bytes = static_cast<std::uint64_t>(sqlite3_column_bytes(row, column));
        if (bytes > m_textLeft)
            return false;
        m_textLeft -= bytes;
    }
    return true;
}

}  // namespace engine::io::detail
