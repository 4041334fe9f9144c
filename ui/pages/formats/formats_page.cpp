#include "ui/pages/formats/formats_page.h"

#include "engine/join.h"
#include "engine/protocol/messages/requests.h"
#include "ui/components/spy/spy_view.h"
#include "ui/pages/formats/footprint_charts.h"
#include "ui/pages/formats/format_pictures.h"
#include "ui/pages/formats/other_matrix.h"
#include "ui/pages/formats/window_view.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/matrix_names.h"
#include "ui/session/samples.h"
#include "ui/session/worker_client.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/change_action.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace warploom::ui {

namespace {

/// Least height of the page, in pixels at a scale of 100 %, at which the charts below the arrays show all formats
/// without scrolling.
constexpr int height_with_charts = 860;

/// Keys of session settings. The value of `show_key` selects what the page shows: a format ID, "bytes" for the memory
/// footprints, "*" for the array positions around one nonzero in each format, or an empty string for all formats. The
/// value of `beside_key` selects what is shown next to it: another format ID, or "matrix:" and the name of another
/// matrix, which is shown in the same format.
const QString show_key = QStringLiteral("formats/show"), beside_key = QStringLiteral("formats/beside"),
              around = QStringLiteral("*"), sizes = QStringLiteral("bytes"), of_matrix = QStringLiteral("matrix:");

} // namespace

FormatsPage::~FormatsPage() = default;

FormatsPage::FormatsPage(Session& session, QWidget* parent)
    : Page(session, tr("Formats"), QStringLiteral("formats"), parent),
      // Limit requests to about twelve per second while the user drags the window.
      pause_(pauseTimer(this, 80, &FormatsPage::ask)) {
    QLabel* invitation = nullptr;
    QPushButton* sample = nullptr;
    QWidget* page = sentencePage(invitation, sample, tr("Open a matrix to see how each format stores it."),
                                 tr("Open a 16 × 16 grid"));
    connect(sample, &QPushButton::clicked, this,
            [this] { this->session().openMatrix(QStringLiteral("laplace2d:n=16")); });
    unseen_ = new QLabel;
    unseen_->setAlignment(Qt::AlignCenter);
    unseen_->setWordWrap(true);
    QWidget* left = buildWindowSide();
    charts_ = new FootprintCharts(session);
    right_ = inSplitter(Qt::Vertical, {{buildArraysSide(), 3}, {charts_, 2}});
    QSplitter* across = inSplitter(Qt::Horizontal, {{left, 3}, {right_, 7}});
    across->setSizes({theme().px(300), theme().px(680)});
    right_->setSizes({theme().px(330), theme().px(220)});
    QScrollArea* area = scrolled(across);
    connector_ = new OwnerConnector(window_, owner_, area->viewport());
    window_chart_ = std::make_unique<WindowPicture>(*window_, this->session());
    arrays_chart_ = std::make_unique<ArraysPicture>(*arrays_);
    stack_ = inStack({page, unseen_, area});
    const int gap = theme().px(8);
    inColumn(this, {stack_}, -1, {gap, gap, gap, gap});

    connect(charts_, &FootprintCharts::changed, this, &Page::chartsChanged);
    connect(charts_, &FootprintCharts::ended, this, &FormatsPage::ask);
    connect(charts_, &FootprintCharts::askRequested, this, &FormatsPage::ask);
    connect(&session, &Session::matrixChanged, this, &FormatsPage::matrixChanged);
    connect(&session, &Session::windowChanged, this, &FormatsPage::windowChanged);
    connect(&session, &Session::hoveredChanged, this, &FormatsPage::hoverChanged);
    connect(&session, &Session::choiceChanged, this, [this](const QString& key) {
        if (key == show_key || key == beside_key) showFormats();
        if (key == QLatin1String("kernel") || key == QLatin1String("block")) handshakeChanged();
        if (key == QLatin1String("kernel")) brings_kernel_ = true;
        if (key == QLatin1String("kernel") || key == QLatin1String("block") || key == QLatin1String("precision")) {
            layout_wanted_ = true;
            askSoon();
            other_->ask();
        }
    });
    connect(&session.texts(), &KernelSources::textChanged, this, [this](const QString& name) {
        layout_wanted_ = layout_wanted_ || name == kernel_->currentData().toString();
        askSoon();
    });
    connect(&session.worker(), &WorkerClient::handshakeChanged, this, &FormatsPage::handshakeChanged);
    handshakeChanged();
    onTheme(this, [this] {
        setMuted(corner_);
        // At a large font scale, use a smaller font, so that the text fits on one line.
        corner_->setFont(theme().font(theme().scale() < 1.5 ? 1.0 : 0.85));
        owner_->setFont(theme().font(1.0, true));
        // Reserve two lines for the text, so that the slots do not move when it changes.
        owner_->setMinimumHeight(2 * QFontMetrics(owner_->font()).lineSpacing());
        showFormats();
    });
    matrixChanged();
}

