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

/// Five ways in which a measurement misleads, each to be measured here and now beside the figures printed in 2011.
class PitfallsPage : public Page {
    Q_OBJECT
public:
    explicit PitfallsPage(Session& session, QWidget* parent = nullptr);

    QListWidget* list() const { return list_; }
    ChartView* chart() const;                   ///< that is shown
    const PitfallDemonstration& lesson() const; ///< that is shown
    bool isMeasuring() const { return !request_.isEmpty(); }
    QAbstractButton* mainButton() const override;
    QList<Chart*> charts() const override;
    QString inspectorText() const override;
    /// While on, the measured value is hidden until a prediction is made.
    void setPredicting(bool on);
    bool isHidden(const QString& id) const; ///< hidden until its question is answered

public slots:
    void measure(); ///< asks the worker for the lesson that is shown
    void cancel();

protected:
private:
    /// A chart for each picture of each pitfall.
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
    protocol::Pitfall shownAnswer(const PitfallDemonstration& pitfall) const; ///< nameless while it is hidden
    void askOrTell();
    void predicted(const QString& said);

    QListWidget* list_ = nullptr;
    QLabel *title_ = nullptr, *text_ = nullptr, *progress_ = nullptr, *place_ = nullptr, *expect_title_ = nullptr,
           *expect_ = nullptr;
    QComboBox* view_ = nullptr;
    QPushButton *measure_ = nullptr, *cancel_ = nullptr;
    QToolButton* predict_ = nullptr;
    QuestionStrip* question_ = nullptr;
    QSet<QString> seen_; ///< lessons whose question is over, for the last measurement
    QStackedWidget* stack_ = nullptr;
    QVector<Shown> pictures_;
    QHash<QString, protocol::Pitfall> answers_;
    QHash<QString, int> views_; ///< of each lesson, the picture that was looked at last
    CancelController* stop_;
    QString request_, measured_; ///< the open request, and the lesson that it is for
};

} // namespace warploom::ui
