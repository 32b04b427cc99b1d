#include "engine/listing/detail/notebook_format.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace engine::listing {

namespace {

using Json = nlohmann::ordered_json;

/// Writes the events of nlohmann's parser as text and records the positions of the cells and their sources.
class Formatter final : public nlohmann::json_sax<Json> {
public:
    FormattedNotebook result;

    bool null() override { return scalar("null"); }
    bool boolean(bool value) override { return scalar(value ? "true" : "false"); }
    bool number_integer(number_integer_t value) override { return scalar(std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) override
    {
        if (m_levels.size() == 1 && m_key == "nbformat_minor")
            result.needsIds = result.needsIds || value >= 5;
        return scalar(std::to_string(value));
    }
    /// `token` has the file's spelling, except that the decimal point may be that of the current locale.
    bool number_float(number_float_t /*value*/, const string_t& token) override
    {
        std::string written = token;
        if (const std::size_t point = written.find_first_not_of("0123456789+-eE"); point != std::string::npos)
            written[point] = '.';
        return scalar(written);
    }
    bool string(string_t& value) override
    {
        if (isInCell() && m_key == "source" && m_levels.size() <= kInCell + 1)
            cell().text += value;
        else if (isInCell() && m_levels.size() == kInCell && m_key == "cell_type")
            cell().kind = cellKindOf(value);
        else if (isInCell() && m_levels.size() == kInCell && m_key == "id")
            result.ids.insert(value);
        return scalar(quoted(value));
    }
    bool binary(binary_t& /*value*/) override { return false; }

    bool start_object(std::size_t /*size*/) override
    {
        startValue();
        if (isInCells())
            result.found.push_back(
                {.range = {result.text.size(), 0}, .source = {}, .kind = CellKind::Code, .text = {}});
        return open('{');
    }
    bool key(string_t& key) override
    {
        separate();
        result.text += quoted(key) + ": ";
        if (m_levels.size() == 1)
            m_memberKey = key;
        if (m_levels.size() == 1 || (isInCell() && m_levels.size() == kInCell))
            m_key = key;
        if (isInCell() && m_levels.size() == kInCell && key == "cell_type")
            cell().kind = cellKindOf({});  // default, if the value is not a string
        if (isInCell() && m_levels.size() == kInCell && key == "source") {
            cell().source.begin = result.text.size();
            cell().text.clear();
        }
        return true;
    }
    bool end_object() override
    {
        close('}');
        if (isInCells())
            cell().range.end = result.text.size();
        return endValue();
    }
    bool start_array(std::size_t /*size*/) override
    {
        startValue();
        if (m_memberKey == "cells" && m_levels.size() == 1) {
            result.found.clear();
            result.cells.begin = result.text.size();
        }
        return open('[');
    }
    bool end_array() override
    {
        close(']');
        if (m_memberKey == "cells" && m_levels.size() == 1)
            result.cells.end = result.text.size();
        return endValue();
    }
    bool parse_error(std::size_t /*at*/, const std::string& /*token*/, const Json::exception& /*error*/) override
    {
        return false;
    }

private:
    static constexpr std::size_t kInCells = 2;  ///< nesting depth inside the list of cells: the notebook and the list
    static constexpr std::size_t kInCell = 3;

    struct Level {
        bool isArray = false;
        bool isEmpty = true;
    };

    static std::string quoted(const std::string& text) { return Json(text).dump(); }
    /// Whether the position is between the cells of the list.
    [[nodiscard]] bool isInCells() const
    {
        return m_memberKey == "cells" && m_levels.size() == kInCells && m_levels[1].isArray;
    }
    /// Whether the position is inside a cell, at any depth.
    [[nodiscard]] bool isInCell() const
    {
        return m_memberKey == "cells" && m_levels.size() >= kInCell && m_levels[1].isArray && !m_levels[2].isArray;
    }
    FormattedNotebook::Cell& cell() { return result.found.back(); }

    void newLine() { result.text.append(1, '\n').append(m_levels.size(), ' '); }
    void separate()
    {
        if (!std::exchange(m_levels.back().isEmpty, false))
            result.text += ',';
        newLine();
    }
    void startValue()
    {
        if (!m_levels.empty() && m_levels.back().isArray)
            separate();
    }
    bool endValue()
    {
        if (isInCell() && m_levels.size() == kInCell && m_key == "source")
            cell().source.end = result.text.size();
        return true;
    }
    bool scalar(std::string_view text)
    {
        startValue();
        result.text += text;
        return endValue();
    }
    bool open(char bracket)
    {
        m_levels.push_back({bracket == '[', true});
        result.text += bracket;
        return true;
    }
    void close(char bracket)
    {
        const bool isEmpty = m_levels.back().isEmpty;
        m_levels.pop_back();
        if (!isEmpty)
            newLine();
        result.text += bracket;
    }

    std::vector<Level> m_levels;
    std::string m_memberKey;  ///< current key of the notebook
    std::string m_key;        ///< current key of the notebook or of a cell
};

}  // namespace

std::optional<FormattedNotebook> formatNotebook(std::string_view json)
{
    Formatter formatter;
    if (!Json::sax_parse(json.begin(), json.end(), &formatter))
        return std::nullopt;
    return std::move(formatter.result);
}

}  // namespace engine::listing
