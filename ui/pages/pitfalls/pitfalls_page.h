#pragma once

#include "ui/pages/page.h"
#include "ui/pages/pitfalls/pitfalls.h"

#include <QHash>
#include <QSet>
#include <QVector>

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace warploom::ui {

class ChartView;
class CancelController;
class QuestionStrip;

/// The Pitfalls page, which shows five ways in which measurements can be misleading. The user can run a measurement for
/// each pitfall and compare the result with values published in 2011.
class PitfallsPage : public Page {
    Q_OBJECT
public:
    explicit PitfallsPage(Session& session, QWidget* parent = nullptr);

    QListWidget* list() const { return list_; }
    ChartView* chart() const;
    const PitfallDemonstration& lesson() const;
    bool isMeasuring() const { return !request_.isEmpty(); }
    QAbstractButton* mainButton() const override;
    QList<Chart*> charts() const override;
    QString inspectorText() const override;
    /// Sets whether measured values are hidden until the user has entered a prediction.
    void setPredicting(bool on);
    /// Returns whether the measured result of a pitfall is hidden until the user answers the question.
    bool isHidden(const QString& id) const;

public slots:
    void measure();
    void cancel();

protected:
private:
    struct Shown {
        const PitfallDemonstration* pitfall;
        int view = 0;
        ChartView* chart = nullptr;
    };
    void draw(const Shown& shown) const;
    void dress();
    void showLesson();
    void refresh();
    void finished(const QString& id, const protocol::Pitfall& answer);
    QString machineTitle(const QString& id) const;
    /// Returns the worker's response for a pitfall. If the response is hidden, returns a response with an empty name
    /// instead.
    protocol::Pitfall shownAnswer(const PitfallDemonstration& pitfall) const;
    void askOrTell();
    void predicted(const QString& said);

    QListWidget* list_ = nullptr;
    QLabel *title_ = nullptr, *text_ = nullptr, *progress_ = nullptr, *place_ = nullptr, *expect_ = nullptr;
    QComboBox* view_ = nullptr;
    QPushButton *measure_ = nullptr, *cancel_ = nullptr;
    QToolButton* predict_ = nullptr;
    QuestionStrip* question_ = nullptr;
    QSet<QString> seen_; ///< pitfalls whose question has been answered since the last measurement
    QStackedWidget* stack_ = nullptr;
    QVector<Shown> pictures_;
    QHash<QString, protocol::Pitfall> answers_;
    QHash<QString, int> views_; ///< index of the chart last shown for each pitfall
    CancelController* stop_;
    QString request_, measured_; ///< pending request, and the ID of the pitfall that it measures
};

} // namespace warploom::ui
