#include "app/inputs/inputs.h"

#include "engine/matrix/matrix_source.h"

namespace warploom::app {

// Systems and dense matrices may take gigabytes, so only the last one is kept.
Inputs::Inputs()
    : matrices_(2, [](const std::string& name, const Progress& progress) { return load_matrix(name, progress); }),
      systems_(1, [](const std::string& name, const Progress& p) { return load_tridiagonal_system(name, p); }),
      dense_(1, [](const std::string& name, const Progress& p) { return load_dense_matrix(name, p); }) {}

std::shared_ptr<const Matrix> Inputs::matrix(const std::string& name, const Progress& progress) {
    return matrices_.give(name, progress);
}

std::shared_ptr<const TridiagonalSystem> Inputs::system(const std::string& name, const Progress& progress) {
    dense_.release();
    return systems_.give(name, progress);
}

std::shared_ptr<const DenseMatrix> Inputs::dense(const std::string& name, const Progress& progress) {
    systems_.release();
    return dense_.give(name, progress);
}

} // namespace warploom::app
