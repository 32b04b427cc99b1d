#include "engine/frontend/detail/program_file.h"

#include "engine/base/text.h"
#include "engine/base/utf8.h"
#include "engine/io/atomic_file.h"
#include "engine/listing/notebook.h"
#include "engine/messages/file_kind.h"
#include "engine/messages/messages.h"
#include "engine/messages/no_memory.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <new>
#include <optional>
#include <sstream>
#include <utility>

namespace engine::frontend {

namespace {

constexpr std::size_t kMaxFile = std::size_t{16} << 20U;
/// Larger than kMaxFile, because notebooks contain images as text.
constexpr std::size_t kMaxNotebook = std::size_t{64} << 20U;

std::vector<std::string> split(std::string_view text, char separator)
{
    std::vector<std::string> parts;
    std::istringstream stream{std::string(text)};
    for (std::string part; std::getline(stream, part, separator);)
        parts.emplace_back(trimmed(part));
    return parts;
}

template <typename Number>
bool parse(const std::string& text, Number& value)
{
    const auto number = parseNumber<Number>(text);
    value = number.value_or(value);
    return number.has_value();
}

/// A file whose header is being read.
struct Draft {
    Program program;
    Dialect dialect = Dialect::Torch;
    int order = 0;
    std::string machine;
    std::string note;
};

/// Whether the parameter is valid: a number's default must be within its bounds, and a choice must have choices, none
/// of them empty.
bool isAllowed(const Parameter& parameter)
{
    const std::vector<std::string>& choices = parameter.choices;
    if (parameter.kind == ParameterKind::Choice)
        return !choices.empty() && std::find(choices.begin(), choices.end(), "") == choices.end();
    if (parameter.kind == ParameterKind::Real) {
        double real = 0;
        return parse(parameter.value, real) && real >= parameter.lowest && real <= parameter.highest;
    }
    if (parameter.kind == ParameterKind::Text)
        return true;
    std::int64_t value = 0;
    return parse(parameter.value, value) && value >= parameter.minimum && value <= parameter.maximum;
}

/// Reads "parameter n" = "4000 | matrix side | 1..20000 | note".
bool readParameter(const std::string& name, const std::string& value, Draft& draft)
{
    const std::vector<std::string> parts = split(value, '|');
    if (parts.size() < 3)
        return false;
    Parameter parameter;
    parameter.name = name;
    parameter.value = parts[0];
    parameter.label = parts[1];
    parameter.note = parts.size() > 3 ? parts[3] : "";
    const std::size_t dots = parts[2].find("..");
    const bool hasPoint = dots != std::string::npos && parts[2].find('.') != dots;
    const bool isReal = hasPoint || (dots != std::string::npos && parts[2].find('.', dots + 2) != std::string::npos);
    if (isReal) {
        parameter.kind = ParameterKind::Real;
        if (!parse(parts[2].substr(0, dots), parameter.lowest) || !parse(parts[2].substr(dots + 2), parameter.highest))
            return false;
    } else if (dots != std::string::npos) {
        if (!parse(parts[2].substr(0, dots), parameter.minimum) || !parse(parts[2].substr(dots + 2), parameter.maximum))
            return false;
    } else if (parts[2] == "text") {
        parameter.kind = ParameterKind::Text;
    } else {
        parameter.kind = ParameterKind::Choice;
        parameter.choices = split(parts[2], ',');
    }
    if (!isAllowed(parameter) || std::any_of(draft.program.parameters.begin(), draft.program.parameters.end(),
                                             [&](const Parameter& other) { return other.name == name; }))
        return false;
    draft.program.parameters.push_back(std::move(parameter));
    return true;
}

/// Reads "try Flip line 15" = "flip 15 | sentence" or "set hostMemory=pinned copies=own | sentence"; a third field is
/// the label of the Benchmark to which the number belongs.
bool readSuggestion(const std::string& title, const std::string& value, Draft& draft)
{
    const std::size_t bar = value.find('|');
    if (bar == std::string::npos)
        return false;
    Program::Suggestion suggestion;
    suggestion.title = title;
    const std::size_t second = value.find('|', bar + 1);
    suggestion.text = trimmed(std::string_view(value).substr(bar + 1, second - bar - 1));
    if (second != std::string::npos)
        suggestion.block = trimmed(std::string_view(value).substr(second + 1));
    std::vector<std::string> words = split(trimmed(std::string_view(value).substr(0, bar)), ' ');
    if (words.size() < 2)
        return false;
    if (words[0] == "flip") {
        suggestion.flipLine = 0;
        if (!parse(words[1], *suggestion.flipLine))
            return false;
    } else {
        for (std::size_t i = 1; i < words.size(); ++i) {
            const std::size_t equals = words[i].find('=');
            if (words[0] != "set" || equals == std::string::npos)
                return false;
            suggestion.set[words[i].substr(0, equals)] = words[i].substr(equals + 1);
        }
    }
    draft.program.suggestions[draft.dialect].push_back(std::move(suggestion));
    return true;
}

/// Reads "15, 19" into `lines[key]`; changes nothing if `value` is invalid.
template <typename Key>
bool readLines(const std::string& value, std::map<Key, std::vector<int>>& lines, const Key& key)
{
    std::vector<int> read;
    for (const std::string& line : split(value, ','))
        if (!parse(line, read.emplace_back()) || read.back() < 1)
            return false;
    lines[key] = std::move(read);
    return true;
}

/// Returns false if the entry is invalid.
bool readEntry(const std::string& key, const std::string& value, Draft& draft)
{
    Program& program = draft.program;
    const std::pair<const char*, std::string*> texts[] = {
        {"id", &program.id},       {"title", &program.title},   {"section", &program.section},
        {"group", &program.group}, {"machine", &draft.machine}, {"note", &draft.note},
    };
    for (const auto& [name, target] : texts)
        if (key == name) {
            *target = value;
            return true;
        }
    const std::string rest(trimmed(std::string_view(key).substr(std::min(key.find(' '), key.size()))));
    if (key == "order")
        return parse(value, draft.order);
    if (key == "dialect" && (value == "mxnet" || value == "torch")) {
        draft.dialect = value == "mxnet" ? Dialect::MXNet : Dialect::Torch;
        return true;
    }
    if (key == "values" && (value == "timing" || value == "computed")) {
        program.values = value == "timing" ? trace::ValueMode::TimingOnly : trace::ValueMode::Computed;
        return true;
    }
    if (key == "off")
        return readLines(value, program.initiallyOff, draft.dialect);
    if (key.starts_with("numbers "))
        return readLines(value, program.numberLines[draft.dialect], rest);
    if (key.starts_with("book ")) {
        double seconds = 0;
        if (!parse(value, seconds))
            return false;
        program.bookResults[draft.dialect][rest] = seconds;
        return true;
    }
    if (key.starts_with("parameter "))
        return readParameter(rest, value, draft);
    return key.starts_with("try ") && readSuggestion(rest, value, draft);
}

/// Splits a header line without its "#:" into key and value; none if it has no " = ".
std::optional<std::pair<std::string, std::string>> entryOf(std::string_view line)
{
    // The title of a suggestion may contain an equals sign.
    const std::size_t equals =
        trimmed(line).starts_with("try ") ? std::min(line.find(" = flip "), line.find(" = set ")) : line.find(" = ");
    if (equals == std::string::npos)
        return {};
    return std::pair<std::string, std::string>(trimmed(line.substr(0, equals)), trimmed(line.substr(equals + 3)));
}

/// Applies the header lines in the comments at the top of a listing. A user's own file has no other header; the listing
/// of a built-in program contains the entries that copies of the listing need too. Ignores id, section and group, and
/// lines that are not valid entries, because other comments may begin with "#:" too.
void readOwnHeader(const std::string& text, Draft& draft)
{
    constexpr int kMaxLines = 100;
    std::istringstream lines(text);
    int count = 0;
    for (std::string line; std::getline(lines, line) && (line.empty() || line.starts_with('#'));) {
        if (!line.starts_with("#:"))
            continue;
        if (++count > kMaxLines)
            return;
        const auto entry = entryOf(line.substr(2));
        if (entry && entry->first != "id" && entry->first != "section" && entry->first != "group")
            readEntry(entry->first, entry->second, draft);
    }
}

Error badLine(const std::filesystem::path& path, std::size_t line, const std::string& text)
{
    return makeError(ErrorCode::BadFile, message("program.bad-header", path.string(), line, text));
}

/// Returns the first line that is not UTF-8; 0 if there is none.
std::size_t firstStrangeLine(const std::string& text)
{
    std::size_t line = 1;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = characterLength(std::string_view(text).substr(at));
        if (length == 0)
            return line;
        line += text[at] == '\n' ? 1 : 0;
        at += length;
    }
    return 0;
}

/// Reads a text file.
Result<std::string> readFile(const std::filesystem::path& path)
{
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status))
        return makeError(ErrorCode::NotFound, message("program.no-file", path.string()));
    if (Message other = messages::describeNonFile(path); !other.empty())
        return makeError(ErrorCode::BadFile, message("program.not-a-file", path.string(), std::move(other)));
    const std::size_t most = isNotebook(path) ? kMaxNotebook : kMaxFile;
    auto text = io::readFile(path, most);
    if (!text && text.error().code == ErrorCode::BadFile)
        return makeError(ErrorCode::BadFile, message("program.too-large", path.string(), most >> 20U));
    if (!text)
        return makeError(ErrorCode::InputOutput, message("program.not-read", path.string()));
    if (text->find('\0') != std::string::npos)
        return makeError(ErrorCode::BadFile, message("program.not-text", path.string()));
    if (const std::size_t line = firstStrangeLine(*text); line != 0)
        return makeError(ErrorCode::BadFile, message("program.not-utf8", path.string(), line));
    return text;
}

