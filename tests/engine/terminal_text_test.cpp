// Terminal output of names and texts from untrusted sources.

#include "engine/protocol/serialization/json.h"
#include "engine/terminal_text.h"
#include "support/runner.h"

#include <QTest>

using namespace warploom;

class TerminalTextTest : public QObject {
    Q_OBJECT

private slots:
    void what_moves_a_cursor_is_shown_and_letters_stay_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char* name, const QByteArray& text, const QByteArray& shown) {
            QTest::newRow(name) << text << shown;
        };
        row("nothing", "", "");
        row("letters", "Ada \xc3\xa4 \xe2\x89\x88 \xf0\x9f\x98\x80\n\tnext\r\n",
            "Ada \xc3\xa4 \xe2\x89\x88 \xf0\x9f\x98\x80\n\tnext\r\n");
        row("a colour", "\x1b[31mred", "\\x1b[31mred");
        row("a bell, a backspace", "a\a\bb", "a\\x07\\x08b");
        row("over the line", "true\rfalse", "true\\x0dfalse");
        row("nothing in the middle", QByteArray("a\0b", 3), "a\\x00b");
        row("delete", "a\x7f", "a\\u007f");
        row("one of eight bits",
            "\xc2\x9b"
            "31m",
            "\\u009b31m");
        row("turned round",
            "a\xe2\x80\xae"
            "b",
            "a\\u202eb");
        row("no UTF-8",
            "\x9b"
            "31m\xff",
            "\\x9b31m\\xff");
        row("cut short", "\xe2\x89", "\\xe2\\x89");
        row("overlong", "\xc0\x9b", "\\xc0\\x9b");
        row("half of a pair", "\xed\xa0\x80", "\\xed\\xa0\\x80");
    }
    void what_moves_a_cursor_is_shown_and_letters_stay() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, shown);
        const std::string made =
            for_terminal(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
        QCOMPARE(QByteArray::fromStdString(made), shown);
    }

    void a_name_keeps_to_its_line() {
        QCOMPARE(in_one_line("Eve\n8 of 8  Bob\t"), std::string("Eve\\x0a8 of 8  Bob\\x09"));
    }

    void a_document_is_the_same_document() {
        std::string all;
        for (int code = 1; code < 0x100; ++code)
            all += code < 0x80
                       ? std::string(1, static_cast<char>(code))
                       : std::string{static_cast<char>(0xc0 | code >> 6), static_cast<char>(0x80 | (code & 0x3f))};
        const Json document{{"name", all + "\xe2\x80\xae"}, {"lines", {1, 2}}};
        const std::string shown = for_terminal(document.dump(2));
        QVERIFY(Json::parse(shown) == document);
        QVERIFY(shown.find('\x7f') == std::string::npos && shown.find("\xc2\x9b") == std::string::npos);
    }
};

WARPLOOM_TEST(TerminalTextTest);
#include "terminal_text_test.moc"
