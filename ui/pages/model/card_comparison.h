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

/// A kernel on a card, as the model has it.
struct CardRow {
    const simulated::Card* card = nullptr;
    protocol::Row row;
};
/// A row for each kernel and card, the kernel first that is fastest on the first card; columns kernel, card, kind,
/// modelled (ns) with its bounds, status, reason, binding term, and what stands behind the card's times.
Table cardTable(const std::vector<CardRow>& rows);
ChartSpec cardSpec();
/// "counts exact, times not checked against this card", or the median error of the card's model.
QString cardTimesText(const simulated::Card& card);
/// Which kernel each card prefers, and what stands behind their times.
QString cardReading(const std::vector<CardRow>& rows);

/// All kernels of an operation, modelled on two cards side by side. Asks the worker when *Compare* is pressed.
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
    QLabel* first_ = nullptr; ///< the card of the window
    QComboBox* other_ = nullptr;
    QPushButton* compare_ = nullptr;
    ChartView* chart_ = nullptr;
    std::vector<simulated::Card> cards_; ///< that are compared
    std::vector<CardRow> rows_;
    std::size_t next_ = 0; ///< card that is asked for
    QString request_, key_;
};

} // namespace warploom::ui