/// Normalises a listing: removes the byte order mark and carriage returns.
std::string plain(std::string text)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.erase(0, 3);
    std::erase(text, '\r');
    return text;
}

Result<std::string> readText(const std::filesystem::path& path)
{
    auto text = readFile(path);
    return text ? plain(*std::move(text)) : text;
}

/// Stores the header's machine and note in the program, for the dialect of the file. Call it after the whole header was
/// read, because the line with the dialect may follow the lines with machine and note.
void keepTexts(Draft& draft)
{
    if (!draft.machine.empty())
        draft.program.machines[draft.dialect] = draft.machine;
    if (!draft.note.empty())
        draft.program.notes[draft.dialect] = draft.note;
}

Result<Draft> readWorkload(const std::filesystem::path& path)
{
    auto text = readText(path);
    if (!text)
        return std::move(text).error();
    Draft draft;
    std::size_t at = 0;
    std::size_t line = 0;
    std::vector<std::pair<std::string, std::string>> entries;
    while (text->compare(at, 2, "#:") == 0) {
        const std::size_t end = std::min(text->find('\n', at), text->size());
        const std::string headerLine = text->substr(at + 2, end - at - 2);
        const auto entry = entryOf(headerLine);
        ++line;
        if (!entry || !readEntry(entry->first, entry->second, draft))
            return badLine(path, line, headerLine);
        at = std::min(end + 1, text->size());
    }
    if (draft.program.id.empty() || draft.program.title.empty())
        return makeError(ErrorCode::BadFile, message("program.no-title", path.string()));
    std::string listing = text->substr(at);
    readOwnHeader(listing, draft);
    draft.program.sources[draft.dialect] = std::move(listing);
    keepTexts(draft);
    return draft;
}

