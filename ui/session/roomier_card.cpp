#include "ui/session/roomier_card.h"

#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <algorithm>

namespace warploom::ui {

const simulated::Card* cardWithMoreSharedMemory(const std::vector<simulated::Card>& cards, std::int64_t shared_bytes) {
    if (shared_bytes <= 0) return nullptr;
    const auto found = std::find_if(cards.begin(), cards.end(), [&](const simulated::Card& card) {
        return card.block_shared_bytes >= static_cast<double>(shared_bytes);
    });
    return found == cards.end() ? nullptr : &*found;
}

QString roomierCardText(const simulated::Card& card) {
    return Text::tr("Use the %1 instead").arg(toQString(card.title));
}

} // namespace warploom::ui
