#include "engine/frontend/detail/notebook.h"
#include "engine/frontend/detail/program_file.h"
#include "engine/frontend/runner.h"
#include "engine/io/atomic_file.h"

namespace engine::frontend {

namespace {

/// A line that begins with an import, wherever it stands.
bool hasImport(const std::string& source)
{
    for (const char* word : {"import ", "from "}) {
        const std::string start(word);
        if (source.starts_with(start) || source.find("\n" + start) != std::string::npos)
            return true;
    }
    return false;
}

std::string complete(const std::string& source, Dialect dialect)
{
    if (hasImport(source))
        return source;
    const bool hasCells = source.find("# %%") != std::string::npos;
    return (hasCells ? "# %%\n" : "") + usualImports(dialect) + "\n" + source;
}

}  // namespace

Status Runner::saveScript(const std::string& source, Dialect dialect, const std::filesystem::path& path)
{
    return io::writeFileAtomically(path, complete(source, dialect));
}

Status Runner::saveNotebook(const std::string& source, Dialect dialect, const std::filesystem::path& path)
{
    return io::writeFileAtomically(path, notebookOfListing(complete(source, dialect)));
}

Status Runner::save(const std::string& source, Dialect dialect, const std::filesystem::path& path)
{
    return path.extension() == ".ipynb" ? saveNotebook(source, dialect, path) : saveScript(source, dialect, path);
}

}  // namespace engine::frontend
