#pragma once

#include "ui/pages/step/walkthroughs/walkthrough.h"
#include "ui/widgets/annotation_overlay.h"

namespace warploom::ui {

/// One step of a walkthrough as a picture on paper: title, picture, sentence; on a slide also the step written out. Step -1
/// is what stands before the first one.
class StepPicture : public Chart {
public:
    StepPicture(WalkthroughHandle walkthrough, int step, int chosen, bool has_formula = false)
        : walkthrough_(std::move(walkthrough)), step_(step), chosen_(chosen), has_formula_(has_formula) {}

    QString chartTitle() const override;
    QStringList shorterTitles() const override; ///< without the topic, which stands in the page's box
    QString chartName() const override;
    Table chartTable() const override;
    void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const override;

private:
    void paintFormula(QPainter& painter, const QRectF& room, const Colours& colours) const;

    WalkthroughHandle walkthrough_;
    int step_, chosen_;
    bool has_formula_; ///< beside the picture
};

/// The picture of the current step on the screen. Clicks, Up and Down choose the written-out row.
class StepView : public PaintedChart {
    Q_OBJECT
public:
    explicit StepView(QWidget* parent = nullptr);

    void setWalkthrough(WalkthroughHandle walkthrough);
    void setStep(int step);
    /// The picture before this step, and of the step itself nothing yet.
    void setVeiled(bool on);
    int chosen() const { return chosen_; } ///< -1: the walkthrough chooses
    void choose(int item);
    /// Pen and spot; while one of them is in the hand, a click chooses nothing.
    void take(AnnotationOverlay::Tool tool);
    void wipe();
    const AnnotationOverlay& chalk() const { return chalk_; }

    QString chartTitle() const override { return picture().chartTitle(); }
    QStringList shorterTitles() const override { return picture().shorterTitles(); }
    QString chartName() const override { return picture().chartName(); }
    Table chartTable() const override { return picture().chartTable(); }
    void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const override {
        picture().drawChart(painter, size, colours);
    }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void chosenChanged(int item);
    void opened(); ///< the chosen row, by a double click or Enter

protected:
    void paintPicture(QPainter& painter, const QRectF& room, const PictureStyle& style) const override;
    void paintScreen(QPainter& painter) const override;
    void themeChanged() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    StepPicture picture() const { return {walkthrough_, step_, chosen_}; }

    WalkthroughHandle walkthrough_;
    int step_ = 0, chosen_ = -1;
    bool veiled_ = false;
    AnnotationOverlay chalk_;
};

/// The shared memory bank conflicts of the current step.
class StepBankView : public PaintedChart {
    Q_OBJECT
public:
    explicit StepBankView(QWidget* parent = nullptr);

    void setBanks(std::optional<WalkthroughBanks> banks);

    QString chartTitle() const override;
    QString chartName() const override { return QStringLiteral("step-banks"); }
    Table chartTable() const override;

protected:
    void paintPicture(QPainter& painter, const QRectF& area, const PictureStyle& style) const override;
    void paintScreen(QPainter& painter) const override;

private:
    std::optional<WalkthroughBanks> banks_;
};

/// The beginning and every step as a picture of its own: step-00.png, step-01.png ... into a folder that is made if
/// needed. Where the picture leaves room, the step is written out beside it. Returns the files. Throws
/// Error("file.write").
QStringList exportSteps(const WalkthroughHandle& walkthrough, int chosen, const QString& folder);

} // namespace warploom::ui
