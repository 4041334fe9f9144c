#include "app/advice/made_matrices.h"

#include "app/operations/spmv.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/memory.h"
#include "engine/parallel.h"
#include "engine/sentence.h"
#include "kernels/formats/bcsr.h"

#include <algorithm>
#include <new>
#include <set>

namespace warploom::app {

namespace {

/// Maximum size of a format relative to CSR. A larger format cannot be the fastest.
constexpr double most_of_csr = 4;

void make_formats(MadeMatrix& made, const std::set<std::string>& formats, Precision precision,
                  const Progress& progress) {
    const CsrMatrix& a = made.matrix->csr;
    kernels::FormatOptions options;
    options.limit_factor = most_of_csr;
    options.block_size = kernels::detect_block_size(a);
    for (const std::string& format : formats) {
        const std::pair<std::string, Precision> key{format, precision};
        try {
            if (format.rfind("bcsr", 0) == 0 && options.block_size == 1)
                throw Error("format.refused", sentence("No block size of 2 x 2 or larger has at least 80% of its "
                                                       "slots filled."));
            made.formats[key] = kernels::make_format(format, a, precision, options, progress);
        } catch (const Error& error) {
            if (error.code() == "cancelled") throw;
            made.refused[key] = error.what();
        }
    }
}

} // namespace

const std::shared_ptr<const kernels::HostFormat>& MadeMatrix::give(const std::string& format,
                                                                   Precision precision) const {
    const auto at = formats.find({format, precision});
    if (at != formats.end()) return at->second;
    const auto why = refused.find({format, precision});
    throw Error("kernel.refused", why != refused.end()
                                      ? why->second
                                      : sentence("The {format} format was not created.", {{"format", format}}));
}

std::unique_ptr<MadeMatrix> make_matrix(const std::string& name, const std::vector<std::string>& kernels,
                                        const std::vector<Precision>& precisions, const Progress& progress,
                                        int threads) {
    auto made = std::make_unique<MadeMatrix>();
    try {
        made->matrix = std::make_shared<const Matrix>(load_matrix(name, progress, threads));
        require_runnable(*made->matrix);
        const CsrMatrix& a = made->matrix->csr;
        made->rows = row_figures(a);
        made->x = make_x("random:1", a.cols);
        std::set<std::string> formats;
        for (const std::string& kernel : kernels) formats.insert(require_known(Operation::spmv, kernel).format);
        for (const Precision precision : precisions) {
            made->references.emplace(precision,
                                     measure::spmv_reference(a, made->x, precision == Precision::float32, threads));
            make_formats(*made, formats, precision, progress);
        }
    } catch (const Error& error) { made->failure = error.what(); } catch (const std::bad_alloc&) {
        made->failure = sentence("There is not enough memory.");
    }
    return made;
}

MatrixMaker::MatrixMaker(std::vector<ListedMatrix> list, std::vector<std::string> kernels,
                         std::vector<Precision> precisions)
    : list_(std::move(list)), kernels_(std::move(kernels)), precisions_(std::move(precisions)) {
    // Memory budget in bytes for one matrix with all its formats.
    constexpr std::int64_t of_one = std::int64_t{8} << 30;
    const auto fit = static_cast<int>(std::min<std::int64_t>(available_memory() / of_one, 64));
    const int cores = resolve_threads(0), makers = std::clamp(std::min(fit, cores / 2), 1, 6);
    ahead_ = static_cast<std::size_t>(makers);
    threads_of_each_ = std::max(1, cores / makers);
    for (int i = 0; i < makers; ++i) threads_.emplace_back([this] { work(); });
}

MatrixMaker::~MatrixMaker() {
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

std::unique_ptr<MadeMatrix> MatrixMaker::next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return made_.count(taken_) != 0; });
    auto made = std::move(made_.at(taken_));
    made_.erase(taken_++);
    changed_.notify_all();
    return made;
}

void MatrixMaker::work() {
    name_thread("matrix maker");
    Progress progress{{}, &is_over_};
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return is_over_ || begun_ >= list_.size() || begun_ < taken_ + ahead_; });
        if (is_over_ || begun_ >= list_.size()) return;
        const std::size_t mine = begun_++;
        lock.unlock();
        auto made = make_matrix(list_[mine].name, kernels_, precisions_, progress, threads_of_each_);
        lock.lock();
        made_[mine] = std::move(made);
        changed_.notify_all();
    }
}

} // namespace warploom::app
