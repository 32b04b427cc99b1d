#include "engine/analysis/rank_times.h"

#include <array>

namespace engine::analysis {

std::uint32_t rankCountOf(const trace::Trace& trace)
{
    const auto& set = trace.rankPart().set;
    return set ? set->rankCount() : 1;
}

std::optional<RankTimes> rankTimesOf(const Side& a, const Side& b)
{
    const auto& ofA = a.trace->rankPart().set;
    const auto& ofB = b.trace->rankPart().set;
    if (!ofA || !ofB)
        return std::nullopt;
    return RankTimes{lateness(*ofA, a.scope), lateness(*ofB, b.scope)};
}

std::optional<RankLoss> decisiveLoss(const RankTimes& times, Nanoseconds lengthA, Nanoseconds lengthB)
{
    const std::array losses{
        RankLoss{RankLoss::Kind::LateRanks, times.a.lost, times.b.lost},
        RankLoss{RankLoss::Kind::ExposedCommunication, times.a.exposed, times.b.exposed},
    };
    const bool isALonger = lengthA > lengthB;
    const Nanoseconds total = isALonger ? lengthA - lengthB : lengthB - lengthA;
    std::optional<RankLoss> decisive;
    Nanoseconds most{};
    for (const RankLoss& loss : losses)
        if (const Nanoseconds extra = isALonger ? loss.a - loss.b : loss.b - loss.a;
            extra > most && 2 * extra >= total) {
            decisive = loss;
            most = extra;
        }
    return decisive;
}

}  // namespace engine::analysis
