#pragma once

#include <functional>
#include <string>
#include <vector>

namespace warploom::kernels {

/// The processes that share a matrix, one rank each, on one host or several. What they say to each other through it is
/// for the start and for decisions; entries of x travel otherwise. Every call is made by all of them, in the same
/// order.
class RankWorld {
public:
    virtual ~RankWorld() = default;
    virtual int rank() const = 0;
    virtual int size() const = 0;
    virtual std::string name() const = 0; ///< "Open MPI v4.1.4"
    /// Copies rank `from`'s bytes to all ranks.
    virtual void broadcast(std::string& bytes, int from) = 0;
    /// Ends all processes, whatever they do: one of them cannot go on, and the others would wait for it for ever.
    [[noreturn]] virtual void abort() = 0;

    /// Gathers the values of all ranks, ordered by rank; every rank receives the same result.
    std::vector<std::string> gather(const std::string& own);
    std::vector<double> gather(double own);
    double greatest(double own);
    /// All parts, one behind the other, in the order of the ranks.
    std::vector<double> join(const std::vector<double>& own);
    /// Whether it is so for every rank.
    bool all(bool own);
    /// Does `work` on every rank. Where it fails on one of them, an Error is thrown on all: a rank's own, or that of
    /// the first that failed with the rank in front.
    void all_or_none(const std::function<void()>& work);
    /// How many ranks before this one are on the same host: its GPU.
    int place_on_host();
};

/// The world that this process was started in, by mpirun or srun. Opened once; MPI comes from the library
/// libwarploom_mpi.so beside the program, which is made where the MPI of the distribution is installed.
/// Errors: "mpi.missing" with what the loader says, or that the program was not started by mpirun.
RankWorld& open_world();
/// Tells MPI that this process ends well. Nothing where no world was opened.
void close_world();

} // namespace warploom::kernels
