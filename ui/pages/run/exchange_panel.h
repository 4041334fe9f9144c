#pragma once

#include "engine/protocol/messages/exchange.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;

namespace warploom::ui {

class ExchangeView;
class Session;

/// Shows the data that 2, 4 or 8 GPUs would exchange for one product with the open matrix. The worker computes it from
/// the partition, so no GPU is required. Requests are sent only while the panel is visible.
class ExchangePanel : public QWidget {
    Q_OBJECT
public:
    explicit ExchangePanel(Session& session, QWidget* parent = nullptr);

    /// Selects the operation and its kernel, which for CG includes the product ("cg:ell"). Shows nothing if the name is
    /// empty.
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