void FormatsPage::handshakeChanged() {
    const protocol::Handshake& hello = session().worker().handshake();
    const QSignalBlocker quiet(kernel_);
    kernel_->clear();
    kernel_->addItem(tr("no kernel"), QString());
    for (const protocol::KernelEntry& kernel : hello.kernels_of("spmv")) {
        if (kernel.runs_on != RunsOn::gpu) continue; // only GPU kernels can be traced
        addEntry(kernel_, toQString(kernel.id), toQString(kernel.title + ". " + kernel.summary));
    }
    if (hello.kernels.empty() && !session().kernel().isEmpty())
        kernel_->addItem(session().kernel(), session().kernel());
    kernel_->setCurrentIndex(std::max(0, kernel_->findData(session().kernel())));
    change_->setKernel(QStringLiteral("spmv"), kernel_->currentData().toString());
    titles_.clear();
    for (const protocol::Format& format : hello.formats) titles_[toQString(format.id)] = toQString(format.title);
    for (ArraysView* const view : {arrays_, beside_arrays_, other_->arrays()}) view->setTitles(titles_);
}

QList<Chart*> FormatsPage::charts() const {
    return QList<Chart*>{window_chart_.get(), arrays_chart_.get()} + charts_->charts();
}

int FormatsPage::shownFormat() const {
    const QString shown = format_->currentData().toString();
    for (std::size_t f = 0; document_ && f < document_->formats.size(); ++f)
        if (toQString(document_->formats[f].format) == shown) return static_cast<int>(f);
    return -1;
}

QString FormatsPage::ownerLine() const { return owner_->text(); }

void FormatsPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    askSoon(); // settings may have changed while this page was not visible
}

void FormatsPage::matrixChanged() {
    kept_ = {};
    brings_kernel_ = true;
    const MatrixHandle& matrix = session().matrix();
    document_.reset();
    for (ArraysView* const view : {arrays_, beside_arrays_}) view->setDocument(nullptr);
    const bool usable =
        matrix && !matrix->matrix.is_oversize() && matrix->matrix.rows() > 0 && matrix->matrix.cols() > 0;
    thumbnail_->setMatrix(usable ? matrix : nullptr);
    window_->setMatrix(usable ? matrix : nullptr);
    if (!usable) {
        if (matrix)
            unseen_->setText(matrix->matrix.is_oversize() ? toQString(matrix->matrix.why_not_runnable())
                                                          : tr("This matrix has no elements to store."));
        stack_->setCurrentIndex(matrix ? 1 : 0);
        return;
    }
    stack_->setCurrentIndex(2);
    const QSignalBlocker quiet_row(row_), quiet_col(col_);
    const auto last = [](std::int64_t count, std::int64_t seen) {
        return static_cast<int>(std::max<std::int64_t>(0, count - seen));
    };
    const MatrixWindow w = session().window();
    row_->setRange(0, last(matrix->matrix.rows(), w.row_end - w.row_begin));
    col_->setRange(0, last(matrix->matrix.cols(), w.col_end - w.col_begin));
    charts_->clear();
    windowChanged();
}

void FormatsPage::windowChanged() {
    const MatrixWindow w = session().window();
    thumbnail_->setWindow(w);
    window_->setWindow(w);
    const QSignalBlocker quiet_row(row_), quiet_col(col_);
    row_->setValue(static_cast<int>(w.row_begin));
    col_->setValue(static_cast<int>(w.col_begin));
    document_.reset(); // keep showing the old slots until the new document arrives
    for (ArraysView* const view : {arrays_, beside_arrays_}) view->setHighlighted(-1);
    corner_->setText(tr("Indices are relative to the top-left corner of the window (row %1, column %2).")
                         .arg(shortCount(w.row_begin), shortCount(w.col_begin)));
    hoverChanged();
    askSoon();
    other_->ask();
}

