// Predictions on the Warp page: what is asked, what is hidden, and what is recorded.
#include "tests/ui/warp_page_desk.h"

#include "support/runner.h"
#include "ui/components/warp/access_view.h"
#include "ui/components/warp/step_question.h"
#include "ui/pages/warp/comparison/pair_question.h"
#include "ui/pages/warp/comparison/score_view.h"
#include "ui/style/number_text.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

#include <bit>
#include <cmath>

using namespace warploom;
using namespace warploom::ui;
using namespace warp_support;

class WarpPagePredictTest : public QObject {
    Q_OBJECT

    static void say(Desk& desk, const QString& number) {
        auto* field = desk.page.findChild<QLineEdit*>(QStringLiteral("predictField"));
        field->setText(number);
        QTest::keyClick(field, Qt::Key_Return);
    }
    static QString question(Desk& desk) {
        return desk.page.findChild<QLabel*>(QStringLiteral("predictQuestion"))->text();
    }

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void the_answer_is_what_the_step_does() {
        for (const auto& document : {warp_documents::csr_scalar("m"), warp_documents::ell("m"),
                                     warp_documents::csr_vector("m"), warp_documents::tile("m")}) {
            const auto analysed = analysis(document);
            const protocol::WarpDocument& trace = analysed->trace();
            int asked = 0;
            for (int s = 0; s < trace.step_count(); ++s) {
                const auto question = stepQuestion(*analysed, s);
                if (!question) continue;
                ++asked;
                const int lanes = std::popcount(trace.steps[static_cast<std::size_t>(s)].active.bits);
                const int services = analysed->cost(s).services();
                const bool about_memory = question->text.contains(QStringLiteral("transactions")) ||
                                          question->text.contains(QStringLiteral("wavefronts"));
                QCOMPARE(question->answer, about_memory ? services : lanes);
            }
            QVERIFY(asked >= 3);
            QVERIFY(stepQuestion(*analysed, 0).has_value()); // the first step of its line
        }
        QVERIFY(!stepQuestion(*analysis(warp_documents::ell("m")), -1));
    }

    void a_step_that_only_repeats_is_not_asked_for() {
        const auto ell = analysis(warp_documents::ell("m"));
        for (int s = 1; s < ell->trace().step_count(); ++s) {
            int before = -1;
            for (int t = 0; t < s; ++t)
                if (ell->trace().steps[static_cast<std::size_t>(t)].site ==
                    ell->trace().steps[static_cast<std::size_t>(s)].site)
                    before = t;
            const bool repeats = before >= 0 && ell->cost(before).services() == ell->cost(s).services() &&
                                 ell->trace().steps[static_cast<std::size_t>(before)].active.bits ==
                                     ell->trace().steps[static_cast<std::size_t>(s)].active.bits;
            if (repeats) QVERIFY(!stepQuestion(*ell, s));
        }
    }

    void a_step_is_hidden_until_somebody_says_what_it_asks_for() {
        Desk desk;
        desk.showDocument(warp_documents::csr_scalar("m"));
        desk.page.player()->setStep(2); // the first load of values: one transaction per lane for distant rows
        const QString shown = desk.page.sentence();
        desk.page.predictions().setOn(true);
        QVERIFY(desk.page.isHidden(2));
        QVERIFY2(desk.page.sentence() != shown, qPrintable(desk.page.sentence()));
        QCOMPARE(desk.page.panes().lanes()->veil(), 2);
        QVERIFY(desk.page.inspectorText().indexOf(QStringLiteral("bytes are used")) < 0 ||
                !desk.page.inspectorText().contains(shown));
        const QString text = question(desk);
        QVERIFY2(text.contains(QStringLiteral("csr_scalar.cu, line 8")) &&
                     text.contains(QStringLiteral("32 lanes load value")),
                 qPrintable(text));
        const int transactions = desk.page.analysis()->cost(2).transactions;
        say(desk, QString::number(transactions));
        QVERIFY(!desk.page.isHidden(2));
        QCOMPARE(desk.page.sentence(), shown);
        QCOMPARE(desk.page.panes().lanes()->veil(), -1);
        const auto* verdict = desk.page.findChild<QLabel*>(QStringLiteral("predictVerdict"));
        QCOMPARE(verdict->text(), QStringLiteral("✓ Correct: %1.").arg(transactions));
        const Prediction& kept = desk.session.predictions().all().first();
        QVERIFY(kept.is_right);
        QVERIFY2(kept.place.contains(QStringLiteral("Warp page: csr-scalar on m, step 3")), qPrintable(kept.place));
        // When returning to it, nothing is asked again; the next question stops the player.
        desk.page.player()->setStep(1);
        desk.page.player()->setStep(2);
        QVERIFY(!desk.page.isHidden(2));
        desk.page.player()->togglePlay();
        QVERIFY(wait_until([&] { return !desk.page.player()->isPlaying(); }));
        QVERIFY(desk.page.isHidden(desk.step()));
    }

