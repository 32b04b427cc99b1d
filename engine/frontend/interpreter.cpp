#include "engine/frontend/detail/interpreter.h"

#include "engine/frontend/detail/native.h"
#include "engine/messages/messages.h"

#include <algorithm>
#include <string>

namespace engine::frontend {

namespace {

Status toStatus(PyStatus status, const std::string& what)
{
    if (PyStatus_Exception(status) == 0)
        return {};
    return makeError(ErrorCode::Unavailable,
                     message("python.not-started", what,
                             status.err_msg != nullptr ? Message(status.err_msg) : message("python.no-reason")));
}

struct Configuration {
    Configuration() { PyConfig_InitIsolatedConfig(&config); }
    ~Configuration() { PyConfig_Clear(&config); }
    Configuration(const Configuration&) = delete;
    Configuration& operator=(const Configuration&) = delete;

    Status addPath(const std::filesystem::path& path)
    {
        return toStatus(PyWideStringList_Append(&config.module_search_paths, path.wstring().c_str()), "search path");
    }

    PyConfig config{};
};

using Folders = std::vector<std::filesystem::path>;

Status configure(Configuration& it, const Folders& folders, const std::filesystem::path& library)
{
    it.config.site_import = 0;
    it.config.write_bytecode = 0;
    it.config.install_signal_handlers = 0;
    it.config.use_hash_seed = 1;  // so that the order of a set is the same in each program run
    it.config.hash_seed = 0;
    it.config.module_search_paths_set = 1;
    Folders all = folders;
    all.insert(all.end(), {library, library / "lib-dynload"});
    for (const std::filesystem::path& path : all)
        if (Status status = it.addPath(path); !status)
            return status;
    const std::wstring home = library.parent_path().parent_path().wstring();
    return toStatus(PyConfig_SetString(&it.config, &it.config.home, home.c_str()), "home");
}

/// Whether some of the program's threads have not ended. Py_FinalizeEx() would wait for them, or they would run while
/// it destroys Python.
bool hasThreads()
{
    PyObject* const module = PyImport_ImportModule("overlap_running");
    PyObject* const answer = module == nullptr ? nullptr : PyObject_CallMethod(module, "has_threads", nullptr);
    const bool result = answer != nullptr && PyObject_IsTrue(answer) == 1;
    Py_XDECREF(answer);
    Py_XDECREF(module);
    PyErr_Clear();
    return result;
}

}  // namespace

Result<std::unique_ptr<Interpreter>> Interpreter::start(const std::vector<std::filesystem::path>& folders,
                                                        const std::filesystem::path& standardLibrary)
{
    std::error_code ignored;
    if (!std::filesystem::exists(standardLibrary / "os.py", ignored))
        return makeError(ErrorCode::NotFound, message("python.library-missing", standardLibrary.string()));
    for (const char* package : {"torch", "overlap_listing", "overlap_running"})
        if (std::ranges::none_of(folders, [&](const std::filesystem::path& folder) {
                return std::filesystem::exists(folder / package / "__init__.py", ignored);
            }))
            return makeError(ErrorCode::NotFound, message("python.dialects-missing",
                                                          folders.empty() ? std::string() : folders.front().string()));
    if (Py_IsInitialized() != 0)
        return makeError(ErrorCode::Unavailable, message("python.already-running"));
    if (PyImport_AppendInittab("_overlap", PyInit__overlap) != 0)
        return makeError(ErrorCode::OutOfMemory, message("python.no-memory"));
    // Use UTF-8 for texts and file names in every locale, as Python does in the locale C.
    PyPreConfig preparation;
    PyPreConfig_InitIsolatedConfig(&preparation);
    preparation.utf8_mode = 1;
    if (Status status = toStatus(Py_PreInitialize(&preparation), "preparation"); !status)
        return std::move(status).error();
    std::unique_ptr<Interpreter> result(new Interpreter);
    Configuration configuration;
    if (Status status = configure(configuration, folders, standardLibrary); !status)
        return std::move(status).error();
    if (Status status = toStatus(Py_InitializeFromConfig(&configuration.config), "start"); !status)
        return std::move(status).error();
    result->m_released = PyEval_SaveThread();
    return result;
}

Interpreter::~Interpreter()
{
    if (m_released == nullptr)
        return;  // Python did not start
    PyEval_RestoreThread(m_released);
    if (hasThreads())
        return;  // this thread keeps the GIL until the process ends, so that the other threads cannot run
    Py_FinalizeEx();
}

}  // namespace engine::frontend
