// A pseudo-locale: all text from tr() gets accents, brackets and 40 % more characters. Text without brackets was not
// translated, and truncated text has no space for longer translations.
#pragma once

#include <QRegularExpression>
#include <QString>
#include <QTranslator>

#include <algorithm>

namespace ui_test {

inline constexpr char16_t pseudo_open = u'⟦', pseudo_close = u'⟧';

class PseudoLocale : public QTranslator {
public:
    using QTranslator::QTranslator;
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char* = nullptr, int = -1) const override {
        return text(QString::fromUtf8(source));
    }

    static QString text(const QString& source) {
        if (source.isEmpty()) return source;
        // Preserve placeholders, file patterns, tags, entities and mnemonics.
        static const QRegularExpression fixed(
            QStringLiteral("%L?\\d{1,2}|%n|\\{[^}]*\\}|\\*\\.[\\w.]+|\\(\\*\\)|<[^>]*>|&[a-z]+;|&[A-Za-z]"));
        QString made;
        qsizetype at = 0, letters = 0;
        const auto add_plain = [&](const QString& plain) {
            for (const QChar c : plain) {
                letters += c.isLetter() ? 1 : 0;
                made += accented(c);
            }
        };
        for (auto match = fixed.globalMatch(source); match.hasNext();) {
            const QRegularExpressionMatch found = match.next();
            add_plain(source.mid(at, found.capturedStart() - at));
            made += found.captured();
            at = found.capturedEnd();
        }
        add_plain(source.mid(at));
        if (letters == 0) return source; // a formula, a unit, or a pattern of placeholders
        QString tail;
        for (qsizetype i = 0; i < (letters * 4 + 9) / 10; ++i) tail += i % 6 == 5 ? QLatin1Char(' ') : QLatin1Char('~');
        // Preserve the ends of file filters and paragraphs.
        qsizetype end = made.size();
        for (const char* close : {"</p>", ";;All files (*)"})
            if (made.endsWith(QLatin1String(close))) end = made.size() - static_cast<qsizetype>(qstrlen(close));
        qsizetype begin = made.startsWith(QLatin1String("<p>")) ? 3 : 0;
        return made.left(begin) + QChar(pseudo_open) + made.mid(begin, end - begin) + QLatin1Char(' ') + tail +
               QChar(pseudo_close) + made.mid(end);
    }

    /// Returns the part of a displayed text that does not come from tr().
    static QString untranslated(const QString& shown) {
        QString rest;
        int depth = 0;
        for (const QChar c : shown) {
            if (c == QChar(pseudo_open)) ++depth;
            else if (c == QChar(pseudo_close)) depth = std::max(0, depth - 1);
            else if (depth == 0) rest += c;
        }
        return rest;
    }

private:
    static QChar accented(QChar c) {
        static const QString plain = QStringLiteral("aceghijklnorstuwyzACEGHIJKLNORSTUWYZ");
        static const QString marked = QStringLiteral("áçéĝĥíĵķĺñóŕšţúŵýžÁÇÉĜĤÍĴĶĹÑÓŔŠŢÚŴÝŽ");
        const qsizetype found = plain.indexOf(c);
        return found < 0 ? c : marked[found];
    }
};

} // namespace ui_test
