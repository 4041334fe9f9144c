#pragma once

#include "engine/protocol/messages/exchange.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;

namespace warploom::ui {

class ExchangeView;
class Session;

/// Shows how much data 2, 4 or 8 GPUs would exchange for each matrix-vector product with the open matrix. The worker
/// computes the number of bytes from the partition, so no GPU is required. Requests are sent only while the panel is
/// visible.
class ExchangePanel : public QWidget {
    Q_OBJECT
public:
    explicit ExchangePanel(Session& session, QWidget* parent = nullptr);

    /// Sets the operation and the kernel. For CG, the kernel name includes the SpMV kernel, as in `cg:ell`. Pass an
    /// empty name to clear the panel.
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
