#pragma once

#include "app/inputs/input_cache.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/matrix/dense_matrix.h"
#include "engine/matrix/tridiagonal_system.h"

namespace warploom::app {

/// What the operations work on, loaded by name and kept while it may be asked for again. One thread at a time.
class Inputs {
public:
    Inputs();

    /// Errors: those of load_matrix, load_tridiagonal_system and load_dense_matrix.
    std::shared_ptr<const Matrix> matrix(const std::string& name, const Progress& progress);
    std::shared_ptr<const TridiagonalSystem> system(const std::string& name, const Progress& progress);
    std::shared_ptr<const DenseMatrix> dense(const std::string& name, const Progress& progress);

private:
    InputCache<Matrix> matrices_;
    InputCache<TridiagonalSystem> systems_;
    InputCache<DenseMatrix> dense_;
};

} // namespace warploom::app