    void what_is_veiled_cannot_be_seen_in_the_picture() {
        Desk desk;
        desk.showDocument(warp_documents::csr_scalar("m"));
        desk.page.player()->setStep(4);
        desk.page.predictions().setOn(true);
        QVERIFY(desk.page.isHidden(4));
        LanesView* lanes = desk.page.panes().lanes();
        const QImage picture = lanes->grab().toImage();
        const QColor active = theme().colours().active_lane;
        for (int step = 0; step < 8; ++step) {
            const QRect column(lanes->cellRect(step, 0).topLeft().toPoint(),
                               lanes->cellRect(step, 31).bottomRight().toPoint());
            QCOMPARE(countOf(picture, column.adjusted(3, 3, -3, -3), active) > 0, step < 4);
        }
        desk.page.predictions().setOn(false);
        QVERIFY(!desk.page.isHidden(4));
        QCOMPARE(lanes->veil(), -1);
    }

    void of_two_side_by_side_it_is_asked_once_which_will_need_less_and_by_how_much() {
        Desk desk;
        desk.showDocument(warp_documents::csr_scalar("m"));
        desk.page.predictions().setOn(true);
        desk.session.setChoice(QStringLiteral("warp/beside"), QStringLiteral("card:gtx295"), QStringLiteral("beside"));
        QVERIFY(desk.page.comparison().isShown());
        const BesideView& beside = *desk.page.comparison().view();
        const auto left = beside.scored(0).all().bytes_fetched, right = beside.scored(1).all().bytes_fetched;
        QVERIFY(left != right);
        for (int tick = 0; tick < desk.steps(); ++tick) {
            desk.page.player()->setStep(tick);
            QVERIFY(desk.page.isPairHidden());
            QVERIFY(!desk.page.isHidden(tick));
        }
        // Neither the lanes, the score, nor the text reveals it.
        QCOMPARE(beside.lanesView(0)->veil(), 0);
        QCOMPARE(beside.lanesView(1)->veil(), 0);
        for (const ScoreLine& line : beside.scoreView()->lines())
            QVERIFY(std::isnan(line.left) && std::isnan(line.right_all));
        const QString figure = QString::number(std::min(left, right));
        QVERIFY(!desk.page.inspectorText().contains(figure) && !desk.page.sentence().contains(figure));
        QVERIFY2(question(desk).contains(QStringLiteral("fewer bytes")), qPrintable(question(desk)));
        const QList<QPushButton*> choices = desk.page.findChildren<QPushButton*>(QStringLiteral("predictChoice"));
        QCOMPARE(choices.size(), 3);
        const QString right_one = beside.title(left < right ? 0 : 1);
        QPushButton* const said = choices[left < right ? 0 : 1];
        QCOMPARE(said->text(), right_one);
        QTest::keyClick(said, Qt::Key_Space);
        // After the first answer, the factor is asked before anything is shown.
        QVERIFY(desk.page.isPairHidden());
        QCOMPARE(beside.lanesView(0)->veil(), 0);
        desk.page.player()->setStep(1);
        QVERIFY2(question(desk).contains(QStringLiteral("By what factor do the bytes fetched by ")),
                 qPrintable(question(desk)));
        const double times = double(std::max(left, right)) / double(std::min(left, right));
        say(desk, QString::number(times, 'f', 2).replace('.', ','));
        QVERIFY(!desk.page.isPairHidden());
        QCOMPARE(beside.lanesView(0)->veil(), -1);
        QVERIFY(!std::isnan(beside.scoreView()->lines().front().left_all));
        const auto* verdict = desk.page.findChild<QLabel*>(QStringLiteral("predictVerdict"));
        QVERIFY2(verdict->text().startsWith(QStringLiteral("✓ Correct: ") + right_one) &&
                     verdict->text().contains(QStringLiteral("a factor of")) &&
                     verdict->text().contains(QStringLiteral("✓ Correct: you answered")),
                 qPrintable(verdict->text()));
        // Both are recorded, each with its question and the answer.
        QCOMPARE(desk.session.predictions().all().size(), 2);
        QCOMPARE(desk.session.predictions().right(), 2);
        QCOMPARE(desk.session.predictions().all().first().answer, right_one);
        QCOMPARE(desk.session.predictions().all().last().answer, valueText(times, 3));
        const Prediction& kept = desk.session.predictions().all().last();
        QVERIFY(kept.is_right);
        QVERIFY2(kept.place.startsWith(QStringLiteral("Warp page: ")) && kept.place.contains(QStringLiteral("versus")),
                 qPrintable(kept.place));
        // It is asked only once, but another GPU model is another pair.
        desk.page.player()->setStep(0);
        QVERIFY(!desk.page.isPairHidden());
        desk.session.setChoice(QStringLiteral("warp/beside"), QStringLiteral("card:c2050"), QStringLiteral("beside"));
        QVERIFY(desk.page.comparison().isShown() && desk.page.isPairHidden());
        desk.page.predictions().setOn(false);
        QVERIFY(!desk.page.isPairHidden());
        QCOMPARE(beside.lanesView(1)->veil(), -1);
    }