void FormatsPage::askSoon() {
    layout_wanted_ = layout_wanted_ || !document_;
    pause_->start();
}

void FormatsPage::ask() {
    if (!isVisible() || !session().matrix() || stack_->currentIndex() != 2) return;
    if (session().isLoading()) return; // the request is sent when the new matrix has been loaded
    if (layout_wanted_ && layout_request_.isEmpty()) {
        // Request the layout of the window before the footprints of the whole matrix, because it takes little time.
        charts_->cancel();
        askLayout();
    } else if (layout_request_.isEmpty()) {
        charts_->ask();
    }
}

void FormatsPage::askLayout() {
    const MatrixWindow w = session().window();
    const MatrixHandle matrix = session().matrix();
    protocol::LayoutRequest request;
    request.matrix = matrix->name().toStdString();
    request.precision = session().precisionValue();
    request.window = {w.row_begin, w.row_end, w.col_begin, w.col_end};
    request.kernel = kernel_->currentData().toString().toStdString();
    request.block = session().block();
    layout_wanted_ = false;
    RequestHandlers handlers;
    handlers.done = [this, matrix, w](const Json& result) {
        layout_request_.clear();
        const MatrixWindow now = session().window();
        const bool stale = matrix != session().matrix() || now.row_begin != w.row_begin ||
                           now.col_begin != w.col_begin || layout_wanted_;
        if (!stale) setLayoutDocument(protocol::read_layout(result));
        ask();
    };
    handlers.error = [this](const WorkerError& error) {
        layout_request_.clear();
        if (layout_wanted_) return ask();
        sayInstead(toQString(error.message + " " + error.hint), tr("Try again"));
    };
    if (answer_wanted_ == 0) sayInstead(tr("Converting the matrix window..."), {});
    layout_request_ = session().worker().request(request, handlers, this);
}

void FormatsPage::setLayoutDocument(const protocol::Layout& document) {
    document_ = std::make_shared<const protocol::Layout>(document);
    window_->setDocument(document_);
    for (ArraysView* const view : {arrays_, beside_arrays_}) view->setDocument(document_);
    answer_wanted_ = 1;
    fillFormats();
    showFormats();
    hoverChanged();
    emit inspectorChanged();
}

void FormatsPage::fillFormats() {
    const QSignalBlocker quiet(format_), quiet_beside(beside_);
    format_->clear();
    beside_->clear();
    format_->addItem(tr("all formats"), QString());
    format_->addItem(tr("one nonzero in each format"), around);
    format_->addItem(tr("sizes of all formats"), sizes);
    beside_->addItem(tr("nothing"), QString());
    if (!document_) return;
    for (const protocol::FormatLayout& format : document_->formats)
        for (QComboBox* const box : {format_, beside_})
            box->addItem(toQString(format.format), toQString(format.format));
    // Offer other matrices that can be shown in the same format.
    QStringList names{QStringLiteral("laplace2d:n=16"), QStringLiteral("random-rows:n=64,fraction=0.2,seed=7")};
    for (const ExampleMatrix& sample : sampleMatrices()) names.append(sample.name);
    for (const QString& recent : session().recent().mid(0, 5)) names.append(recent);
    const QString chosen = session().choice(beside_key).toString();
    if (chosen.startsWith(of_matrix)) names.prepend(chosen.mid(of_matrix.size()));
    names.removeDuplicates();
    beside_->insertSeparator(beside_->count());
    for (const QString& name : qAsConst(names)) {
        if (session().matrix() && name == session().matrix()->name()) continue;
        addEntry(beside_, tr("in %1").arg(matrixTitle(name)), of_matrix + name,
                 tr("Show %1 in the same format").arg(name));
    }
}

