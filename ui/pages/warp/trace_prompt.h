#pragma once

#include "ui/session/worker_client.h"

#include <QObject>

class QLabel;
class QPushButton;

namespace warploom::ui {

class Session;

/// The message that the Warp page shows while it has no trace, with a button that solves the problem.
class TracePrompt : public QObject {
    Q_OBJECT
public:
    TracePrompt(Session& session, QObject* parent);

    QWidget* widget() const { return widget_; }
    QPushButton* button() const { return button_; }
    /// Returns whether the page will have no trace until the user does something.
    bool isFinal() const;

    /// Offers a sample matrix if there is no matrix that the selected kernel can process. Otherwise, shows that the
    /// warp is being traced.
    void showWhatIsMissing();
    void showTracing();
    /// Shows the error of a request. If there is a card with enough shared memory, offers it instead of reporting the
    /// error to the session.
    void showError(const WorkerError& error);

signals:
    void retryRequested();

private:
    void show(const QString& words, const QString& button);
    void clicked();

    Session& session_;
    QWidget* widget_ = nullptr;
    QLabel* words_ = nullptr;
    QPushButton* button_ = nullptr;
    QString roomier_card_; ///< card that the button selects; if empty, the button repeats the request
};

} // namespace warploom::ui
