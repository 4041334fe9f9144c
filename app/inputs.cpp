#include "app/inputs.h"

#include "app/ata_problem.h"
#include "app/cg_problem.h"
#include "app/spmv_problem.h"
#include "app/tridiagonal_problem.h"
#include "engine/matrix/matrix_source.h"

namespace warploom::app {

using kernels::Operation;

// Systems and dense matrices may take gigabytes, so only the last one is kept.
Inputs::Inputs()
    : matrices_(2, [](const std::string& name, const Progress& progress) { return load_matrix(name, progress); }),
      systems_(1, [](const std::string& name, const Progress& p) { return load_tridiagonal_system(name, p); }),
      dense_(1, [](const std::string& name, const Progress& p) { return load_dense_matrix(name, p); }) {}

std::shared_ptr<const Matrix> Inputs::matrix(const std::string& name, const Progress& progress) {
    return matrices_.give(name, progress);
}

std::shared_ptr<const TridiagonalSystem> Inputs::system(const std::string& name, const Progress& progress) {
    dense_.let_go();
    return systems_.give(name, progress);
}

std::shared_ptr<const DenseMatrix> Inputs::dense(const std::string& name, const Progress& progress) {
    systems_.let_go();
    return dense_.give(name, progress);
}

std::unique_ptr<Problem> Inputs::problem(Operation operation, const std::string& name, const RunSettings& settings,
                                         const Progress& progress) {
    switch (operation) {
    case Operation::spmv: return std::make_unique<SpmvProblem>(matrix(name, progress), settings.x);
    case Operation::cg: return std::make_unique<CgProblem>(matrix(name, progress), settings.cg.rhs);
    case Operation::tridiagonal: return std::make_unique<TridiagonalProblem>(name, system(name, progress));
    case Operation::ata: return std::make_unique<AtaProblem>(name, dense(name, progress));
    }
    return nullptr;
}

} // namespace warploom::app
