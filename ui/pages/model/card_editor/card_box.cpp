#include "ui/pages/model/card_editor/card_box.h"

#include "ui/session/session.h"

namespace warploom::ui {

CardBox::CardBox(Session& session, QWidget* parent) : QComboBox(parent), session_(session) {
    setAccessibleName(tr("Simulated card"));
    const QString tip = tr("The card whose transactions and times are modelled on the pages Warp and Model");
    setToolTip(tip);
    setStatusTip(tip);
    setSizeAdjustPolicy(AdjustToContents);
    setMinimumContentsLength(10);
    connect(this, &QComboBox::activated, this, [this](int index) {
        const QString id = itemData(index).toString();
        // The entry of the edited card is the card as it is now: choosing it changes nothing.
        if (!id.isEmpty()) session_.setCard(id);
    });
    connect(&session_, &Session::cardsChanged, this, &CardBox::fill);
    connect(&session_, &Session::cardChanged, this, &CardBox::fill);
    fill();
}

void CardBox::fill() {
    const QSignalBlocker quiet(this);
    clear();
    int chosen = -1;
    for (const simulated::Card& card : session_.cards()) {
        if (card.id == session_.card().id) chosen = count();
        addItem(QString::fromStdString(card.title), QString::fromStdString(card.id));
    }
    if (session_.isCardEdited()) {
        addItem(tr("%1, edited").arg(QString::fromStdString(session_.card().title)), QString());
        chosen = count() - 1;
    }
    setEnabled(count() > 0);
    if (count() == 0) addItem(tr("no card"));
    setCurrentIndex(chosen);
}

} // namespace warploom::ui