/// Merges two dialects of the same program.
void merge(Draft&& from, Draft& into)
{
    const Dialect dialect = from.dialect;
    Program& program = into.program;
    // The header of either dialect may contain the shared fields.
    for (std::string Program::*field : {&Program::section, &Program::group})
        if ((program.*field).empty())
            program.*field = std::move(from.program.*field);
    program.machines.merge(from.program.machines);
    program.notes.merge(from.program.notes);
    if (into.order == 0)
        into.order = from.order;
    if (!program.values)
        program.values = from.program.values;
    program.sources[dialect] = std::move(from.program.sources[dialect]);
    program.bookResults[dialect] = std::move(from.program.bookResults[dialect]);
    program.initiallyOff[dialect] = std::move(from.program.initiallyOff[dialect]);
    program.numberLines[dialect] = std::move(from.program.numberLines[dialect]);
    program.suggestions[dialect] = std::move(from.program.suggestions[dialect]);
    for (Parameter& parameter : from.program.parameters)
        if (std::none_of(program.parameters.begin(), program.parameters.end(),
                         [&](const Parameter& known) { return known.name == parameter.name; }))
            program.parameters.push_back(std::move(parameter));
}

bool mentions(const std::string& source, const char* module)
{
    return source.find(std::string("import ") + module) != std::string::npos ||
           source.find(std::string("from ") + module) != std::string::npos;
}

}  // namespace

