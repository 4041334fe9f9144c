#include "ui/widgets/place_text.h"

#include "ui/session/session.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/painted_view.h"

#include <QPainter>

namespace warploom::ui {

PlaceText::PlaceText(Session& session, const char* object, QWidget* parent) : QLabel(parent), session_(session) {
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    setFocusPolicy(Qt::StrongFocus);
    explained(this, object, tr("Runs on"), tr("Use the toolbar to select the device for all pages"));
    connect(this, &QLabel::linkActivated, &session_, &Session::placeWanted);
    connect(&session_, &Session::choiceChanged, this, [this](const QString& key) {
        if (key == QLatin1String("machine")) say();
    });
    connect(&session_.worker(), &WorkerClient::handshakeChanged, this, &PlaceText::say);
    onTheme(this, [this] { say(); });
}

void PlaceText::paintEvent(QPaintEvent* event) {
    QLabel::paintEvent(event);
    QPainter painter(this);
    // Paint the focus frame only for keyboard users, because opening a page also sets the focus.
    if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange)) paintFocusFrame(painter, rect());
}

void PlaceText::say() {
    const protocol::MachineEntry* const machine =
        session_.worker().handshake().machine(session_.machine().toStdString());
    const QString title = machine != nullptr ? toQString(machine->title) : session_.machine();
    setText(tr("Runs on %1")
                .arg(QStringLiteral("<a href='#place' style='color:%2'>%1</a>")
                         .arg(title.toHtmlEscaped(), theme().colours().accent.name())));
    setAccessibleName(tr("Runs on %1").arg(title));
}

} // namespace warploom::ui
