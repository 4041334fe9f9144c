#pragma once

#include "engine/steps/board_steps.h"
#include "ui/pages/step/lessons/lesson.h"

namespace warploom::ui {

/// Steps whose picture is boards of cells with arrows between them (engine/steps/board_steps.h).
class BoardLesson : public Lesson {
public:
    explicit BoardLesson(steps::BoardSteps all) : all_(std::move(all)) {}

    QString name() const override { return QString::fromStdString(all_.name); }
    QString title() const override { return QString::fromStdString(all_.title); }
    int steps() const override { return static_cast<int>(all_.steps.size()); }
    QString source() const override { return QString::fromStdString(all_.source); }
    bool hasOpening() const override { return true; }
    QString openingSentence() const override { return QString::fromStdString(all_.opening); }
    QString openingWords() const override;
    void paintOpening(QPainter& painter, const QRectF& area, const PictureStyle& style) const override;
    QList<LessonChapter> chapters() const override;
    QString caption() const override;
    void paintPosterLegend(QPainter& painter, const QRectF& line, const PictureStyle& style) const override;
    QString sentence(int step) const override { return QString::fromStdString(at(step).sentence); }
    QString writtenOut(int step, int chosen, const Colours& colours) const override;
    std::vector<steps::KernelLine> lines(int step) const override { return {at(step).line}; }
    std::optional<LessonBanks> banks(int step) const override;
    std::optional<LessonQuestion> question(int step) const override;
    Table table() const override;
    void paint(QPainter& painter, const QRectF& area, int step, int chosen, const PictureStyle& style) const override;
    int items() const override { return 0; }
    int itemAt(const QRectF&, const QPointF&, int, const PictureStyle&) const override { return -1; }
    QSize leastSize() const override;

private:
    const steps::BoardStep& at(int step) const { return all_.steps[step]; }

    steps::BoardSteps all_;
};

} // namespace warploom::ui
