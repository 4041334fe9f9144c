#pragma once

#include "engine/walkthrough/ata_steps.h"
#include "ui/pages/step/walkthroughs/walkthrough.h"

namespace warploom::ui {

/// Walkthrough of C = AᵀA with tiles. Shows how a tile moves through A, the registers of a thread, how symmetry halves
/// the work, and how prefetching hides latency.
class AtaWalkthrough : public Walkthrough {
public:
    explicit AtaWalkthrough(const walkthrough::AtaShape& shape);

    QString name() const override { return QStringLiteral("ata-tiles"); }
    QString title() const override;
    int steps() const override { return static_cast<int>(all_.steps.size()); }
    bool hasOpening() const override { return true; }
    QString openingSentence() const override;
    QString openingWords() const override;
    void paintOpening(QPainter& painter, const QRectF& area, const PictureStyle& style) const override;
    QList<WalkthroughChapter> chapters() const override;
    QString sentence(int step) const override;
    QString formula(int step, int chosen, const Colours& colours) const override;
    std::vector<walkthrough::KernelLine> lines(int step) const override { return {at(step).line}; }
    std::optional<WalkthroughBanks> banks(int step) const override;
    std::optional<StepQuestion> question(int step) const override;
    Table table() const override;
    void paint(QPainter& painter, const QRectF& area, int step, int chosen, const PictureStyle& style) const override;
    int items() const override { return shape().side * shape().side; } // Returns the number of threads.
    int itemAt(const QRectF& area, const QPointF& point, int step, const PictureStyle& style) const override;
    QSize leastSize() const override { return {520, 290}; }
    std::optional<WalkthroughWarp> warpOf(int step, int chosen) const override;

private:
    const walkthrough::AtaShape& shape() const { return all_.shape; }
    const walkthrough::AtaStep& at(int step) const { return all_.steps[step]; }
    int shownThread(int chosen) const;
    void paintMatrix(QPainter& painter, const QRectF& area, int step, int thread, const PictureStyle& style) const;
    void paintResult(QPainter& painter, const QRectF& area, int step, int thread, const PictureStyle& style) const;
    void paintRegisters(QPainter& painter, const QRectF& area, int step, int thread, const PictureStyle& style) const;
    void paintShared(QPainter& painter, const QRectF& area, int step, int thread, const PictureStyle& style) const;
    void paintTimeLine(QPainter& painter, const QRectF& area, int step, const PictureStyle& style) const;

    walkthrough::AtaSteps all_;
};

} // namespace warploom::ui
