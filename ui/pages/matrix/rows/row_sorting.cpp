#include "ui/pages/matrix/rows/row_sorting.h"

#include "ui/components/spy/spy_view.h"
#include "ui/pages/matrix/rows/profile_view.h"
#include "ui/session/background.h"

namespace warploom::ui {

namespace {

/// Returns a copy of the matrix with sorted rows, or null if the matrix is too large to copy.
MatrixHandle sortedCopy(const MatrixHandle& matrix, const RowOrder& order) {
    constexpr std::int64_t most_copied = 30'000'000; // a matrix of this size takes about 360 MB in double precision
    const CsrMatrix& from = matrix->matrix.csr;
    if (from.nonzeros() > most_copied) return nullptr;
    auto made = std::make_shared<LoadedMatrix>();
    made->matrix.name = matrix->matrix.name;
    made->statistics = matrix->statistics;
    CsrMatrix& to = made->matrix.csr;
    to.rows = from.rows;
    to.cols = from.cols;
    to.row_pointer.assign(1, 0);
    for (std::int64_t place = 0; place < from.rows; ++place) {
        const std::int64_t row = order.rowAt(place);
        const auto begin = from.row_pointer[row], end = from.row_pointer[row + 1];
        to.column.insert(to.column.end(), from.column.begin() + begin, from.column.begin() + end);
        to.value.insert(to.value.end(), from.value.begin() + begin, from.value.begin() + end);
        if (!from.imaginary.empty())
            to.imaginary.insert(to.imaginary.end(), from.imaginary.begin() + begin, from.imaginary.begin() + end);
        to.row_pointer.push_back(to.nonzeros());
    }
    made->pyramid = std::make_unique<const DensityPyramid>(to, Progress{});
    return made;
}

} // namespace

RowSorting::RowSorting(Session& session, SpyView& spy, const QList<ProfileView*>& profiles, QThreadPool& pool,
                       QObject* parent)
    : QObject(parent), session_(session), spy_(spy), profiles_(profiles), pool_(pool) {}

void RowSorting::clear() {
    is_on_ = false;
    order_.reset();
    sorted_.reset();
    spy_.setRowOrder({}, {});
}

void RowSorting::set(bool on, bool is_ready) {
    is_on_ = on;
    const MatrixHandle& matrix = session_.matrix();
    if (order_ || !on || !matrix || !is_ready) return show();
    const auto lengths = profiles_.front()->profile();
    struct Sorted {
        std::shared_ptr<const RowOrder> order;
        MatrixHandle matrix;
    };
    computeInBackground(
        pool_, this,
        [lengths, matrix] {
            const auto order = std::make_shared<const RowOrder>(*lengths);
            return Sorted{order, sortedCopy(matrix, *order)};
        },
        [this, matrix](const Sorted& sorted) {
            if (matrix != session_.matrix()) return;
            order_ = sorted.order;
            sorted_ = sorted.matrix;
            for (ProfileView* view : profiles_) view->setOrder(order_);
            show();
        });
}

/// Sorts the row profiles by length or restores the original order. If there is a sorted copy of the matrix, also shows
/// it in the spy plot, so that the rows stay aligned with their bars.
void RowSorting::show() {
    for (ProfileView* view : profiles_) view->setSorted(is_on_, true);
    if (sorted_) {
        if (is_on_)
            spy_.setRowOrder([order = order_](std::int64_t place) { return order->rowAt(place); },
                             tr("rows by length"));
        else spy_.setRowOrder({}, {});
        spy_.setMatrix(is_on_ ? sorted_ : session_.matrix());
    } else if (is_on_ && order_) {
        emit refused(tr("The matrix has too many nonzeros to sort, so the plot keeps the original order."));
    }
    // The window refers to the original row order of the matrix, so hide it while the rows are sorted.
    spy_.setWindow(isShown() ? MatrixWindow{} : session_.window());
    spy_.setHovered(inPicture(session_.hovered()));
    showSelection();
}

bool RowSorting::isShown() const { return sorted_ && spy_.matrix() == sorted_; }

HoveredNonzero RowSorting::inPicture(const HoveredNonzero& nonzero) const {
    if (!isShown() || !nonzero.isValid()) return nonzero;
    return {order_->rankOf(nonzero.row, *profiles_.front()->profile()), nonzero.col};
}

HoveredNonzero RowSorting::inMatrix(const HoveredNonzero& nonzero) const {
    if (!isShown() || !nonzero.isValid()) return nonzero;
    return {order_->rowAt(nonzero.row), nonzero.col};
}

void RowSorting::showSelection() {
    const RowSelection& rows = session_.rowSelection();
    spy_.setSelection(isShown() ? order_->ranksOf(rows, *profiles_.front()->profile()) : rows);
}

} // namespace warploom::ui
