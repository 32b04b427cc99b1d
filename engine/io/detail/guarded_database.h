#pragma once

#include "engine/base/result.h"
#include "engine/io/detail/byte_stream.h"

#include <filesystem>
#include <initializer_list>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include <sqlite3.h>

namespace engine::io::detail {

/// An SQLite file from an untrusted source, opened read-only and immutable. Limits on rows, texts, instructions and
/// pages, computed from the size of the file, end the reading of a damaged file.
class GuardedDatabase {
public:
    explicit GuardedDatabase(const Progress& progress) : m_progress(progress) {}

    /// Opens the file and finds its tables, without views and virtual tables, which could compute anything. Errors:
    /// BadFile; OutOfMemory.
    [[nodiscard]] Status open(const std::filesystem::path& path);
    [[nodiscard]] const std::set<std::string>& tables() const { return m_tables; }

    /// Sets the completed fraction of the import, which is reported while rows are read.
    void setProgress(double share) { m_share = share; }
    /// Reports the completed fraction; isCancelled() is true if the callback has returned false.
    void reportProgress() { m_isCancelled = m_isCancelled || (m_progress && !m_progress(m_share)); }
    [[nodiscard]] bool isCancelled() const { return m_isCancelled; }
    [[nodiscard]] bool isDamaged() const { return m_isDamaged; }
    /// Returns the error for a file from which nothing could be read.
    [[nodiscard]] Error damage() const;

    /// Calls `row` for every row of a table with the requested columns; columns that the table lacks are NULL.
    void eachRow(const char* table, std::initializer_list<const char*> columns, const auto& row)
    {
        const Statement rows = select(table, columns);
        while (next(rows))
            row(rows.get());
    }

private:
    struct CloseDeleter {
        void operator()(sqlite3* database) const { sqlite3_close(database); }
    };
    struct FinalizeDeleter {
        void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    };
    using Statement = std::unique_ptr<sqlite3_stmt, FinalizeDeleter>;

    void harden();
    [[nodiscard]] bool continues();
    /// Returns null if the database has no such table.
    [[nodiscard]] Statement select(const char* table, std::initializer_list<const char*> columns);
    [[nodiscard]] Statement prepare(const std::string& sql);
    [[nodiscard]] bool next(const Statement& statement);
    [[nodiscard]] bool hasFetchesLeft();
    [[nodiscard]] bool subtractText(sqlite3_stmt* row);

    const Progress& m_progress;
    std::unique_ptr<sqlite3, CloseDeleter> m_database;
    std::set<std::string> m_tables;
    std::uint64_t m_rowsLeft = 0;
    std::uint64_t m_textLeft = 0;
    std::uint64_t m_instructionsLeft = 0;
    std::uint64_t m_fetches = 0;  ///< maximum number of pages that may be fetched
    int m_checks = 0;
    double m_share = 0;
    bool m_isDamaged = false;
    bool m_isCancelled = false;
};

[[nodiscard]] inline std::int64_t number(sqlite3_stmt* row, int column, std::int64_t none = 0)
{
    return sqlite3_column_type(row, column) == SQLITE_NULL ? none : sqlite3_column_int64(row, column);
}
[[nodiscard]] inline bool hasValue(sqlite3_stmt* row, int column)
{
    return sqlite3_column_type(row, column) != SQLITE_NULL;
}
[[nodiscard]] inline std::string_view textOf(sqlite3_stmt* row, int column)
{
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(row, column));
    return text == nullptr ? std::string_view{}
                           : std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(row, column)));
}

}  // namespace engine::io::detail
