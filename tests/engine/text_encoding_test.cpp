// Text in UTF-16, as written by some Windows editors.

#include "engine/text_encoding.h"
#include "support/runner.h"

#include <QTest>

using namespace warploom;

class TextEncodingTest : public QObject {
    Q_OBJECT

    static std::string in_utf16(const QString& text, bool is_little, bool has_mark) {
        std::string bytes;
        const auto put = [&](ushort unit) {
            const char low = static_cast<char>(unit & 0xff), high = static_cast<char>(unit >> 8);
            bytes += is_little ? std::string{low, high} : std::string{high, low};
        };
        if (has_mark) put(0xfeff);
        for (const QChar c : text) put(c.unicode());
        return bytes;
    }

private slots:
    void utf_16_becomes_utf_8_in_either_byte_order() {
        const QString text = QStringLiteral("int a; // \u00e4 \u20ac \U0001f600\n");
        for (const bool is_little : {true, false}) {
            const std::string bytes = in_utf16(text, is_little, true);
            QVERIFY(is_utf16(bytes));
            QCOMPARE(to_utf8(bytes), text.toStdString());
        }
    }
    void a_mark_is_not_needed_for_ascii() {
        const QString text = QStringLiteral("int a;\r\n");
        for (const bool is_little : {true, false})
            QCOMPARE(to_utf8(in_utf16(text, is_little, false)), text.toStdString());
    }
    void half_a_pair_and_half_a_unit_break_nothing() {
        QCOMPARE(to_utf8(std::string("\xff\xfe\x00\xd8\x41\x00\x42", 7)), std::string("\xef\xbf\xbd"
                                                                                      "A"));
        QCOMPARE(to_utf8(std::string("\xff\xfe\x00\xdc", 4)), std::string("\xef\xbf\xbd"));
    }
    void any_other_text_stays_as_it_is() {
        for (const std::string& text :
             {std::string(), std::string("a"), std::string("int a;\n"), std::string("\xef\xbb\xbfint a;\n"),
              std::string("a\0bc", 4), std::string(64, '\0')}) {
            QVERIFY(!is_utf16(text));
            QCOMPARE(to_utf8(text), text);
        }
    }
};

WARPLOOM_TEST(TextEncodingTest);
#include "text_encoding_test.moc"
