#pragma once

#include "ui/session/samples.h"

#include <QAbstractButton>
#include <QImage>

namespace warploom::ui {

/// A button with the spy plot of a sample matrix, its title, and one sentence about it.
class SampleCard : public QAbstractButton {
    Q_OBJECT
public:
    explicit SampleCard(ExampleMatrix sample, QWidget* parent = nullptr);

    const ExampleMatrix& sample() const { return sample_; }
    /// Sets the spy plot: a gray image whose values are the densities of the cells, 0 to 255.
    void setPicture(const QImage& densities);
    bool hasPicture() const { return !densities_.isNull(); }

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    ExampleMatrix sample_;
    QImage densities_;
};

/// Counts the nonzeros of a matrix on a square grid. Each pixel is a density on a logarithmic scale: 0 for a cell
/// without nonzeros, 255 for the densest cell. Takes a fraction of a second for the samples. Returns a null image if the
/// matrix cannot be loaded.
QImage thumbnailOf(const QString& matrix_name, int side);

} // namespace warploom::ui
