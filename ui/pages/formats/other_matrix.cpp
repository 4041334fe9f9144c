#include "ui/pages/formats/other_matrix.h"

#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/join.h"
#include "engine/protocol/messages/requests.h"
#include "ui/pages/formats/arrays_view.h"
#include "ui/pages/formats/window_view.h"
#include "ui/session/worker_client.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"

#include <QLabel>

#include <algorithm>

namespace warploom::ui {

OtherMatrix::OtherMatrix(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
    words_ = sentenceLabel("otherMatrixWords", tr("Title of the second matrix"));
    window_ = named(new WindowView, "otherMatrixWindow", tr("Window of the second matrix"));
    arrays_ = named(new ArraysView, "", tr("Arrays of the second matrix"));
    scroll_ = new ArraysScroll(arrays_);
    inColumn(this, {words_, {window_, 2}, {scroll_, 3}}, theme().px(4));
    const auto place = [this](int nonzero) {
        if (nonzero < 0 || !document_) return light(-1, -1);
        const protocol::LayoutNonzero& at = document_->nonzeros[static_cast<std::size_t>(nonzero)];
        light(at.row, at.col);
        emit placePassed(at.row, at.col);
    };
    connect(arrays_, &ArraysView::passed, this, place);
    connect(arrays_, &ArraysView::picked, this, place);
    connect(window_, &WindowView::hoveredChanged, this, [this](const HoveredNonzero& nonzero) {
        const MatrixWindow w = window();
        const std::int64_t row = nonzero.isValid() ? nonzero.row - w.row_begin : -1,
                           col = nonzero.isValid() ? nonzero.col - w.col_begin : -1;
        light(row, col);
        emit placePassed(row, col);
    });
    onTheme(this, [this] {
        const bool large = theme().scale() >= 1.5;
        words_->setFont(theme().font(large ? 0.9 : 1.0, true));
        window_->setVisible(!large); // at a large font scale, there is room only for the arrays
        sayWhatIsSeen();
    });
}

OtherMatrix::~OtherMatrix() { pool_.waitForDone(); }

QString OtherMatrix::words() const { return words_->text(); }

void OtherMatrix::show(const QString& matrix, const QString& format) {
    format_ = format;
    if (matrix == name_) return showFormat();
    name_ = matrix;
    matrix_.reset();
    document_.reset();
    window_->setMatrix(nullptr);
    arrays_->setDocument(nullptr);
    if (name_.isEmpty()) return say({});
    say(tr("Loading %1...").arg(name_));
    struct Loaded {
        MatrixHandle matrix;
        QString problem;
    };
    const std::string name = name_.toStdString();
    const auto load = [name] {
        try {
            auto made = std::make_shared<LoadedMatrix>();
            made->matrix = load_matrix(name);
            made->statistics.nonzeros = made->matrix.csr.nonzeros();
            if (made->matrix.is_oversize()) return Loaded{nullptr, toQString(made->matrix.why_not_runnable())};
            return Loaded{made, {}};
        } catch (const Error& error) { return Loaded{nullptr, toQString(with_hint(error))}; }
    };
    computeInBackground(pool_, this, load, [this, wanted = name_](const Loaded& answer) {
        if (wanted != name_) return;
        if (answer.matrix) return loaded(answer.matrix);
        asked_in_vain_ = true;
        say(answer.problem);
    });
    asked_in_vain_ = false;
}

void OtherMatrix::loaded(const MatrixHandle& matrix) {
    matrix_ = matrix;
    window_->setMatrix(matrix_);
    window_->setWindow(window());
    ask();
}

MatrixWindow OtherMatrix::window() const {
    if (!matrix_) return {};
    constexpr std::int64_t side = 16;
    const MatrixWindow own = session_.window();
    const auto stretch = [](std::int64_t begin, std::int64_t count) {
        const std::int64_t first = std::clamp<std::int64_t>(begin, 0, std::max<std::int64_t>(0, count - side));
        return std::pair(first, std::min(count, first + side));
    };
    const auto [row_begin, row_end] = stretch(own.row_begin, matrix_->matrix.rows());
    const auto [col_begin, col_end] = stretch(own.col_begin, matrix_->matrix.cols());
    return {row_begin, row_end, col_begin, col_end};
}

void OtherMatrix::ask() {
    if (!matrix_) return;
    const MatrixWindow w = window();
    window_->setWindow(w);
    if (w.row_end <= w.row_begin || w.col_end <= w.col_begin) return say(tr("%1 is empty.").arg(name_));
    if (!request_.isEmpty()) session_.worker().cancel(request_);
    const auto id = std::make_shared<QString>();
    RequestHandlers handlers;
    handlers.done = [this, id](const Json& result) {
        if (request_ != *id) return; // a newer request has superseded this one
        request_.clear();
        try {
            answered(protocol::read_layout(result));
        } catch (const Error& error) { say(toQString(with_hint(error))); }
    };
    handlers.error = [this, id](const WorkerError& error) {
        if (request_ != *id) return;
        request_.clear();
        if (error.code == "cancelled") return;
        asked_in_vain_ = true;
        say(toQString(error.message + " " + error.hint));
    };
    asked_in_vain_ = false;
    protocol::LayoutRequest request;
    request.matrix = name_.toStdString();
    request.precision = session_.precisionValue();
    request.window = {w.row_begin, w.row_end, w.col_begin, w.col_end};
    request.block = session_.block();
    request_ = *id = session_.worker().request(request, handlers, this);
}

void OtherMatrix::answered(const protocol::Layout& document) {
    document_ = std::make_shared<const protocol::Layout>(document);
    window_->setDocument(document_);
    arrays_->setDocument(document_);
    sayWhatIsSeen();
    showFormat();
}

void OtherMatrix::sayWhatIsSeen() {
    if (!document_) return;
    const QString nonzeros = nonzerosText(static_cast<std::int64_t>(document_->nonzeros.size()));
    const MatrixWindow w = window();
    words_->setToolTip(name_);
    if (theme().scale() >= 1.5)
        return say(tr("%1 · %2").arg(
            words_->fontMetrics().elidedText(name_, Qt::ElideMiddle, words_->fontMetrics().averageCharWidth() * 20),
            nonzeros));
    say(tr("%1 · rows %2–%3, columns %4–%5 · %6")
            .arg(name_, shortCount(w.row_begin), shortCount(w.row_end - 1), shortCount(w.col_begin),
                 shortCount(w.col_end - 1), nonzeros));
}

void OtherMatrix::showFormat() {
    for (std::size_t f = 0; document_ && f < document_->formats.size(); ++f)
        if (toQString(document_->formats[f].format) == format_) arrays_->setOnly(static_cast<int>(f));
}

void OtherMatrix::light(std::int64_t row, std::int64_t col) {
    const int nonzero = document_ && row >= 0 ? document_->nonzero_at(row, col) : -1;
    arrays_->setHighlighted(nonzero);
    const MatrixWindow w = window();
    window_->setHovered(nonzero < 0 ? HoveredNonzero{} : HoveredNonzero{w.row_begin + row, w.col_begin + col});
}

void OtherMatrix::bringIntoView() { scroll_->showLit(); }

bool OtherMatrix::isSettled() const {
    return name_.isEmpty() || asked_in_vain_ || (document_ != nullptr && request_.isEmpty());
}

void OtherMatrix::say(const QString& words) { words_->setText(words); }

} // namespace warploom::ui
