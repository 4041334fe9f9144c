#pragma once

#include "engine/protocol/messages/run.h"
#include "engine/simulated/card.h"
#include "ui/charts/chart_spec.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QPushButton;

namespace warploom::ui {

class ChartView;
class CancelController;
class Session;

/// Modeled result of one kernel on one card.
struct CardRow {
    const simulated::Card* card = nullptr;
    protocol::Row row;
};
/// Returns a table with one row per kernel and card, sorted by the time on the first card. The columns are kernel,
/// card, kind, modelled (in ns, with bounds), status, reason, the term that limits the time, and a note on how the
/// times were validated.
Table cardTable(const std::vector<CardRow>& rows);
ChartSpec cardSpec();
/// Returns the median error of the model for this card, or a note that its times have not been validated.
QString cardTimesText(const simulated::Card& card);
/// Returns a sentence that names the fastest kernel on each card. Includes a note on how the times of each card were
/// validated.
QString cardReading(const std::vector<CardRow>& rows);

/// Models all kernels of an operation on two cards and compares the results. Sends a request to the worker when the
/// user selects *Compare*.
class CardComparison : public QWidget {
    Q_OBJECT
public:
    explicit CardComparison(Session& session, QWidget* parent = nullptr);

    ChartView* chart() const { return chart_; }
    bool isRunning() const { return !request_.isEmpty(); }

public slots:
    void compare();

signals:
    void changed();

private:
    void fillCards();
    void readCard();
    void sendNext();
    void draw();
    void clear();
    void finish();

    Session& session_;
    CancelController* stop_ = nullptr;
    QLabel* first_ = nullptr; ///< name of the card selected in the toolbar
    QComboBox* other_ = nullptr;
    QPushButton* compare_ = nullptr;
    ChartView* chart_ = nullptr;
    std::vector<simulated::Card> cards_;
    std::vector<CardRow> rows_;
    std::size_t next_ = 0;
    QString request_, key_;
};

} // namespace warploom::ui
