#include "ui/lesson/shown_words.h"

#include "ui/style/qt_text.h"

#include <QRegularExpression>

namespace warploom::ui {

QString shownWords(const std::string& words) {
    static const QRegularExpression emphasis(QStringLiteral("\\*([^*\\s]|[^*\\s][^*\n]*[^*\\s])\\*")),
        typed(QStringLiteral("`([^`\n]+)`"));
    return toQString(words)
        .toHtmlEscaped()
        .replace(emphasis, QStringLiteral("<i>\\1</i>"))
        .replace(typed, QStringLiteral("<code>\\1</code>"));
}

} // namespace warploom::ui
