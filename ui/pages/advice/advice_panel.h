#pragma once

#include "engine/protocol/messages/advice.h"
#include "ui/session/session.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QPushButton;
class QTextBrowser;

namespace warploom::ui {

/// Which kernel to take for the open matrix, and why: asked of the worker when it is shown, and again when matrix,
/// machine, precision or operation change. Kernels that cannot be told apart stand in one group.
class AdvicePanel : public QWidget {
    Q_OBJECT
public:
    explicit AdvicePanel(Session& session, QWidget* parent = nullptr);

    const std::optional<protocol::Advice>& advice() const { return advice_; }
    bool isSettled() const { return request_.isEmpty(); }
    /// The kernel that *Take this* takes: the advised one, or the one that was clicked.
    QString chosen() const { return chosen_; }
    QString operation() const;
    /// As high as its text, for what scrolls around it.
    void setWhole(bool on);
    QString machine() const;
    void choose(const QString& kernel);
    void setOperation(const QString& operation); ///< one that there is advice for; any other is ignored

public slots:
    void tryFirst();

signals:
    /// `kernel` shall be ticked on Run, and that page come to the front.
    void taken(const QString& operation, const QString& machine, const QString& kernel);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void fillMachines();
    void showMachine(const QString& wanted_first);
    void want();
    void ask(const QString& key);
    void show_();
    QString keyOf() const;
    QString bodyText() const;
    QString whyNotTried() const;

    Session& session_;
    QComboBox *operation_ = nullptr, *machine_ = nullptr;
    QLabel *sentence_ = nullptr, *verdict_ = nullptr;
    QTextBrowser* body_ = nullptr;
    bool is_whole_ = false;
    QPushButton *take_ = nullptr, *try_ = nullptr;
    std::optional<protocol::Advice> advice_;
    QString request_, key_, problem_, chosen_, measuring_;
};

} // namespace warploom::ui
