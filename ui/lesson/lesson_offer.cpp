#include "ui/lesson/lesson_offer.h"

#include "ui/widgets/page_parts.h"

#include <QLabel>
#include <QSettings>

namespace warploom::ui {

namespace {

const QString answered_key = QStringLiteral("lesson/offerAnswered");

} // namespace

LessonOffer::LessonOffer(QWidget* parent) : QFrame(parent) {
    setObjectName(QStringLiteral("lessonOffer"));
    auto* text = new QLabel(tr("New here? A six-minute lesson explains warps."));
    text->setWordWrap(true);
    auto* begin = pushButton("lessonOfferBegin", tr("Start the lesson"), {}, this, [this] {
        answered();
        emit begun();
    });
    auto* decline =
        pushButton("lessonOfferDecline", tr("No, thanks"), tr("Do not ask again. The lesson stays in Help > Lessons."),
                   this, &LessonOffer::answered);
    inRow(this, {{text, 1}, begin, decline}, -1, {9, 9, 9, 9});
    hide();
}

void LessonOffer::offer() {
    is_wanted_ = !QSettings().value(answered_key, false).toBool();
    giveWay(gives_way_);
}

void LessonOffer::giveWay(bool on) {
    gives_way_ = on;
    setVisible(is_wanted_ && !on);
}

void LessonOffer::withdraw() {
    is_wanted_ = false;
    hide();
}

void LessonOffer::answered() {
    QSettings().setValue(answered_key, true);
    withdraw();
}

} // namespace warploom::ui