Result<std::vector<Program>> readWorkloads(const std::filesystem::path& folder)
{
    std::error_code error;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
        if (entry.path().extension() == ".py")
            files.push_back(entry.path());
    if (error)
        return makeError(ErrorCode::NotFound, message("program.chapter-missing", folder.string()));
    std::sort(files.begin(), files.end());
    std::vector<Draft> drafts;
    for (const auto& file : files) {
        auto draft = readWorkload(file);
        if (!draft)
            return std::move(draft).error();
        const auto known = std::find_if(drafts.begin(), drafts.end(),
                                        [&](const Draft& other) { return other.program.id == draft->program.id; });
        if (known == drafts.end())
            drafts.push_back(*std::move(draft));
        else if (known->program.sources.contains(draft->dialect))
            return makeError(ErrorCode::BadFile, message("program.repeated-id", file.string(), draft->program.id));
        else
            merge(*std::move(draft), *known);
    }
    std::stable_sort(drafts.begin(), drafts.end(), [](const Draft& a, const Draft& b) { return a.order < b.order; });
    std::vector<Program> programs;
    for (Draft& draft : drafts)
        programs.push_back(std::move(draft.program));
    return programs;
}

bool isNotebook(const std::filesystem::path& path)
{
    std::string ending = path.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
    return ending == ".ipynb";
}

Result<std::string> listingOf(const OpenedFile& file, const std::string& name)
{
    return file.isNotebook ? listing::listingOfNotebook(plain(file.bytes), name) : plain(file.bytes);
}

Result<Program> readProgramFile(const std::filesystem::path& path)
try {
    auto bytes = readFile(path);
    if (!bytes)
        return std::move(bytes).error();
    const auto opened = std::make_shared<const OpenedFile>(OpenedFile{*std::move(bytes), isNotebook(path)});
    auto text = listingOf(*opened, path.string());
    if (!text)
        return std::move(text).error();
    Draft draft;
    Program& program = draft.program;
    program.id = path.string();
    program.title = drawable(path.stem().string());
    program.path = path.string();
    program.file = opened;
    draft.machine = "book-v100";
    draft.dialect = dialectOf(*text);
    readOwnHeader(*text, draft);
    keepTexts(draft);
    program.sources[draft.dialect] = *std::move(text);
    return std::move(draft.program);
} catch (const std::bad_alloc&) {
    return messages::noMemoryToRead(path.string());
}

std::string textIn(const std::map<Dialect, std::string>& texts, Dialect dialect)
{
    const auto own = texts.find(dialect);
    return own != texts.end() ? own->second : texts.empty() ? std::string() : texts.begin()->second;
}

std::vector<int> linesOff(const Program& program, Dialect dialect)
{
    const auto off = program.initiallyOff.find(dialect);
    return off != program.initiallyOff.end() ? off->second : std::vector<int>();
}

Dialect dialectOf(const std::string& source)
{
    return mentions(source, "mxnet") || mentions(source, "d2lzh") || source.find("import mxnet") != std::string::npos ||
                   source.find("mxnet as d2l") != std::string::npos
               ? Dialect::MXNet
               : Dialect::Torch;
}

std::string usualImports(Dialect dialect)
{
    return dialect == Dialect::Torch
               ? "import numpy\nimport torch\nfrom d2l import torch as d2l\n"
               : "import numpy\nimport mxnet as mx\nfrom mxnet import nd, np, npx\nfrom d2l import mxnet as d2l\n"
                 "npx.set_np()\n";
}

}  // namespace engine::frontend
