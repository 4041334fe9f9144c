#include "engine/error.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"

#include <algorithm>

namespace warploom::ui {

using simulated::Card;

const std::vector<Card>& Session::cards() const {
    if (!cards_read_) {
        cards_read_ = true;
        cards_ = simulated::cards();
    }
    return cards_;
}

void Session::reloadCards() {
    std::vector<std::string> complaints;
    cards_ = simulated::cards(&complaints);
    cards_read_ = true;
    card_.reset();
    for (const std::string& complaint : complaints) report(QString::fromStdString(complaint));
    emit cardsChanged();
    emit cardChanged();
}

const Card& Session::card() const {
    if (card_) return *card_;
    const QString chosen = choice(QStringLiteral("card")).toString();
    const auto listed = [this](const std::string& id) {
        return std::find_if(cards().begin(), cards().end(), [&](const Card& card) { return card.id == id; });
    };
    if (chosen.startsWith(QLatin1Char('{'))) {
        try {
            card_ = simulated::card_from_json(chosen.toStdString(), "the edited card");
        } catch (const Error&) {
            // The setting contains a card written by a different version of the program, so use the first card.
        }
    } else if (const auto found = listed(chosen.toStdString()); found != cards().end()) {
        card_ = *found;
    }
    if (!card_) {
        const auto usual = listed(simulated::default_card);
        card_ = usual != cards().end() ? *usual : cards().empty() ? Card{} : cards().front();
    }
    return *card_;
}

const Card* Session::originalCard() const {
    for (const Card& listed : cards())
        if (listed.id == card().id) return &listed;
    return nullptr;
}

bool Session::isCardEdited() const { return choice(QStringLiteral("card")).toString().startsWith(QLatin1Char('{')); }

void Session::setCard(const QString& id) {
    QString title = id;
    for (const Card& listed : cards())
        if (QString::fromStdString(listed.id) == id) title = QString::fromStdString(listed.title);
    const QString there = QStringLiteral("simulated:") + id, step = tr("card %1").arg(title);
    const bool follows = machine().startsWith(QLatin1String("simulated:")) && machine() != there &&
                         worker().handshake().machine(there.toStdString()) != nullptr;
    if (!follows) return setChoice(QStringLiteral("card"), id, step);
    undo_stack_.beginMacro(step);
    setChoice(QStringLiteral("card"), id, step);
    setChoice(QStringLiteral("machine"), there, step);
    undo_stack_.endMacro();
}

void Session::setMachine(const QString& id, const QString& title) {
    const QString step = tr("machine %1").arg(title);
    const QString own = id.section(QLatin1Char(':'), 1);
    const bool is_card = id.startsWith(QLatin1String("simulated:")) &&
                         std::any_of(cards().begin(), cards().end(),
                                     [&](const Card& card) { return QString::fromStdString(card.id) == own; });
    // Selecting the current card again preserves the user's edits.
    if (!is_card || QString::fromStdString(card().id) == own) return setChoice(QStringLiteral("machine"), id, step);
    undo_stack_.beginMacro(step);
    setChoice(QStringLiteral("machine"), id, step);
    setChoice(QStringLiteral("card"), own, step);
    undo_stack_.endMacro();
}

void Session::editCard(Card card, const QString& text, bool merge) {
    const auto same = [&](const Card& listed) {
        return listed.id == card.id && listed.coalescing == card.coalescing &&
               std::all_of(simulated::card_fields().begin(), simulated::card_fields().end(),
                           [&](const simulated::CardField& field) { return listed.*field.value == card.*field.value; });
    };
    QString value = QString::fromStdString(card.id);
    if (std::none_of(cards().begin(), cards().end(), same)) {
        card.model_error = simulated::never_compared;
        card.model_cells = 0;
        card.measured_error = simulated::never_compared;
        card.measured_pairs = 0;
        const std::string json = simulated::card_to_json(card);
        // Throws an error if the values of the card contradict each other.
        simulated::card_from_json(json, "with this change");
        value = QString::fromStdString(json);
    }
    setChoice(QStringLiteral("card"), value, text, merge);
}

Precision Session::precisionValue() const { return enumOf(precision(), Precision::float64); }

Json Session::cardJson() const { return simulated::card_document(card()); }

} // namespace warploom::ui
