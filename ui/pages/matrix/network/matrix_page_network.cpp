#include "ui/pages/matrix/matrix_page.h"

#include "ui/pages/matrix/network/network_panel.h"
#include "ui/pages/matrix/network/network_view.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

// The side of the Matrix page that shows the statistics, or the map of the network that the matrix comes from.

namespace warploom::ui {

QWidget* MatrixPage::buildSide() {
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(theme().px(4));
    side_switch_ = new QWidget;
    auto* row = new QHBoxLayout(side_switch_);
    row->setContentsMargins(theme().px(8), 0, 0, 0);
    row->setSpacing(theme().px(2));
    auto* group = new QButtonGroup(this);
    const auto button = [&](const QString& text, const QString& tip, const char* name) {
        auto* made = new QToolButton;
        made->setObjectName(QLatin1String(name));
        made->setText(text);
        made->setToolTip(tip);
        made->setAccessibleName(tip);
        made->setFocusPolicy(Qt::TabFocus);
        made->setCheckable(true);
        group->addButton(made);
        row->addWidget(made);
        return made;
    };
    network_button_ =
        button(tr("Network"), tr("The map of the network, linked with the picture of its matrix"), "sideNetwork");
    numbers_button_ = button(tr("Row lengths"), tr("Histogram and statistics of the rows"), "sideNumbers");
    row->addStretch();
    column->addWidget(side_switch_);
    side_ = new QStackedWidget;
    side_->addWidget(buildNumbers());
    network_ = new NetworkPanel;
    network_->setContentsMargins(theme().px(8), 0, 0, 0);
    side_->addWidget(network_);
    column->addWidget(side_, 1);
    side_switch_->hide();

    connect(network_button_, &QToolButton::clicked, this, [this] { showNetwork(true); });
    connect(numbers_button_, &QToolButton::clicked, this, [this] { showNetwork(false); });
    connect(network_, &NetworkPanel::matrixWanted, this, [this](const QString& name) { session().openMatrix(name); });
    connect(network_->view(), &NetworkView::hoveredChanged, this,
            [this](const HoveredNonzero& nonzero) { session().setHovered(nonzero); });
    connect(network_->view(), &NetworkView::hoverTextChanged, this, &MatrixPage::showHoverText);
    connect(network_->view(), &NetworkView::brushed, this,
            [this](const RowSelection& rows) { session().setRowSelection(rows); });
    return side;
}

void MatrixPage::setNetwork(const MatrixHandle& matrix, const std::shared_ptr<const NetworkDrawing>& network) {
    const bool had = network_->view()->network() != nullptr;
    network_->setNetwork(network, matrix);
    side_switch_->setVisible(network != nullptr);
    // Another step of a network keeps what was chosen; the first network shows its map.
    if (network == nullptr) showNetwork(false);
    else if (!had) showNetwork(true);
}

bool MatrixPage::isNetworkShown() const { return side_->currentIndex() == 1; }

void MatrixPage::showNetwork(bool on) {
    on = on && network_->view()->network() != nullptr;
    (on ? network_button_ : numbers_button_)->setChecked(true);
    if (on == isNetworkShown()) return;
    side_->setCurrentIndex(on ? 1 : 0);
    layOutSide();
}

void MatrixPage::layOutSide() {
    // A map and a spy picture are looked at together, so they get as much room; numbers need less.
    const int whole = splitter_->width();
    splitter_->setSizes(isNetworkShown() ? QList<int>{whole / 2, whole / 2} : QList<int>{whole * 5 / 8, whole * 3 / 8});
}

} // namespace warploom::ui
