#include "ui/components/spy/spy_images.h"

#include "ui/components/spy/spy_painting.h"
#include "ui/style/theme.h"

namespace warploom::ui {

SpyImages::SpyImages(QObject* parent) : QObject(parent), renderer_(new SpyRenderer(this)) {
    connect(renderer_, &SpyRenderer::rendered, this, &SpyImages::imageReady);
}

void SpyImages::setMatrix(const MatrixHandle& matrix) {
    matrix_ = matrix;
    renderer_->forget();
    overview_.reset();
    detail_.reset();
    asked_ = {};
}

void SpyImages::request(const SpyFrame& frame, double pixel_ratio) {
    frame_ = frame;
    if (!matrix_ || frame_.isEmpty() || cellsVisible(frame_)) return;
    asked_ = gridFor(frame_, pixel_ratio);
    renderer_->request(matrix_, asked_, theme().colours());
}

void SpyImages::forgetOverview() { overview_.reset(); }

bool SpyImages::isCurrent() const {
    if (!matrix_ || frame_.isEmpty() || cellsVisible(frame_)) return true;
    if (!detail_) return false;
    const MatrixWindow &a = asked_.window, &b = detail_->grid.window;
    return a.row_begin == b.row_begin && a.row_end == b.row_end && a.col_begin == b.col_begin &&
           a.col_end == b.col_end && detail_->grid.height == asked_.height && detail_->grid.width == asked_.width;
}

void SpyImages::imageReady(const std::shared_ptr<const SpyImage>& image, const MatrixHandle& matrix) {
    if (matrix != matrix_) return;
    detail_ = image;
    const MatrixWindow& w = image->grid.window;
    if (w.row_begin == 0 && w.col_begin == 0 && w.row_end == frame_.rows() && w.col_end == frame_.cols())
        overview_ = image;
    emit changed();
}

} // namespace warploom::ui
