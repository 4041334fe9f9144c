#pragma once

#include "engine/generators/dense_matrix.h"
#include "engine/generators/tridiagonal_system.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace warploom::app {

/// Hashes the bit patterns of floating-point numbers. Documents use this hash to distinguish inputs with the same name.
/// Processes 64-bit words rather than bytes, because inputs can be several gigabytes in size. The mixing function is
/// from splitmix64 (Steele, Lea & Flood 2014).
class InputHash {
public:
    void add(std::uint64_t word) {
        hash_ ^= word;
        hash_ += 0x9e3779b97f4a7c15u;
        hash_ = (hash_ ^ (hash_ >> 30)) * 0xbf58476d1ce4e5b9u;
        hash_ = (hash_ ^ (hash_ >> 27)) * 0x94d049bb133111ebu;
        hash_ ^= hash_ >> 31;
    }
    /// Hashes an array in parallel on all cores. The array is split into chunks of 2^20 values. The result is a hash of
    /// the hashes of all chunks.
    void add(const double* values, std::int64_t count);
    std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 0;
};

/// Returns a string that changes whenever an input file is modified. It is derived from the modification time and the
/// size of the file. `name` is the name of a file, or of a water network that is read from a file. Returns an empty
/// string for generators and missing files.
std::string stamp_of_input(const std::string& name);

/// Reads a vector from a matrix file with one column or one row. `role` names the vector in error messages, as in "x".
/// Errors: "run.vector" if the number of values differs from `count` or a value is not finite; any error from
/// load_matrix.
std::vector<double> load_vector(const std::string& file, std::int64_t count, const std::string& role);

/// Caches the most recently used inputs by name, so that repeated requests do not reload them. A modified file is read
/// again. Not thread-safe.
template <class Input> class InputCache {
public:
    using Load = std::function<Input(const std::string& name, const Progress&)>;
    InputCache(std::size_t capacity, Load load) : capacity_(capacity), load_(std::move(load)) {}

    /// Returns the input `name`, loading it if necessary. Errors: any error from `load`.
    std::shared_ptr<const Input> give(const std::string& name, const Progress& progress) {
        const std::string stamp = stamp_of_input(name);
        for (auto at = entries_.begin(); at != entries_.end(); ++at) {
            if (at->name != name) continue;
            Entry entry = std::move(*at);
            entries_.erase(at);
            // A deleted file has an empty stamp, which differs from the cached stamp.
            if (entry.stamp != stamp) break;
            entries_.push_front(std::move(entry));
            return entries_.front().input;
        }
        if (entries_.size() >= capacity_) entries_.pop_back(); // free memory before loading another input
        auto input = std::make_shared<const Input>(load_(name, progress));
        entries_.push_front({name, stamp, input});
        return input;
    }
    void release() { entries_.clear(); }

private:
    struct Entry {
        std::string name, stamp;
        std::shared_ptr<const Input> input;
    };
    std::size_t capacity_;
    Load load_;
    std::deque<Entry> entries_; ///< cached inputs, most recently used first
};

/// Loads the inputs of operations by name and caches recently used ones. Not thread-safe.
class Inputs {
public:
    /// Creates a cache for up to `matrices_kept` matrices. The default is low because matrices may be large. Callers
    /// with many small matrices can pass a larger number.
    explicit Inputs(std::size_t matrices_kept = 2);

    /// These functions return the named input, loading it if necessary. Errors: any error from load_matrix,
    /// load_tridiagonal_system or load_dense_matrix.
    std::shared_ptr<const Matrix> matrix(const std::string& name, const Progress& progress);
    std::shared_ptr<const TridiagonalSystem> system(const std::string& name, const Progress& progress);
    std::shared_ptr<const DenseMatrix> dense(const std::string& name, const Progress& progress);

private:
    InputCache<Matrix> matrices_;
    InputCache<TridiagonalSystem> systems_;
    InputCache<DenseMatrix> dense_;
};

} // namespace warploom::app
