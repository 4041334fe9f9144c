#include "ui/pages/formats/formats_page.h"

#include "ui/components/spy/spy_view.h"
#include "ui/pages/formats/other_matrix.h"
#include "ui/pages/formats/window_view.h"
#include "ui/widgets/change_action.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>

namespace warploom::ui {

QWidget* FormatsPage::buildWindowSide() {
    thumbnail_ = new SpyView;
    thumbnail_->setThumbnail(true);
    window_ = new WindowView;
    row_ = new QSpinBox;
    col_ = new QSpinBox;
    for (const auto& [box, name] :
         {std::pair{row_, tr("First row of the window")}, std::pair{col_, tr("First column of the window")}}) {
        box->setAccessibleName(name);
        box->setKeyboardTracking(false);
        connect(box, &QSpinBox::valueChanged, this, [this] {
            MatrixWindow w = session().window();
            session().setWindow({row_->value(), row_->value() + (w.row_end - w.row_begin), col_->value(),
                                 col_->value() + (w.col_end - w.col_begin)});
        });
    }
    // Wrap if the two fields do not fit on one line.
    QWidget* place = inStrip({labelled(tr("from ro&w"), row_), labelled(tr("&column"), col_)});
    const auto move = [this](const MatrixWindow& window) { session().setWindow(window); };
    connect(thumbnail_, &SpyView::windowMoved, this, move);
    connect(window_, &WindowView::windowMoved, this, move);
    connect(window_, &WindowView::hoveredChanged, this, &FormatsPage::passOver);
    connect(window_, &WindowView::clicked, this, &FormatsPage::keep);
    auto* side = new QWidget;
    inColumn(side, {{thumbnail_, 0, Qt::AlignHCenter}, place, {window_, 1}});
    return side;
}

QWidget* FormatsPage::buildArraysSide() {
    format_ = comboBox("formatsShow", tr("Format to show"),
                       tr("Show all formats, a single format, or one nonzero in each format"));
    beside_ = comboBox("formatsBeside", tr("Format to compare"),
                       tr("Compare with another format, or with another matrix in the same format"));
    holdWidth(beside_, 12);
    kernel_ = comboBox("", tr("Kernel whose threads read the nonzeros"), {});
    holdWidth(kernel_, 16);
    change_ = new ChangeAction(session(), this);
    change_->addTo(kernel_);
    block_ = blockBox(session(), "", {});
    owner_ = sentenceLabel("formatsOwner", tr("Thread that reads the nonzero"));
    corner_ = sentenceLabel("formatsCorner", tr("Origin of the indices shown in the arrays"));
    arrays_ = new ArraysView;
    scroll_ = new ArraysScroll(arrays_);
    beside_arrays_ = named(new ArraysView, "arraysBeside", tr("Arrays of the second format"));
    beside_scroll_ = new ArraysScroll(beside_arrays_);
    beside_scroll_->hide();
    other_ = new OtherMatrix(session());
    other_->hide();
    connect(other_, &OtherMatrix::placePassed, this, [this](std::int64_t row, std::int64_t col) {
        const MatrixWindow w = session().window();
        const bool is_there = document_ && row >= 0 && document_->nonzero_at(row, col) >= 0;
        passOver(is_there ? HoveredNonzero{w.row_begin + row, w.col_begin + col} : HoveredNonzero{});
    });
    pair_ = inSplitter(Qt::Horizontal, {{scroll_, 1}, {beside_scroll_, 1}, {other_, 1}});
    pair_->installEventFilter(this);
    chart_scroll_ = scrolled(nullptr);
    answer_ = inStack({sentencePage(words_, again_), pair_, chart_scroll_});
    again_->hide();
    connect(again_, &QPushButton::clicked, this, [this] {
        layout_wanted_ = true;
        ask();
    });
    choosesFor(session(), format_, show_key, tr("format shown: %1"));
    choosesFor(session(), beside_, beside_key, tr("comparison: %1"));
    fillFormats();
    connect(kernel_, &QComboBox::activated, this, [this](int index) {
        const QString id = kernel_->itemData(index).toString();
        session().setChoice(QStringLiteral("kernel"), id, tr("kernel %1").arg(id));
    });
    for (ArraysView* const view : {arrays_, beside_arrays_}) {
        connect(view, &ArraysView::picked, this, &FormatsPage::pick);
        connect(view, &ArraysView::clicked, this, [this](int nonzero) { keep(placeOf(nonzero)); });
        connect(view, &ArraysView::passed, this, [this](int nonzero) { passOver(placeOf(nonzero)); });
        connect(view, &ArraysView::hoverTextChanged, view, [view](const QString& text) { view->setToolTip(text); });
    }
    beside_field_ = labelled(tr("compare&d with"), beside_);
    sizes_button_ = named(toolButton(tr("Memory footprint"), {}), "formatsSizes", tr("Memory footprint"),
                          tr("Show the size and the padding of every format for the whole matrix"));
    sizes_button_->setCheckable(true);
    connect(sizes_button_, &QToolButton::clicked, this, [this](bool is_on) {
        format_->setCurrentIndex(std::max(0, format_->findData(is_on ? QStringLiteral("bytes") : QString())));
        emit format_->activated(format_->currentIndex());
    });
    auto* side = new QWidget;
    strip_ = inStrip({labelled(tr("&Show"), format_), beside_field_, labelled(tr("&Kernel"), kernel_),
                      change_->button(QStringLiteral("formatsChange")), labelled(tr("Threads per bl&ock"), block_),
                      sizes_button_});
    inColumn(side, {strip_, owner_, corner_, {answer_, 1}}, theme().px(4));
    return side;
}

} // namespace warploom::ui
