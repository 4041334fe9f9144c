#include "ui/session/roomier_card.h"

#include "ui/look/words.h"

#include <QRegularExpression>

namespace warploom::ui {

const simulated::Card* roomierCard(const std::vector<simulated::Card>& cards, const QString& refusal) {
    // The sentence is that of simulated::why_not_shared; the protocol carries no number beside it.
    static const QRegularExpression asked(QStringLiteral("asks for (\\d+) bytes of shared memory"));
    const QRegularExpressionMatch match = asked.match(refusal);
    if (!match.hasMatch()) return nullptr;
    const double bytes = match.captured(1).toDouble();
    for (const simulated::Card& card : cards)
        if (card.block_shared_bytes >= bytes) return &card;
    return nullptr;
}

QString roomierCardText(const simulated::Card& card) {
    return words("Model the %1 instead").arg(QString::fromStdString(card.title));
}

} // namespace warploom::ui
