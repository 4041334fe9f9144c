#pragma once

#include "app/advice/matrix_list.h"
#include "app/advice/row_figures.h"
#include "engine/measure/reference.h"
#include "kernels/machine/machine.h"

#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace warploom::app {

/// A matrix and everything needed to measure kernels on it: the input vector x, the reference result, and all formats.
struct MadeMatrix {
    std::shared_ptr<const Matrix> matrix;
    RowFigures rows;
    std::vector<double> x; ///< input vector with random values
    std::map<Precision, measure::SpmvReference> references;
    std::map<std::pair<std::string, Precision>, std::shared_ptr<const kernels::HostFormat>> formats;
    /// Formats that cannot store the matrix, with the reason for each.
    std::map<std::pair<std::string, Precision>, std::string> refused;
    std::string failure; ///< reason why the matrix could not be created; empty on success

    /// Returns the matrix in the given format. Errors: "kernel.refused" if the format cannot store the matrix.
    const std::shared_ptr<const kernels::HostFormat>& give(const std::string& format, Precision precision) const;
    const measure::SpmvReference* reference(Precision precision) const { return &references.at(precision); }
};

/// Creates a matrix and the formats that the given kernels require. Skips formats that are more than four times as
/// large as CSR, and blocked formats with mostly empty blocks.
std::unique_ptr<MadeMatrix> make_matrix(const std::string& name, const std::vector<std::string>& kernels,
                                        const std::vector<Precision>& precisions, const Progress& progress,
                                        int threads);

/// Generates the matrices of a list in order. Background threads generate each matrix before it is needed.
class MatrixMaker {
public:
    MatrixMaker(std::vector<ListedMatrix> list, std::vector<std::string> kernels, std::vector<Precision> precisions);
    ~MatrixMaker(); ///< cancels the matrices whose generation has not started, and joins the threads
    MatrixMaker(const MatrixMaker&) = delete;
    MatrixMaker& operator=(const MatrixMaker&) = delete;

    /// Waits for the next matrix in the list and returns it. Must not be called after the last one.
    std::unique_ptr<MadeMatrix> next();

private:
    void work();

    std::vector<ListedMatrix> list_;
    std::vector<std::string> kernels_;
    std::vector<Precision> precisions_;
    std::atomic<bool> is_over_{false};
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::size_t, std::unique_ptr<MadeMatrix>> made_;
    std::size_t begun_ = 0, taken_ = 0, ahead_ = 1;
    int threads_of_each_ = 1;
    std::vector<std::thread> threads_;
};

} // namespace warploom::app
