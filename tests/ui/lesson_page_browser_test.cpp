// Lesson pages as students use them: in a browser, from a file, with keys, buttons and touch.
#include "engine/atomic_file.h"
#include "support/runner.h"
#include "tests/ui/headless_browser.h"
#include "tests/ui/lesson_page_subjects.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <memory>

using namespace warploom;
using namespace warploom::ui;

namespace {

/// The checks of axe and similar tools that apply to these pages: names of all controls, alternative texts of images,
/// order of headings, tables with headers, contrast of all visible text, keyboard access to scrollable areas.
constexpr const char* rules = R"js((() => {
    const wrong = [];
    const say = (element, words) => wrong.push(words + ': ' + element.outerHTML.slice(0, 160));
    const seen = (element) => element.getClientRects().length > 0;
    if (document.documentElement.lang !== 'en') wrong.push('no language');
    if (!document.title) wrong.push('no title');
    if (document.querySelectorAll('main').length !== 1) wrong.push('not one main');
    if (document.querySelectorAll('h1').length !== 1) wrong.push('not one h1');
    const text = (ids) => (ids || '').split(' ').filter(Boolean).map((id) => {
        const target = document.getElementById(id);
        if (!target) wrong.push('points at nothing: ' + id);
        return target ? target.textContent : '';
    }).join(' ').trim();
    const nameOf = (element) => text(element.getAttribute('aria-labelledby')) || element.getAttribute('aria-label')
        || (element.labels && [...element.labels].map((label) => label.textContent).join(' ').trim())
        || (element.tagName === 'BUTTON' ? element.textContent.trim() : '');
    for (const element of document.querySelectorAll('button, input, select, [role=img], [role=group], [role=region], section'))
        if (!nameOf(element)) say(element, 'has no name');
    for (const element of document.querySelectorAll('[aria-describedby]')) text(element.getAttribute('aria-describedby'));
    for (const element of document.querySelectorAll('[tabindex]'))
        if (element.tabIndex > 0) say(element, 'jumps the order of the focus');
    let level = 1;
    for (const heading of document.querySelectorAll('h1, h2, h3, h4')) {
        const own = Number(heading.tagName[1]);
        if (own > level + 1) say(heading, 'leaves a level out');
        level = own;
    }
    for (const table of document.querySelectorAll('table')) {
        if (table.closest('.written')) continue; // a formula in columns, no table of data
        if (!table.caption) say(table, 'has no caption');
        for (const head of table.querySelectorAll('th')) if (!head.scope) say(head, 'heads nobody knows what');
    }
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    if (new Set(ids).size !== ids.length) wrong.push('an id stands twice');
    const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
    const light = (rgb) => rgb.slice(0, 3).map((c) => c / 255)
        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const ground = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const rgb = channels(getComputedStyle(at).backgroundColor);
            if (rgb.length < 4 || rgb[3] > 0) return rgb;
        }
        return [255, 255, 255];
    };
    // Nearly all elements are those of pictures, which are left out at once.
    for (const element of document.body.querySelectorAll(':not(svg, svg *, script, .said, .said *)')) {
        const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        if (!own || !seen(element) || element.disabled) continue;
        const a = light(channels(getComputedStyle(element).color)), b = light(ground(element));
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (contrast < 4.5) say(element, 'contrast ' + contrast.toFixed(2));
    }
    for (const element of document.querySelectorAll('.wide'))
        if (seen(element) && element.scrollWidth > element.clientWidth && element.tabIndex < 0) say(element, 'no key moves it');
    for (const element of document.querySelectorAll('.player button, .player input[type=range]'))
        if (seen(element) && element.getBoundingClientRect().height < 40) say(element, 'too small for a finger');
    if (document.documentElement.scrollWidth > innerWidth) wrong.push('wider than the window');
    return wrong;
})())js";

const QString shown_words =
    QStringLiteral("[...document.querySelectorAll('.step')].filter(s => getComputedStyle(s).display !== 'none')"
                   ".map(s => s.querySelector('.sentence').textContent).join('|')");

} // namespace

