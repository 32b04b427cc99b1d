#pragma once

#include "engine/base/result.h"
#include "engine/device/ranks.h"
#include "engine/io/temporary_folder.h"
#include "engine/trace/trace.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Declarations for simulated and real ranks: the names of their traces, the environment variables of their programs,
/// and the reports to the process that prints for all ranks.
namespace app {

/// Returns the path of one rank's trace in the folder of --trace.
[[nodiscard]] std::filesystem::path rankFile(const std::filesystem::path& folder, int rank);
/// Name of a file that rank 0 creates beside its trace. If a rank does not find this file in its folder, the folder is
/// not that of rank 0.
[[nodiscard]] std::string runMark(std::uint32_t run);
/// Returns the text that --tag prints before each line of a rank, as PyTorch does: "[rank1]: ".
[[nodiscard]] std::string tagOf(int rank);
/// The destinations of the output of ranks.
struct RankTargets {
    std::string trace = {};    ///< folder of the traces; empty: none are written
    std::string summary = {};  ///< file of the summary; empty: none is written
    bool isFollowed = false;   ///< another process reads the traces while the ranks run; the ranks print nothing
    bool isTagged = false;     ///< each line that a rank prints begins with tagOf()
};
/// Creates the folder of --trace, and removes the files that an earlier run has left there, even if that run was
/// killed. An empty name creates no folder. Errors: InvalidArgument if `folder` is a file, or its name ends like that
/// of a trace file; InputOutput.
[[nodiscard]] engine::Status makeTraceFolder(const std::string& folder);
/// Creates a temporary folder and stores its name in `folder`, if there is a summary but no --trace: the summary needs
/// the traces of all ranks. Errors: InputOutput.
[[nodiscard]] engine::Result<std::optional<engine::io::TemporaryFolder>> folderForSummary(std::string& folder,
                                                                                          const std::string& summary);

/// Returns the reason why a program did not start. `text`: a message as JSON, or any text.
[[nodiscard]] engine::Message refusalIn(const std::string& text);
/// Returns "ended by signal 9 (Killed)".
[[nodiscard]] engine::Message endedBy(int signal);

/// Returns the most common environment variables that torchrun sets, for programs that read them; MASTER_ADDR only if
/// all ranks are on one computer.
[[nodiscard]] std::map<std::string, std::string> environmentOf(const engine::device::RankPlace& place);

/// A text that a program printed; `stream`: a trace::OutputStream.
struct RankOutput {
    std::int64_t time = 0;
    int stream = 0;
    std::string text;
};

struct RankReport {
    std::string error;    ///< traceback
    std::string trouble;  ///< why the trace could not be written
    std::vector<std::string> warnings;
    std::vector<RankOutput> outputs;
};
[[nodiscard]] RankReport reportOf(const engine::trace::Trace& trace);
[[nodiscard]] std::vector<RankOutput> outputsOf(const engine::trace::Trace& trace);
/// Returns the report as JSON, for another process.
[[nodiscard]] std::string textOf(const RankReport& report);

/// Texts that ranks report, such as warnings. Equal texts are printed once, with the numbers of their ranks.
class RankTexts {
public:
    void add(int rank, const std::string& text);
    void print(const char* between) const;

private:
    std::vector<std::pair<std::string, std::vector<int>>> m_texts;
};

/// Collects and prints the reports of all ranks.
class RankReports {
public:
    /// Adds tagOf() to each line that a program has printed.
    void tagOutputs() { m_isTagged = true; }
    /// `text`: a result of textOf(); empty if the rank was killed before it wrote its report.
    void add(int rank, const std::string& text);
    void addTrouble(int rank, const std::string& trouble) { m_troubles.emplace_back(rank, trouble); }
    /// Prints outputs in the order of their times, then errors and warnings. `failure`: the message that states why all
    /// ranks were ended; it is printed once, instead of a traceback per rank.
    void print(const std::string& failure) const;
    /// Writes the summary of the run, from the traces in `folder` of the ranks that have reported, and prints its most
    /// important numbers to standard error. Writes nothing if no rank has a trace. Errors: BadFile, InputOutput.
    [[nodiscard]] engine::Status writeSummary(const std::filesystem::path& folder, const std::string& path) const;

private:
    void printOutputs() const;

    bool m_isTagged = false;
    std::vector<std::pair<int, RankReport>> m_reports;
    std::vector<std::pair<int, std::string>> m_troubles;
};

}  // namespace app
