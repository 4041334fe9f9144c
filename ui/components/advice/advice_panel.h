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

/// Recommends kernels for the open matrix and explains each recommendation. Requests a ranking from the worker when the
/// panel is shown and when the matrix, machine, precision or operation changes. Equally fast kernels are shown as a
/// group.
class AdvicePanel : public QWidget {
    Q_OBJECT
public:
    explicit AdvicePanel(Session& session, QWidget* parent = nullptr);

    const std::optional<protocol::Advice>& advice() const { return advice_; }
    bool isSettled() const { return request_.isEmpty(); }
    /// Returns the kernel for the *Use this kernel* button: the one that the user clicked or, by default, the
    /// recommended kernel.
    QString chosen() const { return chosen_; }
    QString operation() const;
    /// Sets whether the panel is always as tall as its content, as required inside a scroll area.
    void setWhole(bool on);
    QString machine() const;
    void choose(const QString& kernel);
    /// Selects the operation. Has no effect if kernels cannot be recommended for the operation.
    void setOperation(const QString& operation);

public slots:
    void tryFirst();

signals:
    /// Emitted to open the Run page with `kernel` selected.
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
    QString headline() const; ///< Returns the recommended kernel and its time; empty if there is none.
    QString whyNotTried() const;

    Session& session_;
    QComboBox *operation_ = nullptr, *machine_ = nullptr;
    QLabel *headline_ = nullptr, *sentence_ = nullptr, *verdict_ = nullptr;
    QTextBrowser* body_ = nullptr;
    bool is_whole_ = false;
    QPushButton *take_ = nullptr, *try_ = nullptr;
    std::optional<protocol::Advice> advice_;
    QString request_, key_, problem_, chosen_, measuring_;
};

} // namespace warploom::ui
