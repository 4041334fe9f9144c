#pragma once

#include "engine/protocol/messages/layout.h"
#include "ui/session/session.h"

#include <QWidget>

class QBoxLayout;

namespace warploom::ui {

class Chart;
class ChartView;

/// Two charts that show, for each format, the memory footprint of the whole matrix and the padding in it. The worker
/// computes the values.
class FootprintCharts : public QWidget {
    Q_OBJECT
public:
    explicit FootprintCharts(Session& session, QWidget* parent = nullptr);

    QList<Chart*> charts() const;
    /// Discards the footprints, because another matrix has been opened.
    void clear();
    /// Requests the footprints, unless the charts already show them for the session's matrix and precision.
    void ask();
    /// Cancels a request so that another one can be processed. The next ask() sends it again.
    void cancel();
    bool isBusy() const { return !request_.isEmpty(); }
    /// Returns whether the charts show the footprints or an error.
    bool isSettled() const { return state_ == State::shown; }
    void setFootprints(const protocol::Footprints& document);

signals:
    void changed();
    void ended();        ///< emitted when a request has ended, so that other requests can be sent
    void askRequested(); ///< emitted when the user retries after an error

private:
    QString subject() const;
    void invite(const QString& words, const QString& button = {});

    enum class State { waiting, shown };
    Session& session_;
    ChartView *bytes_ = nullptr, *padding_ = nullptr;
    QBoxLayout* layout_ = nullptr;
    QString request_; ///< pending request; empty if there is none
    QString subject_; ///< matrix and precision of the footprints that are shown or were requested
    State state_ = State::waiting;
};

} // namespace warploom::ui
