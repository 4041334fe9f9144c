#include "ui/pages/model/card_editor/card_editor.h"

#include "engine/error.h"
#include "ui/look/theme.h"
#include "ui/pages/model/card_editor/card_model.h"
#include "ui/pages/model/model_tables.h"
#include "ui/session/session.h"

#include <QComboBox>
#include <QFile>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

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
    about_ = new QLabel;
    about_->setTextFormat(Qt::RichText);
    about_->setWordWrap(true);
    rule_ = new QComboBox;
    rule_->setObjectName(QStringLiteral("cardRule"));
    rule_->setAccessibleName(tr("Coalescing rule"));
    rule_->setToolTip(tr("How the addresses of a warp become memory transactions"));
    for (const Coalescing rule : {Coalescing::half_warp_segments, Coalescing::lines_128, Coalescing::sectors_32})
        rule_->addItem(QString::fromLatin1(simulated::to_string(rule)), static_cast<int>(rule));
    connect(rule_, &QComboBox::activated, this, [this] {
        simulated::Card card = session_.card();
        card.coalescing = static_cast<Coalescing>(rule_->currentData().toInt());
        try {
            session_.editCard(card, tr("coalescing %1").arg(rule_->currentText()), false);
        } catch (const Error& error) { say(QString::fromUtf8(error.what()), true); }
    });
    model_ = new CardModel(session_, this);
    table_ = new QTableView;
    table_->setObjectName(QStringLiteral("cardTable"));
    table_->setAccessibleName(tr("Figures of the card"));
    table_->setModel(model_);
    table_->setItemDelegate(new CardDelegate(table_));
    table_->setEditTriggers(QAbstractItemView::AllEditTriggers);
    table_->setTabKeyNavigation(false);
    table_->setAlternatingRowColors(true);
    table_->setShowGrid(false);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setWordWrap(false);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setStretchLastSection(true);
    connect(model_, &CardModel::refused, this, [this](const QString& sentence) { say(sentence, true); });

    name_ = new QLineEdit;
    name_->setObjectName(QStringLiteral("cardName"));
    name_->setAccessibleName(tr("Name of my card"));
    name_->setMaxLength(60);
    save_ = new QPushButton(tr("&Save as my card"));
    save_->setObjectName(QStringLiteral("cardSave"));
    connect(save_, &QPushButton::clicked, this, [this] { saveAs(name_->text()); });
    connect(name_, &QLineEdit::returnPressed, this, [this] { saveAs(name_->text()); });
    words_ = new QLabel;
    words_->setWordWrap(true);
    words_->setObjectName(QStringLiteral("cardWords"));
    words_->hide();

    auto* rule_row = new QHBoxLayout;
    auto* rule_label = new QLabel(tr("&Coalescing"));
    rule_label->setBuddy(rule_);
    rule_row->addWidget(rule_label);
    rule_row->addWidget(rule_, 1);
    auto* save_row = new QHBoxLayout;
    save_row->addWidget(name_, 1);
    save_row->addWidget(save_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(about_);
    layout->addLayout(rule_row);
    layout->addWidget(table_, 1);
    layout->addWidget(words_);
    layout->addLayout(save_row);

    connect(&session_, &Session::cardChanged, this, &CardEditor::cardChanged);
    connect(&theme(), &Theme::changed, this, &CardEditor::fit);
    cardChanged();
    fit();
}

QString CardEditor::words() const { return words_->text(); }

void CardEditor::fit() {
    table_->verticalHeader()->setDefaultSectionSize(QFontMetrics(theme().font()).height() + theme().px(6));
    for (const int column : {CardModel::figure, CardModel::unit, CardModel::fitted})
        table_->resizeColumnToContents(column);
    table_->setColumnWidth(CardModel::value,
                           QFontMetrics(theme().font()).horizontalAdvance(QStringLiteral("0000000000")) +
                               theme().px(24));
}

void CardEditor::cardChanged() {
    const simulated::Card& card = session_.card();
    rule_->setCurrentIndex(rule_->findData(static_cast<int>(card.coalescing)));
    QString text = QStringLiteral("<b>%1</b>").arg(QString::fromStdString(card.title).toHtmlEscaped());
    if (session_.isCardEdited()) {
        text += tr(", edited. The model was not compared with published times for these figures.");
    } else {
        text += QStringLiteral(". ") + QString::fromStdString(card.about).toHtmlEscaped();
        text += card.model_error > 0 ? tr(" Its modelled times miss %1 published ones by %2 (median).")
                                           .arg(card.model_cells)
                                           .arg(percentText(card.model_error))
                                     : tr(" Its modelled times were never compared with published ones.");
    }
    about_->setText(text);
    if (!name_->isModified())
        name_->setText(tr("My %1").arg(QString::fromStdString(card.title).section(QLatin1String(" ("), 0, 0)));
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
        say(tr("A card needs a name with letters or digits."), true);
        return false;
    }
    const auto& all = session_.cards();
    const bool taken =
        std::any_of(all.begin(), all.end(), [&](const simulated::Card& card) { return card.id == id.toStdString(); });
    const QString file =
        QString::fromStdString(simulated::user_card_folder()) + QLatin1Char('/') + id + QStringLiteral(".json");
    // One of the program's cards stays what it is; a card of the user's own is written again.
    if (taken && !QFile::exists(file)) {
        say(tr("The program has a card called '%1' itself; choose another name.").arg(id), true);
        return false;
    }
    simulated::Card card = session_.card();
    const QString about = tr("Made from %1.").arg(QString::fromStdString(card.title));
    card.id = id.toStdString();
    card.title = name.trimmed().toStdString();
    card.about = about.toStdString();
    card.model_error = 0;
    card.model_cells = 0;
    try {
        const QString path = QString::fromStdString(simulated::save_user_card(card));
        session_.reloadCards();
        session_.setCard(id);
        name_->setModified(false);
        say(tr("Kept in %1.").arg(path), false);
        return true;
    } catch (const Error& error) {
        say(QString::fromUtf8(error.what()) + QLatin1Char(' ') + QString::fromStdString(error.hint()), true);
        return false;
    }
}

} // namespace warploom::ui
