#include "ui/mainwindow/machine_selector.h"

#include "ui/session/matrix_names.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

#include <algorithm>

namespace warploom::ui {

MachineSelector::MachineSelector(Session& session, QWidget* parent)
    : QToolButton(parent), session_(session), menu_(new QMenu(this)) {
    setObjectName(QStringLiteral("placeChip"));
    setPopupMode(InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    followIcon(this, QStringLiteral("device"));
    setFocusPolicy(Qt::StrongFocus);
    setMenu(menu_);
    menu_->setToolTipsVisible(true);
    menu_->setAccessibleName(tr("Device and modeled card"));
    connect(menu_, &QMenu::aboutToShow, this, &MachineSelector::fill);
    connect(&session_, &Session::choiceChanged, this, [this](const QString& key) {
        if (key == QLatin1String("machine")) say();
    });
    connect(&session_, &Session::cardChanged, this, &MachineSelector::say);
    connect(&session_, &Session::cardsChanged, this, &MachineSelector::say);
    connect(&session_, &Session::placeWanted, this, &MachineSelector::open);
    connect(&session_.worker(), &WorkerClient::handshakeChanged, this, &MachineSelector::say);
    onTheme(this, [this] { say(); });
}

void MachineSelector::setRoom(int width) {
    setFixedWidth(width);
    say();
}

void MachineSelector::open() {
    setFocus();
    showMenu();
}

void MachineSelector::resizeEvent(QResizeEvent* event) {
    QToolButton::resizeEvent(event);
    say();
}

void MachineSelector::fill() {
    menu_->clear();
    // Delete submenus explicitly, because QMenu::clear() does not delete them.
    qDeleteAll(menu_->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly));
    menu_->addSection(tr("Runs on"));
    auto* const machines = new QActionGroup(menu_);
    QMenu* simulated = nullptr;
    const protocol::Handshake& hello = session_.worker().handshake();
    for (const protocol::MachineEntry& machine : hello.machines) {
        const QString id = toQString(machine.id), title = toQString(machine.title);
        const bool is_here = id == session_.machine();
        QMenu* list = menu_;
        if (machine.kind == MachineKind::simulated) {
            if (simulated == nullptr) simulated = menu_->addMenu(tr("Simulated card"));
            if (is_here) simulated->setTitle(menuName(title));
            list = simulated;
        }
        connect(addChoice(list, machines, QStringLiteral("machine:") + id, menuName(title), is_here),
                &QAction::triggered, this, [this, id, title] { session_.setMachine(id, title); });
    }
    if (hello.machines.empty()) menu_->addAction(tr("Waiting for the worker to list its devices."))->setEnabled(false);
    if (!hello.no_cuda.empty()) menu_->addAction(menuName(toQString(hello.no_cuda)))->setEnabled(false);
    menu_->addSection(tr("Modeled card (Warp and Model pages)"));
    QMenu* const list = menu_->addMenu(menuName(toQString(session_.card().title)));
    auto* const cards = new QActionGroup(menu_);
    const bool edited = session_.isCardEdited();
    for (const simulated::Card& card : session_.cards()) {
        const QString id = toQString(card.id);
        connect(addChoice(list, cards, QStringLiteral("card:") + id, menuName(toQString(card.title)),
                          !edited && card.id == session_.card().id),
                &QAction::triggered, this, [this, id] { session_.setCard(id); });
    }
    // If the card has been edited, add a menu entry that represents it and is shown as selected. Selecting this entry
    // changes nothing.
    if (edited)
        addChoice(list, cards, QStringLiteral("card:"),
                  menuName(tr("%1, edited").arg(toQString(session_.card().title))), true);
}

void MachineSelector::say() {
    const protocol::MachineEntry* const machine =
        session_.worker().handshake().machine(session_.machine().toStdString());
    const QString place = machine != nullptr ? toQString(machine->title) : tr("no device yet");
    QString card = session_.cards().empty() ? tr("none") : toQString(session_.card().title);
    if (session_.isCardEdited()) card = tr("%1, edited").arg(card);
    setAccessibleName(tr("Runs on: %1 · Modeled card: %2").arg(place, card));
    setToolTip(
        accessibleName() + QLatin1Char('\n') +
        tr("Select the device that runs the kernels, and the card for which transactions and times are modeled"));
    // If kernels run on the modeled card, show only one name.
    const bool is_one = session_.machine() == QLatin1String("simulated:") + toQString(session_.card().id);
    if (is_one)
        return setText(menuName(fontMetrics().elidedText(session_.isCardEdited() ? card : place, Qt::ElideRight,
                                                         maximumWidth() - theme().px(60))));
    const QString words = tr("%1 · model: %2");
    // Divide the space between the names of the machine and the card, so that both can be read. Use the theme's font,
    // because after a change of the font scale, the button may still have the previous font.
    const QFontMetrics metrics(theme().font());
    const auto room_beside = [&](const QString& text) {
        return maximumWidth() - metrics.horizontalAdvance(text.arg(QString(), QString())) - theme().px(60);
    };
    // At a large font scale, show only the two names, without labels.
    const QString said = room_beside(words) < theme().px(150) ? QStringLiteral("%1 · %2") : words;
    const int room = room_beside(said);
    const int place_width = metrics.horizontalAdvance(place), card_width = metrics.horizontalAdvance(card);
    const int for_place = std::max(room / 2, room - card_width), for_card = room - std::min(for_place, place_width);
    setText(menuName(said.arg(metrics.elidedText(place, Qt::ElideRight, for_place),
                              metrics.elidedText(card, Qt::ElideRight, for_card))));
}

} // namespace warploom::ui
