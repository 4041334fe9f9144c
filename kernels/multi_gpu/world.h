#pragma once

#include <functional>
#include <string>
#include <vector>

namespace warploom::kernels {

/// The processes that share the rows of a matrix, with one rank each, on one or several hosts. This class is for
/// startup and decisions, not for the exchange of x. All processes must make the same calls in the same order.
class RankWorld {
public:
    virtual ~RankWorld() = default;
    virtual int rank() const = 0;
    virtual int size() const = 0;
    virtual std::string name() const = 0;
    /// Copies a byte string from rank `from` to all ranks.
    virtual void broadcast(std::string& bytes, int from) = 0;
    /// Terminates all processes immediately. Call it if one process cannot continue, because the others would wait for
    /// it forever.
    [[noreturn]] virtual void abort() = 0;

    /// Gathers the values of all ranks, in rank order, on every rank.
    std::vector<std::string> gather(const std::string& own);
    std::vector<double> gather(double own);
    double greatest(double own);
    /// Concatenates the vectors of all ranks in rank order.
    std::vector<double> join(const std::vector<double>& own);
    /// Returns whether `own` is true on every rank.
    bool all(bool own);
    /// Calls `work` on every rank. If it fails on any rank, throws an error on all ranks. A failed rank throws its own
    /// error. All other ranks throw the error of the first failed rank, prefixed with its number.
    void all_or_none(const std::function<void()>& work);
    /// Returns the number of lower ranks on the same host, which is the ordinal of this rank's GPU.
    int place_on_host();
};

/// Returns the processes started by mpirun or srun together with this one. The connection is opened only once. MPI is
/// loaded from libwarploom_mpi.so next to the program. This library is built only if the distribution's MPI is
/// installed. Errors: "mpi.missing" with the dynamic loader's message, or if the program was not started by mpirun.
RankWorld& open_world();
/// Finalizes MPI if open_world() was called.
void close_world();

} // namespace warploom::kernels