class LessonPageBrowserTest : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    std::unique_ptr<HeadlessBrowser> browser_;
    std::map<QString, LessonPage> pages_; ///< by name; created once
    QString wrong_;                       ///< problems found by look()

    QString written(const QString& name) {
        const QString file = folder_.filePath(name + QStringLiteral(".html"));
        if (!QFile::exists(file)) writeLessonPage(pageOf(name), file);
        return file;
    }
    void open(const QString& name) {
        wrong_.clear();
        browser_->complaints.clear();
        browser_->requests.clear();
        browser_->open(written(name));
        QVERIFY(browser_->evaluate(QStringLiteral("document.documentElement.classList.contains('stepping')")).toBool());
    }
    /// Returns one page of each kind, or all pages on request.
    static QStringList opened() {
        if (qEnvironmentVariableIntValue("WARPLOOM_ALL_PAGES") != 0) return lesson_page_subjects::names();
        QStringList some;
        for (const char* name :
             {"cr", "coo", "ata", "pcr-sheet", "building-sell", "warp", "beside", "format", "result"})
            some << QLatin1String(name);
        return some;
    }
    const LessonPage& pageOf(const QString& name) {
        const auto known = pages_.find(name);
        return known != pages_.end() ? known->second
                                     : pages_.emplace(name, lesson_page_subjects::named(name)).first->second;
    }
    void look(const QString& when) {
        // Wait until the page is redrawn in the new size.
        browser_->evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))");
        const QJsonValue found = browser_->evaluate(QString::fromLatin1(rules));
        if (found.isString()) wrong_ += found.toString();
        for (const auto& one : found.toArray())
            wrong_ += QLatin1Char('\n') + when + QStringLiteral(": ") + one.toString();
    }
    /// Runs axe-core if WARPLOOM_AXE gives its file, which is part of the npm package.
    void lookWithAxe() {
        const QString axe = qEnvironmentVariable("WARPLOOM_AXE");
        if (axe.isEmpty()) return;
        browser_->evaluate(QString::fromUtf8(ui_test::contents(axe)));
        const QJsonValue found = browser_->evaluate(
            "axe.run().then((r) => r.violations.map((v) => v.id + ': ' + v.nodes[0].html.slice(0, 200)))");
        if (found.isString()) wrong_ += found.toString();
        for (const auto& one : found.toArray()) wrong_ += QStringLiteral("\naxe, ") + one.toString();
    }
    QString words() { return browser_->evaluate(shown_words).toString(); }
    void click(const QString& selector) {
        browser_->evaluate(QStringLiteral("document.querySelector(\"%1\").click()").arg(selector));
    }

