#pragma once

#include "engine/ranks/mpi/abi.h"

#include <memory>

namespace tests {

/// A replacement for the MPI module. Its ranks are threads of this process, two for each computer: messages are copied
/// into queues, and collectives are made of messages. Only one instance at a time.
class FakeMpi {
public:
    static constexpr int kMostRanks = 4;

    explicit FakeMpi(int ranks);
    ~FakeMpi();
    FakeMpi(const FakeMpi&) = delete;
    FakeMpi& operator=(const FakeMpi&) = delete;

    [[nodiscard]] static const engine::ranks::mpi::abi::Module& moduleOf(int rank);
};

}  // namespace tests