void FormatsPage::showFormats() {
    const QSignalBlocker quiet(format_), quiet_beside(beside_);
    const QString shown = session().choice(show_key).toString(), beside = session().choice(beside_key).toString();
    format_->setCurrentIndex(std::max(0, format_->findData(shown)));
    const QString now = format_->currentData().toString();
    const auto number = [this](const QString& id) {
        for (std::size_t f = 0; document_ && f < document_->formats.size(); ++f)
            if (toQString(document_->formats[f].format) == id) return static_cast<int>(f);
        return static_cast<int>(ArraysView::all_formats);
    };
    const bool is_one = number(now) >= 0;
    const bool is_pair = is_one && number(beside) >= 0;
    beside_->setCurrentIndex(std::max(0, beside_->findData(beside)));
    beside_field_->setEnabled(is_one);
    arrays_->setOnly(now == around ? static_cast<int>(ArraysView::around_nonzero) : number(now));
    const bool was_pair = !beside_scroll_->isHidden();
    beside_scroll_->setVisible(is_pair);
    const bool is_other = is_one && beside.startsWith(of_matrix), was_other = !other_->isHidden();
    other_->setVisible(is_other);
    if ((is_pair && !was_pair) || (is_other && !was_other)) pair_->setSizes({1000, 1000, 1000});
    other_->show(is_other ? beside.mid(of_matrix.size()) : QString(), is_one ? now : QString());
    if (is_pair) beside_arrays_->setOnly(number(beside));
    arrays_->setCompared(is_pair ? beside_arrays_ : is_other ? other_->arrays() : nullptr);
    // The charts compare all formats, so they are hidden if only one or two formats are shown or if a nonzero is
    // pinned. If space is limited, the charts have a view of their own ("sizes of all formats"), so that the arrays and
    // the charts do not scroll together.
    const bool is_alone = now == sizes;
    placeCharts(is_alone);
    charts_->setVisible(is_alone || (now.isEmpty() && !kept_.isValid() && hasRoom(height_with_charts)));
    sizes_button_->setChecked(is_alone);
    owner_->setVisible(!is_alone);
    corner_->setVisible(!is_alone && (hasRoom() || width() >= theme().px(560)));
    beside_field_->setVisible(hasRoom() || is_one);
    thumbnail_->setVisible(hasRoom()); // the user can still move the window with the input fields
    turnPair();
    bringIntoView();
}

bool FormatsPage::hasPicture() const { return stack_->currentIndex() == 2; }

bool FormatsPage::hasRoom(int least) const { return height() >= theme().px(least); }

void FormatsPage::placeCharts(bool alone) {
    const bool is_alone = chart_scroll_->widget() != nullptr;
    if (alone && !is_alone) {
        chart_scroll_->setWidget(charts_);
    } else if (!alone && is_alone) {
        right_->addWidget(chart_scroll_->takeWidget());
        right_->setSizes({theme().px(330), theme().px(220)});
    }
    answer_->setCurrentIndex(alone ? 2 : answer_wanted_);
}

void FormatsPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    showFormats();
}

/// Stacks the two views if they would require horizontal scrolling side by side.
void FormatsPage::turnPair() {
    const ArraysView* const second = other_->isHidden() ? beside_arrays_ : other_->arrays();
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    const double half = pair_->width() / 2.0 - bar - pair_->handleWidth();
    const bool fits = std::max(arrays_->leastWidth(), second->leastWidth()) <= half;
    const Qt::Orientation wanted = fits ? Qt::Horizontal : Qt::Vertical;
    if (pair_->orientation() == wanted) return;
    pair_->setOrientation(wanted);
    pair_->setSizes({1000, 1000, 1000});
}

bool FormatsPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == pair_ && event->type() == QEvent::Resize) turnPair();
    return Page::eventFilter(watched, event);
}

/// Scrolls to the format of the current kernel after the user has selected another kernel or matrix.
void FormatsPage::bringKernel() {
    if (!document_ || !std::exchange(brings_kernel_, false)) return;
    const protocol::KernelEntry* const kernel =
        session().worker().handshake().kernel(kernel_->currentData().toString().toStdString());
    for (std::size_t f = 0; kernel != nullptr && f < document_->formats.size(); ++f)
        if (document_->formats[f].format == kernel->format)
            QMetaObject::invokeMethod(
                scroll_, [this, f] { scroll_->showFormat(static_cast<int>(f)); }, Qt::QueuedConnection);
}

void FormatsPage::bringIntoView() {
    if (!kept_.isValid()) return bringKernel();
    for (ArraysScroll* const scroll : {scroll_, beside_scroll_}) scroll->showLit();
    other_->bringIntoView();
}

void FormatsPage::sayInstead(const QString& words, const QString& button) {
    words_->setText(words);
    again_->setText(button);
    again_->setVisible(!button.isEmpty());
    answer_wanted_ = 0;
    placeCharts(format_->currentData().toString() == sizes);
}

