#pragma once

#include "ui/pages/step/lesson.h"

namespace warploom::ui {

/// One step of a lesson as a picture on paper: title, picture, sentence.
class StepPicture : public Chart {
public:
    StepPicture(LessonHandle lesson, int step, int chosen) : lesson_(std::move(lesson)), step_(step), chosen_(chosen) {}

    QString chartTitle() const override;
    QString chartName() const override;
    Table chartTable() const override;
    void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const override;

private:
    LessonHandle lesson_;
    int step_, chosen_;
};

/// The picture of the current step on the screen. Clicks, Up and Down choose what is written out.
class StepView : public PaintedChart {
    Q_OBJECT
public:
    explicit StepView(QWidget* parent = nullptr);

    void setLesson(LessonHandle lesson);
    void setStep(int step);
    /// The picture before this step, and of the step itself nothing yet.
    void setVeiled(bool on);
    int chosen() const { return chosen_; } ///< -1: the lesson chooses
    void choose(int item);

    QString chartTitle() const override { return picture().chartTitle(); }
    QString chartName() const override { return picture().chartName(); }
    Table chartTable() const override { return picture().chartTable(); }
    void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const override {
        picture().drawChart(painter, size, colours);
    }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void chosenChanged(int item);
    void opened(); ///< what is chosen, by a double click or Enter

protected:
    void paintPicture(QPainter& painter, const QRectF& room, const PictureStyle& style) const override;
    void themeChanged() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    StepPicture picture() const { return {lesson_, step_, chosen_}; }

    LessonHandle lesson_;
    int step_ = 0, chosen_ = -1;
    bool veiled_ = false;
};

/// What the banks of shared memory do in the current step.
class StepBankView : public PaintedChart {
    Q_OBJECT
public:
    explicit StepBankView(QWidget* parent = nullptr);

    void setBanks(std::optional<LessonBanks> banks);

    QString chartTitle() const override;
    QString chartName() const override { return QStringLiteral("step-banks"); }
    Table chartTable() const override;

protected:
    void paintPicture(QPainter& painter, const QRectF& area, const PictureStyle& style) const override;
    void paintScreen(QPainter& painter) const override;

private:
    std::optional<LessonBanks> banks_;
};

/// Every step as a picture of its own: step-01.png, step-02.png ... into a folder that is made if needed. Returns the
/// files. Throws Error("file.write").
QStringList exportSteps(const LessonHandle& lesson, int chosen, const QString& folder);

} // namespace warploom::ui
