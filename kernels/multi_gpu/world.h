#pragma once

#include <functional>
#include <string>
#include <vector>

namespace warploom::kernels {

/// The processes among which the rows of a matrix are distributed, with one rank each, on one or several hosts. This
/// interface is used for startup and decisions; elements of x are exchanged by other means. All processes must make the
/// same calls in the same order.
class RankWorld {
public:
    virtual ~RankWorld() = default;
    virtual int rank() const = 0;
    virtual int size() const = 0;
    virtual std::string name() const = 0; ///< returns the MPI version, such as "Open MPI v4.1.4"
    /// Copies a byte string from rank `from` to all ranks.
    virtual void broadcast(std::string& bytes, int from) = 0;
    /// Terminates all processes immediately. Call this function if one process cannot continue, because the other
    /// processes would wait for it forever.
    [[noreturn]] virtual void abort() = 0;

    /// Gathers the values of all ranks, ordered by rank; every rank receives the same result.
    std::vector<std::string> gather(const std::string& own);
    std::vector<double> gather(double own);
    double greatest(double own);
    /// Concatenates the vectors of all ranks in rank order.
    std::vector<double> join(const std::vector<double>& own);
    /// Returns whether `own` is true on every rank.
    bool all(bool own);
    /// Calls `work` on every rank. If `work` fails on any rank, throws an error on all ranks. A rank that failed throws
    /// its own error; all other ranks throw the error of the first rank that failed, prefixed with its number.
    void all_or_none(const std::function<void()>& work);
    /// Returns the number of lower ranks on the same host, which is used as the ordinal of this rank's GPU.
    int place_on_host();
};

/// Returns the group of processes in which mpirun or srun started this process. The connection is opened only once. MPI
/// is loaded from libwarploom_mpi.so next to the program; this library is built if the distribution's MPI is installed.
/// Errors: "mpi.missing" with the dynamic loader's message, or if the program was not started by mpirun.
RankWorld& open_world();
/// Finalizes MPI. Does nothing if open_world() was never called.
void close_world();

} // namespace warploom::kernels