    void by_how_much_is_right_within_a_quarter_and_a_wrong_one_is_told() {
        PairQuestion asked;
        asked.factor = 4;
        for (const char* right : {"3", "3,0", "3.5", "4", "5"}) QVERIFY(asked.isRightFactor(QLatin1String(right)));
        for (const char* wrong : {"2.9", "5.1", "", "x"}) QVERIFY(!asked.isRightFactor(QLatin1String(wrong)));
        Desk desk;
        desk.showDocument(warp_documents::csr_scalar("m"));
        desk.session.setChoice(QStringLiteral("warp/beside"), QStringLiteral("card:gtx295"), QStringLiteral("beside"));
        desk.page.predictions().setOn(true);
        const PairQuestion question = pairQuestion(*desk.page.comparison().view());
        const int wrong_side = question.choices.first() == question.answer ? 1 : 0;
        const auto choices = desk.page.findChildren<QPushButton*>(QStringLiteral("predictChoice"));
        QTest::mouseClick(choices[wrong_side], Qt::LeftButton);
        say(desk, QStringLiteral("900"));
        const QString text = desk.page.findChild<QLabel*>(QStringLiteral("predictVerdict"))->text();
        QVERIFY2(text.startsWith(QStringLiteral("✕ You answered %1; the answer is %2")
                                     .arg(question.choices[wrong_side], question.answer)) &&
                     text.endsWith(QStringLiteral("✕ You answered a factor of 900; the correct factor is %1.")
                                       .arg(valueText(question.factor, 3))),
                 qPrintable(text));
        QCOMPARE(desk.session.predictions().all().size(), 2);
        QCOMPARE(desk.session.predictions().right(), 0);
    }

    void a_wrong_guess_about_two_is_told_with_the_figures_of_both() {
        Desk desk;
        desk.showDocument(warp_documents::csr_scalar("m"));
        desk.session.setChoice(QStringLiteral("warp/beside"), QStringLiteral("card:gtx295"), QStringLiteral("beside"));
        desk.page.predictions().setOn(true);
        const PairQuestion asked = pairQuestion(*desk.page.comparison().view());
        const auto choices = desk.page.findChildren<QPushButton*>(QStringLiteral("predictChoice"));
        QTest::mouseClick(choices[2], Qt::LeftButton); // "no difference"
        const auto* verdict = desk.page.findChild<QLabel*>(QStringLiteral("predictVerdict"));
        QVERIFY2(
            verdict->text().startsWith(QStringLiteral("✕ You answered no difference; the answer is ") + asked.answer),
            qPrintable(verdict->text()));
        QVERIFY(!desk.session.predictions().all().last().is_right);
    }
};

WARPLOOM_WINDOW_TEST(WarpPagePredictTest);
#include "warp_page_predict_test.moc"
