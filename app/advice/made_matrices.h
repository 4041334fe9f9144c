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

/// A matrix with the data for measuring it: x, the reference result, the formats.
struct MadeMatrix {
    std::shared_ptr<const Matrix> matrix;
    RowFigures rows;
    std::vector<double> x; ///< drawn
    std::map<Precision, measure::SpmvReference> references;
    std::map<std::pair<std::string, Precision>, std::shared_ptr<const kernels::HostFormat>> formats;
    std::map<std::pair<std::string, Precision>, std::string> refused; ///< formats, and why
    std::string failure;                                              ///< why there is no matrix

    /// Errors: "kernel.refused" where the format was refused.
    const std::shared_ptr<const kernels::HostFormat>& give(const std::string& format, Precision precision) const;
    const measure::SpmvReference* reference(Precision precision) const { return &references.at(precision); }
};

/// The formats of some kernels, where they take no more than four times the bytes of CSR, and blocks that are filled.
std::unique_ptr<MadeMatrix> make_matrix(const std::string& name, const std::vector<std::string>& kernels,
                                        const std::vector<Precision>& precisions, const Progress& progress,
                                        int threads);

/// Makes the matrices of a list ahead of the thread that takes them, in the order of the list.
class MatrixMaker {
public:
    MatrixMaker(std::vector<ListedMatrix> list, std::vector<std::string> kernels, std::vector<Precision> precisions);
    ~MatrixMaker(); ///< joins the threads; matrices not yet begun are skipped
    MatrixMaker(const MatrixMaker&) = delete;
    MatrixMaker& operator=(const MatrixMaker&) = delete;

    /// The next one of the list; there must be one. Waits for it.
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
