#pragma once

#include "ui/session/samples.h"

#include <QAbstractButton>
#include <QImage>

namespace warploom::ui {

/// A button that shows a sample matrix: its spy plot, its title, and a one-sentence description.
class SampleCard : public QAbstractButton {
    Q_OBJECT
public:
    explicit SampleCard(ExampleMatrix sample, QWidget* parent = nullptr);

    const ExampleMatrix& sample() const { return sample_; }
    /// Sets the spy plot of the sample matrix, a grayscale image of the cell densities from 0 to 255.
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

/// Returns a spy plot of a matrix, `side` pixels wide and high. Each pixel shows the density of a cell on a logarithmic
/// scale, from 0 (no nonzeros) to 255 (the densest cell). Drawing takes a fraction of a second for the sample matrices.
/// Returns a null image if the matrix cannot be loaded.
QImage thumbnailOf(const QString& matrix_name, int side);

} // namespace warploom::ui
