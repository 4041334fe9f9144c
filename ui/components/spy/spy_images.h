#pragma once

#include "ui/components/spy/spy_frame.h"
#include "ui/components/spy/spy_image.h"
#include "ui/session/session.h"

#include <QObject>

#include <memory>

namespace warploom::ui {

/// The images of a spy plot, which are rendered on another thread: one of the visible part and one of the whole matrix.
class SpyImages : public QObject {
    Q_OBJECT
public:
    explicit SpyImages(QObject* parent = nullptr);

    /// Sets the matrix, which may be null, and discards all images.
    void setMatrix(const MatrixHandle& matrix);
    /// Renders the visible part, unless its cells are drawn one by one. Until the new image is ready, the previous one
    /// remains available.
    void request(const SpyFrame& frame, double pixel_ratio);
    void forgetOverview(); ///< Discards the image of the whole matrix. Called when its colors have changed.
    /// Returns whether the image shows the part that was requested last.
    bool isCurrent() const;
    const SpyImage* detail() const { return detail_.get(); }
    const SpyImage* overview() const { return overview_.get(); }

signals:
    void changed();

private:
    void imageReady(const std::shared_ptr<const SpyImage>& image, const MatrixHandle& matrix);

    SpyRenderer* renderer_ = nullptr;
    MatrixHandle matrix_;
    SpyFrame frame_; ///< visible part that was requested last
    GridRequest asked_;
    std::shared_ptr<const SpyImage> detail_, overview_;
};

} // namespace warploom::ui
