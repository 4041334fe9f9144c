#pragma once

#include "engine/protocol/messages/exchange.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;

namespace warploom::ui {

class ExchangeView;
class Session;

/// Shows what 2, 4 or 8 GPUs would send each other for one product of a kernel, from the cut of the open matrix. It
/// asks the worker while it is visible; no GPU is needed.
class ExchangePanel : public QWidget {
    Q_OBJECT
public:
    explicit ExchangePanel(Session& session, QWidget* parent = nullptr);

    /// Chooses the operation and its kernel, or the kernel of cg with its product. Empty: nothing is shown.
    void setKernel(const QString& operation, const QString& kernel);
    ExchangeView* view() const { return view_; }
    QString sentence() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void update_();
    void show_();

    Session& session_;
    QComboBox* gpus_ = nullptr;
    ExchangeView* view_ = nullptr;
    QLabel* sentence_ = nullptr;
    QString operation_, kernel_, key_, problem_;
    std::optional<protocol::ExchangePlan> plan_;
};

} // namespace warploom::ui