int FormatsPage::hoveredIndex() const {
    const HoveredNonzero hovered = session().hovered();
    if (!document_ || !hovered.isValid()) return -1;
    const MatrixWindow w = session().window();
    return document_->nonzero_at(hovered.row - w.row_begin, hovered.col - w.col_begin);
}

HoveredNonzero FormatsPage::placeOf(int nonzero) const {
    if (!document_ || nonzero < 0) return {};
    const protocol::LayoutNonzero& entry = document_->nonzeros[nonzero];
    const MatrixWindow w = session().window();
    return {w.row_begin + entry.row, w.col_begin + entry.col};
}

void FormatsPage::pick(int nonzero) {
    kept_ = placeOf(nonzero);
    session().setHovered(kept_);
    hoverChanged();
    showFormats();
}

void FormatsPage::keep(const HoveredNonzero& nonzero) {
    kept_ = nonzero == kept_ ? HoveredNonzero{} : nonzero;
    session().setHovered(nonzero);
    hoverChanged(); // updates the label that shows whether the nonzero is pinned
    showFormats();
}

void FormatsPage::passOver(const HoveredNonzero& nonzero) {
    if (kept_.isValid()) hoverChanged(); // highlight the pinned nonzero again
    else session().setHovered(nonzero);
}

void FormatsPage::hoverChanged() {
    const HoveredNonzero hovered = session().hovered();
    thumbnail_->setHovered(hovered);
    window_->setHovered(hovered);
    const int index = hoveredIndex();
    for (ArraysView* const view : {arrays_, beside_arrays_}) {
        view->setHighlighted(index);
        view->setKept(kept_.isValid());
    }
    other_->arrays()->setKept(kept_.isValid());
    if (index >= 0)
        other_->light(document_->nonzeros[static_cast<std::size_t>(index)].row,
                      document_->nonzeros[static_cast<std::size_t>(index)].col);
    else other_->light(-1, -1);
    if (index < 0) {
        owner_->setText(
            document_ && document_->nonzeros.empty()
                ? tr("This window contains no nonzeros. Drag the window to a different part of the matrix.")
                : tr("Point to a nonzero to highlight its slots in every format. Click the nonzero to pin it."));
    } else {
        const protocol::LayoutNonzero& entry = document_->nonzeros[index];
        const auto owners = document_->owners_of(index);
        const QString text = nonzeroText(*document_, index, hovered.row, hovered.col);
        owner_->setText(kept_ == hovered ? tr("%1 · pinned (press Esc to unpin)").arg(text) : text);
        if (!document_->owner.kernel.empty() && !owners.empty())
            connector_->connectFrom(entry.row, entry.col, owners.front().warp);
        else connector_->disconnectAll();
    }
    if (index < 0) connector_->disconnectAll();
    emit inspectorChanged();
}

QString FormatsPage::inspectorText() const {
    const int index = hoveredIndex();
    if (!session().matrix()) return tr("<p>Open a matrix to see the arrays of every format.</p>");
    if (!document_) return tr("<p>Loading this part of the matrix...</p>");
    QString html = tr("<h3>Window</h3><p>%1 × %2 elements, %3.</p>")
                       .arg(document_->rows)
                       .arg(document_->cols)
                       .arg(nonzerosText(static_cast<std::int64_t>(document_->nonzeros.size())));
    if (index < 0) return html;
    html += tr("<h3>Nonzero</h3><p>%1</p>").arg(owner_->text().toHtmlEscaped());
    html += QStringLiteral("<ul>");
    for (const protocol::FormatLayout& format : document_->formats) {
        QStringList places;
        for (const protocol::LayoutArray& array : format.arrays)
            for (std::size_t i = 0; i < array.nonzero.size(); ++i)
                if (array.nonzero[i] == index) places << QStringLiteral("%1[%2]").arg(toQString(array.name)).arg(i);
        if (!places.isEmpty())
            html +=
                QStringLiteral("<li>%1: %2</li>")
                    .arg(toQString(format.format).toHtmlEscaped(), places.join(QStringLiteral(", ")).toHtmlEscaped());
    }
    return html + QStringLiteral("</ul>");
}

bool FormatsPage::isSettled() const {
    if (!session().matrix() || session().isLoading()) return false;
    // A failed request is not repeated, so there is nothing to wait for.
    if (answer_wanted_ == 0 && !again_->isHidden()) return true;
    return document_ && charts_->isSettled() && thumbnail_->isCurrent() && other_->isSettled();
}

} // namespace warploom::ui
