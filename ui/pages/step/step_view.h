#pragma once

#include "ui/pages/step/walkthroughs/walkthrough.h"
#include "ui/widgets/annotation_overlay.h"

namespace warploom::ui {

/// An image for export that shows the title, figure and caption of one step of a walkthrough. Slides also contain the
/// formula. Step -1 is the introduction.
class StepPicture : public Chart {
public:
    StepPicture(WalkthroughHandle walkthrough, int step, int chosen, bool has_formula = false)
        : walkthrough_(std::move(walkthrough)), step_(step), chosen_(chosen), has_formula_(has_formula) {}

    QString chartTitle() const override;
    /// Returns titles without the topic, because the page's combo box already shows it.
    QStringList shorterTitles() const override;
    QString chartName() const override;
    Table chartTable() const override;
    void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const override;

private:
    void paintFormula(QPainter& painter, const QRectF& room, const Colours& colours) const;

    WalkthroughHandle walkthrough_;
    int step_, chosen_;
    bool has_formula_; ///< whether the formula is shown next to the figure
};

/// Shows the figure of the current step on the screen. A click, Up or Down selects the row for the formula.
class StepView : public PaintedChart {
    Q_OBJECT
public:
    explicit StepView(QWidget* parent = nullptr);

    void setWalkthrough(WalkthroughHandle walkthrough);
    void setStep(int step);
    /// If `on` is true, shows the state before this step and reveals nothing about the step itself.
    void setVeiled(bool on);
    /// Returns the row selected by the user, or -1 if the walkthrough selects it.
    int chosen() const { return chosen_; }
    void choose(int item);
    /// Selects an annotation tool for drawing on the figure. While a tool is active, clicks do not select rows.
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
    void opened(); ///< Emitted when the user double-clicks a row or presses Enter.

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

/// Shows the shared memory bank conflicts in the current step of a walkthrough.
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

/// Writes the introduction and every step of a walkthrough to a folder as step-00.png, step-01.png, and so on. Creates
/// the folder if necessary. The formula is next to the figure if there is room. Returns the file names. Throws
/// Error("file.write").
QStringList exportSteps(const WalkthroughHandle& walkthrough, int chosen, const QString& folder);

} // namespace warploom::ui
