#include "engine/io/open_trace.h"
#include "tests/devices/trace_rules.h"

#include <cstdio>

/// gpu_check_trace FILE...: checks whether recorded runs keep those device invariants that also apply to real traces.
/// Prints a line for each invariant; exits with 1 if one is broken, with 2 if there is no FILE or one cannot be read.
int main(int argc, char** argv)
{
    std::setvbuf(stdout, nullptr, _IOLBF, 0);  // so that the complete lines are printed if the program is stopped
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s TRACE...\n", argv[0]);
        return 2;
    }
    std::vector<conformance::Verdict> all;
    int broken = 0;
    for (int i = 1; i < argc; ++i) {
        const auto opened = engine::io::openTrace(argv[i]);
        if (!opened) {
            std::fprintf(stderr, "%s\n", opened.error().english().c_str());
            return 2;
        }
        const std::vector<conformance::Verdict> verdicts = conformance::checkRules(*opened->trace);
        if (all.empty())
            for (const conformance::Verdict& verdict : verdicts)
                all.push_back({verdict.invariant, verdict.claim, 0, {}});
        for (std::size_t rule = 0; rule < verdicts.size(); ++rule) {
            all[rule].checked += verdicts[rule].checked;
            if (verdicts[rule].problem.empty())
                continue;
            ++broken;
            std::printf("FAIL   invariant %d in %s: %s\n", verdicts[rule].invariant, argv[i],
                        verdicts[rule].problem.c_str());
            all[rule].problem = verdicts[rule].problem;
        }
    }
    for (const conformance::Verdict& verdict : all)
        std::printf("%-6s invariant %2d: %s (%lld places)\n", verdict.problem.empty() ? "ok" : "FAIL",
                    verdict.invariant, verdict.claim.c_str(), static_cast<long long>(verdict.checked));
    std::printf("%d traces, %d broken promises\n", argc - 1, broken);
    return broken == 0 ? 0 : 1;
}
