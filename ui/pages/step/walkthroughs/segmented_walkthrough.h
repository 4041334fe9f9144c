#pragma once

#include "engine/walkthrough/segmented_steps.h"
#include "ui/pages/step/walkthroughs/walkthrough.h"

namespace warploom::ui {

/// Walkthrough of y = A x in COO format. Shows the segmented sum within a warp in five strides, the carry between
/// warps, and the serial tail.
class SegmentedWalkthrough : public Walkthrough {
public:
    /// Creates the walkthrough. If `ranges` is true, it shows each sum as a range of entries instead of a value.
    explicit SegmentedWalkthrough(bool ranges);

    QString name() const override { return QStringLiteral("coo-segmented"); }
    QString title() const override;
    int steps() const override { return static_cast<int>(all_.steps.size()); }
    bool hasOpening() const override { return true; }
    QString openingSentence() const override;
    QString openingWords() const override;
    void paintOpening(QPainter& painter, const QRectF& area, const PictureStyle& style) const override;
    QList<WalkthroughChapter> chapters() const override;
    QString sentence(int step) const override;
    QString formula(int step, int chosen, const Colours& colours) const override;
    std::vector<walkthrough::KernelLine> lines(int step) const override;
    std::optional<WalkthroughBanks> banks(int) const override {
        return std::nullopt;
    } // whether lanes exchange sums through shuffles instead of shared memory
    std::optional<StepQuestion> question(int step) const override;
    Table table() const override;
    void paint(QPainter& painter, const QRectF& area, int step, int chosen, const PictureStyle& style) const override;
    int items() const override { return walkthrough::lanes; }
    int itemAt(const QRectF& area, const QPointF& point, int step, const PictureStyle& style) const override;
    QSize leastSize() const override { return {520, 176}; }

private:
    const walkthrough::SegmentedStep& at(int step) const { return all_.steps[step]; }
    std::array<walkthrough::LaneState, walkthrough::lanes> before(int step) const;
    int shownLane(int step, int chosen) const;
    QString sumText(const walkthrough::PartialSum& sum) const;
    void paintEntries(QPainter& painter, const QRectF& area, int step, const PictureStyle& style) const;
    void paintLanes(QPainter& painter, const QRectF& area, int step, int chosen, const PictureStyle& style) const;
    void paintResults(QPainter& painter, const QRectF& area, int step, const PictureStyle& style) const;

    walkthrough::SegmentedSteps all_;
    bool ranges_;
};

} // namespace warploom::ui