private slots:
    void initTestCase() {
        if (HeadlessBrowser::program().isEmpty()) QSKIP("chromium is not installed, so no page is opened in a browser");
        ui_test::isolate_settings();
        theme().install(*qApp);
        browser_ = std::make_unique<HeadlessBrowser>();
        const QString why = browser_->start();
        if (!why.isEmpty()) QSKIP(qPrintable("the browser does not start: " + why));
        browser_->setSize(1280, 720);
        browser_->setDark(false);
    }
    void cleanupTestCase() { browser_.reset(); }

    void keys_walk_all_steps_and_the_rules_of_accessibility_hold_data() {
        QTest::addColumn<QString>("name");
        for (const QString& name : opened()) QTest::newRow(qPrintable(name)) << name;
    }
    /// Both are in one test, because creating and loading the page takes long.
    void keys_walk_all_steps_and_the_rules_of_accessibility_hold() {
        QFETCH(QString, name);
        const LessonPage& page = pageOf(name);
        open(name);
        const int steps = browser_->evaluate("document.querySelectorAll('section.step').length").toInt();
        QVERIFY(steps > 1 && steps <= page.steps); // the number of steps that fit in a page
        for (int step = 0; step < steps; ++step) {
            QCOMPARE(words(), page.step(step).sentence);
            browser_->press(QStringLiteral("ArrowRight"));
        }
        QCOMPARE(words(), page.step(steps - 1).sentence); // there is nothing after the last step
        browser_->press(QStringLiteral("Home"));
        QCOMPARE(words(), page.step(0).sentence);
        browser_->press(QStringLiteral("End"));
        browser_->press(QStringLiteral("ArrowLeft"));
        QCOMPARE(words(), page.step(steps - 2).sentence);
        QVERIFY2(browser_->complaints.isEmpty(), qPrintable(browser_->complaints.join('\n')));
        QCOMPARE(browser_->requests.size(), 1); // the page itself

        browser_->press(QStringLiteral("Home"));
        look(QStringLiteral("light"));
        browser_->setDark(true);
        look(QStringLiteral("dark"));
        browser_->setDark(false);
        browser_->setSize(390, 800);
        look(QStringLiteral("on a phone"));
        browser_->evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true;");
        browser_->press(QStringLiteral("ArrowRight"));
        look(QStringLiteral("on a phone, all open"));
        browser_->setSize(1280, 720);
        look(QStringLiteral("all open"));
        browser_->setDark(true);
        look(QStringLiteral("dark, all open"));
        lookWithAxe();
        browser_->setDark(false);
        QVERIFY2(wrong_.isEmpty(), qPrintable(wrong_));
    }

    void buttons_and_the_slider_step_too() {
        const LessonPage& page = pageOf(QStringLiteral("cr"));
        open(QStringLiteral("cr"));
        click(QStringLiteral(".player button:nth-of-type(3)"));
        QCOMPARE(words(), page.step(1).sentence);
        click(QStringLiteral(".player button:nth-of-type(4)"));
        QCOMPARE(words(), page.step(page.steps - 1).sentence);
        QVERIFY(browser_->evaluate("document.querySelector('.player button:nth-of-type(3)').disabled").toBool());
        click(QStringLiteral(".player button:nth-of-type(2)"));
        QCOMPARE(words(), page.step(page.steps - 2).sentence);
        click(QStringLiteral(".player button:nth-of-type(1)"));
        QCOMPARE(words(), page.step(0).sentence);
        browser_->evaluate("document.querySelector('.player input[type=range]').focus()");
        browser_->press(QStringLiteral("ArrowRight"));
        QCOMPARE(words(), page.step(1).sentence);
        QCOMPARE(browser_->evaluate("document.querySelector('.place').textContent").toString(),
                 QStringLiteral("2 / %1").arg(page.steps));
    }

    void a_finger_turns_the_page() {
        const LessonPage& page = pageOf(QStringLiteral("cr"));
        browser_->setSize(390, 844);
        open(QStringLiteral("cr"));
        const auto stroke = [&](double from, double to) {
            constexpr int y = 60; // in the heading, where no element handles touch
            browser_->evaluate("scrollTo(0, 0)");
            const QJsonValue taken = browser_->evaluate(
                QStringLiteral("document.elementFromPoint(%1, %2).closest('.wide, input') !== null").arg(from).arg(y));
            browser_->swipe(from, to, y);
            return taken == QJsonValue(false);
        };
        QVERIFY(stroke(300, 100));
        QTRY_COMPARE(words(), page.step(1).sentence); // a busy browser handles touch later
        QVERIFY(stroke(100, 300));
        QTRY_COMPARE(words(), page.step(0).sentence);
        QVERIFY(stroke(200, 180)); // a tap that moved slightly
        QCOMPARE(words(), page.step(0).sentence);
        browser_->setSize(1280, 720);
    }

    void it_asks_before_it_shows() {
        const LessonPage& page = pageOf(QStringLiteral("coo"));
        int asked = 0;
        while (asked < page.steps && !page.step(asked).question) ++asked;
        QVERIFY(asked < page.steps);
        const PageStep step = page.step(asked);
        open(QStringLiteral("coo"));
        click(QStringLiteral(".player input[type=checkbox]"));
        for (int i = 0; i < asked; ++i) browser_->press(QStringLiteral("ArrowRight"));
        const QString visible = QStringLiteral("document.querySelector('.now %1').getClientRects().length > 0");
        QVERIFY(!browser_->evaluate(visible.arg(QStringLiteral(".sentence"))).toBool());
        QVERIFY(!browser_->evaluate(visible.arg(QStringLiteral(".pictures"))).toBool());
        QCOMPARE(browser_->evaluate("document.querySelector('.now .question').textContent").toString(),
                 step.question->text);
        browser_->evaluate("document.querySelector('.now .answer input').focus()");
        browser_->type(QString::number(step.question->answer.toInt() + 1));
        browser_->press(QStringLiteral("Enter"));
        QCOMPARE(browser_->evaluate("document.querySelector('.now .verdict').textContent").toString(),
                 QStringLiteral("You answered %1; the answer is %2.")
                     .arg(step.question->answer.toInt() + 1)
                     .arg(step.question->answer));
        QVERIFY(browser_->evaluate(visible.arg(QStringLiteral(".sentence"))).toBool());
        QVERIFY(browser_->evaluate(visible.arg(QStringLiteral(".pictures"))).toBool());
        // The answer stays visible, and the next question appears.
        browser_->press(QStringLiteral("ArrowLeft"));
        browser_->press(QStringLiteral("ArrowRight"));
        QCOMPARE(words(), step.sentence);
        QVERIFY2(browser_->complaints.isEmpty(), qPrintable(browser_->complaints.join('\n')));
    }

    void a_right_answer_is_called_right() {
        open(QStringLiteral("result"));
        click(QStringLiteral(".player input[type=checkbox]"));
        browser_->press(QStringLiteral("End"));
        browser_->evaluate("document.querySelector('.now select').value = 'holds'");
        click(QStringLiteral(".now .answer button[type=submit]"));
        QCOMPARE(browser_->evaluate("document.querySelector('.now .verdict').textContent").toString(),
                 QStringLiteral("Correct: holds."));
    }

    void it_is_light_and_dark_as_the_system_is() {
        const auto ground = [&] {
            return browser_->evaluate("getComputedStyle(document.body).backgroundColor").toString();
        };
        const auto rgb = [](const QColor& colour) {
            return QStringLiteral("rgb(%1, %2, %3)").arg(colour.red()).arg(colour.green()).arg(colour.blue());
        };
        const QString letters = QStringLiteral("getComputedStyle(document.querySelector('.now svg text')).fill");
        open(QStringLiteral("cr"));
        QCOMPARE(ground(), rgb(Theme::light().canvas));
        const QString before = browser_->evaluate(letters).toString();
        browser_->setDark(true);
        QCOMPARE(ground(), rgb(Theme::darkColours().canvas));
        QVERIFY(browser_->evaluate(letters).toString() != before);
        browser_->setDark(false);
    }

    void without_scripts_all_steps_are_seen() {
        browser_->setScripts(false);
        browser_->open(written(QStringLiteral("pcr")));
        browser_->setScripts(true); // only for evaluating; the scripts of the page have not run
        const LessonPage& page = pageOf(QStringLiteral("pcr"));
        QStringList all;
        for (int step = 0; step < page.steps; ++step) all << page.step(step).sentence;
        QCOMPARE(words(), all.join('|'));
        QVERIFY(browser_->evaluate("document.querySelector('.player').getClientRects().length === 0").toBool());
    }

    void the_keyboard_reaches_everything_in_the_order_in_which_it_is_read() {
        open(QStringLiteral("cr"));
        QStringList order;
        for (int i = 0; i < 6; ++i) {
            browser_->press(QStringLiteral("Tab"));
            order << browser_
                         ->evaluate("document.activeElement.getAttribute('aria-label') || "
                                    "document.activeElement.type || document.activeElement.tagName")
                         .toString();
        }
        // On the first step, First and Back are disabled.
        const QStringList expected{"One step forward", "Last step", "Step", "checkbox"};
        QCOMPARE(order.mid(0, 4), expected);
    }
};

WARPLOOM_WINDOW_TEST(LessonPageBrowserTest);
#include "lesson_page_browser_test.moc"
