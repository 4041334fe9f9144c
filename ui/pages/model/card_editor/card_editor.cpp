#include "ui/pages/model/card_editor/card_editor.h"

#include "engine/error.h"
#include "engine/sentence.h"
#include "ui/components/traces/model_tables.h"
#include "ui/pages/model/card_editor/card_model.h"
#include "ui/session/session.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/style/theme.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/table_model.h"

#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <cstring>

namespace warploom::ui {

using simulated::Coalescing;

QString cardIdOf(const QString& name) {
    QString id;
    for (const QChar c : name.toLower()) {
        const bool plain =
            (c >= QLatin1Char('a') && c <= QLatin1Char('z')) || (c >= QLatin1Char('0') && c <= QLatin1Char('9'));
        if (plain) {
            id += c;
        } else if (!id.isEmpty() && !id.endsWith(QLatin1Char('-'))) {
            id += QLatin1Char('-');
        }
    }
    id.truncate(60);
    while (id.endsWith(QLatin1Char('-'))) id.chop(1);
    return id;
}

CardEditor::CardEditor(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
    about_ = richLabel("cardAbout");
    rule_ = named(new QComboBox, "cardRule", tr("Coalescing rule"),
                  tr("Select how the card combines the addresses of a warp into memory transactions"));
    for (const Coalescing rule : {Coalescing::half_warp_segments, Coalescing::lines_128, Coalescing::sectors_32})
        rule_->addItem(QString::fromLatin1(simulated::to_string(rule)), static_cast<int>(rule));
    connect(rule_, &QComboBox::activated, this, [this] {
        simulated::Card card = session_.card();
        card.coalescing = static_cast<Coalescing>(rule_->currentData().toInt());
        try {
            session_.editCard(card, tr("coalescing rule %1").arg(rule_->currentText()), false);
        } catch (const Error& error) { say(toQString(error.what()), true); }
    });
    model_ = new CardModel(session_, this);
    table_ = named(plainView(model_), "cardTable", tr("Card parameters"));
    table_->setItemDelegate(new CardDelegate(table_));
    table_->setEditTriggers(QAbstractItemView::AllEditTriggers);
    table_->setShowGrid(false);
    table_->setWordWrap(false);
    table_->horizontalHeader()->setStretchLastSection(true);
    connect(model_, &CardModel::refused, this, [this](const QString& sentence) { say(sentence, true); });
    name_ = named(new QLineEdit, "cardName", tr("Name of the new card"));
    name_->setMaxLength(60);
    auto* save = pushButton("cardSave", tr("&Save as new card"), {}, this, [this] { saveAs(name_->text()); });
    connect(name_, &QLineEdit::returnPressed, this, [this] { saveAs(name_->text()); });
    words_ = sentenceLabel("cardWords");
    words_->hide();
    auto* rule_label = new QLabel(tr("Coalescin&g"));
    rule_label->setBuddy(rule_);
    inColumn(
        this,
        {about_, inRow(nullptr, {rule_label, {rule_, 1}}), {table_, 1}, words_, inRow(nullptr, {{name_, 1}, save})});
    connect(&session_, &Session::cardChanged, this, &CardEditor::cardChanged);
    cardChanged();
    onTheme(this, [this] {
        setRowHeight(table_, 6);
        for (const int column : {CardModel::figure, CardModel::unit, CardModel::fitted})
            table_->resizeColumnToContents(column);
        const QFontMetrics metrics(theme().font());
        table_->setColumnWidth(CardModel::value,
                               metrics.horizontalAdvance(QStringLiteral("0000000000")) + theme().px(24));
    });
}

QString CardEditor::words() const { return words_->text(); }

void CardEditor::cardChanged() {
    const simulated::Card& card = session_.card();
    rule_->setCurrentIndex(rule_->findData(static_cast<int>(card.coalescing)));
    const QString title = toQString(card.title).toHtmlEscaped();
    if (session_.isCardEdited()) {
        about_->setText(tr("<b>%1</b> (edited). The model has not been validated for these parameters.").arg(title));
    } else {
        const QString error =
            card.model_error > 0 ? tr("Median error over %n published times: %1.", nullptr, pluralOf(card.model_cells))
                                       .arg(percentText(card.model_error))
            : card.measured_error > 0
                ? tr("Median error over %n measured times: %1.", nullptr, pluralOf(card.measured_pairs))
                      .arg(percentText(card.measured_error))
                : tr("Counts are exact. Times have not been validated on this card.");
        about_->setText(
            paragraph({QStringLiteral("<b>%1</b>.").arg(title), toQString(card.about).toHtmlEscaped(), error}));
    }
    if (!name_->isModified()) name_->setText(tr("My %1").arg(toQString(card.title).section(QLatin1String(" ("), 0, 0)));
}

void CardEditor::say(const QString& words, bool is_problem) {
    words_->setText(words);
    words_->setVisible(!words.isEmpty());
    QPalette palette = this->palette();
    if (is_problem) palette.setColor(QPalette::WindowText, theme().colours().wrong);
    words_->setPalette(palette);
}

bool CardEditor::saveAs(const QString& name) {
    const QString id = cardIdOf(name);
    if (id.isEmpty()) {
        say(tr("The name must contain at least one letter or digit."), true);
        return false;
    }
    const auto& all = session_.cards();
    const bool taken =
        std::any_of(all.begin(), all.end(), [&](const simulated::Card& card) { return card.id == id.toStdString(); });
    const QString file =
        QString::fromStdString(simulated::user_card_folder()) + QLatin1Char('/') + id + QStringLiteral(".json");
    // Users can overwrite their own cards, but not built-in cards.
    if (taken && !QFile::exists(file)) {
        say(tr("A built-in card named '%1' already exists. Enter a different name.").arg(id), true);
        return false;
    }
    simulated::Card card = session_.card();
    const QString about = tr("Based on %1.").arg(toQString(card.title));
    card.id = id.toStdString();
    card.title = name.trimmed().toStdString();
    card.about = about.toStdString();
    card.model_error = simulated::never_compared;
    card.model_cells = 0;
    card.measured_error = simulated::never_compared;
    card.measured_pairs = 0;
    try {
        const QString path = QString::fromStdString(simulated::save_user_card(card));
        session_.reloadCards();
        session_.setCard(id);
        name_->setModified(false);
        say(tr("Saved to %1.").arg(path), false);
        return true;
    } catch (const Error& error) {
        say(toQString(error.what()) + QLatin1Char(' ') + toQString(error.hint()), true);
        return false;
    }
}

namespace {

using simulated::Card;

const simulated::CardField& field(const char* key) {
    for (const simulated::CardField& one : simulated::card_fields())
        if (std::strcmp(one.key, key) == 0) return one;
    throw Error("card.unknown", sentence("Cards have no parameter named '{key}'.", {{"key", key}}));
}

/// Returns a what-if edit of a card that changes one parameter. `wanted` computes the new value from the original card.
WhatIf one_figure(const char* name, const QString& title, const QString& tip, const char* key,
                  const std::function<double(const Card&)>& wanted,
                  const std::function<bool(const Card&)>& is_possible) {
    const simulated::CardField& f = field(key);
    WhatIf result{QString::fromLatin1(name), title, tip, {}, {}, {}, is_possible};
    result.apply = [&f, wanted](const Card& card, const Card& listed) {
        return withFigure(card, f, wanted(listed), &listed);
    };
    result.undo = [&f](const Card& card, const Card& listed) { return withFigure(card, f, listed.*f.value, &listed); };
    result.is_on = [&f, wanted](const Card& card, const Card& listed) {
        return card.*f.value == wanted(listed) && card.*f.value != listed.*f.value;
    };
    return result;
}

} // namespace

const QList<WhatIf>& whatIfs() {
    static const QList<WhatIf> all{
        one_figure(
            "whatIfMultiprocessors", Text::tr("16 multiprocessors"),
            Text::tr("Reduce the number of multiprocessors to 16, as on a smaller card"), "multiprocessors",
            [](const Card&) { return 16.0; }, [](const Card& c) { return c.multiprocessors != 16; }),
        one_figure(
            "whatIfNoL1", Text::tr("No L1"), Text::tr("Disable the L1 cache for global memory"), "l1_bytes",
            [](const Card&) { return 0.0; }, [](const Card& c) { return c.l1_bytes > 0; }),
        one_figure(
            "whatIfBandwidth", Text::tr("Twice the bandwidth"), Text::tr("Double the memory bandwidth"),
            "dram_gbytes_per_s", [](const Card& c) { return 2 * c.dram_gbytes_per_s; },
            [](const Card&) { return true; }),
    };
    return all;
}

WhatIfStrip::WhatIfStrip(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
    auto* layout = new FlowLayout(this);
    layout->addWidget(new QLabel(tr("What if:")));
    const auto button = [layout](const QString& name, const QString& text, const QString& tip,
                                 const QString& accessible) {
        auto* made = toolButton(text, tip);
        made->setObjectName(name);
        made->setAccessibleName(accessible);
        made->setFocusPolicy(Qt::StrongFocus);
        layout->addWidget(made);
        return made;
    };
    for (int i = 0; i < whatIfs().size(); ++i) {
        const WhatIf& one = whatIfs()[i];
        buttons_.append(button(one.name, one.title, one.tip, tr("What if: %1").arg(one.title)));
        buttons_.back()->setStatusTip(one.tip);
        buttons_.back()->setCheckable(true);
        connect(buttons_.back(), &QToolButton::clicked, this, [this, i](bool on) { press(i, on); });
    }
    reset_ =
        button(QStringLiteral("cardReset"), tr("Reset"), tr("Discard all edits to the card"), tr("Reset the card"));
    connect(reset_, &QToolButton::clicked, this, [this] {
        if (session_.originalCard() != nullptr) session_.setCard(QString::fromStdString(session_.card().id));
    });
    connect(&session_, &Session::cardChanged, this, &WhatIfStrip::update);
    update();
}

void WhatIfStrip::update() {
    const Card* listed = session_.originalCard();
    for (int i = 0; i < buttons_.size(); ++i) {
        const WhatIf& one = whatIfs()[i];
        buttons_[i]->setEnabled(listed != nullptr && one.is_possible(*listed));
        buttons_[i]->setChecked(listed != nullptr && one.is_on(session_.card(), *listed));
    }
    reset_->setEnabled(session_.isCardEdited() && listed != nullptr);
}

void WhatIfStrip::press(int index, bool on) {
    const Card* listed = session_.originalCard();
    if (listed == nullptr) return;
    const WhatIf& one = whatIfs()[index];
    try {
        session_.editCard(on ? one.apply(session_.card(), *listed) : one.undo(session_.card(), *listed),
                          on ? tr("what if: %1").arg(one.title) : tr("reset: %1").arg(one.title), false);
    } catch (const std::exception& failure) { session_.reportFailure(failure); }
    update();
}

} // namespace warploom::ui
