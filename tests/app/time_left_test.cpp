// Estimates of the remaining time of an experiment, based on the time that finished parts took.

#include "app/experiment/time_left.h"
#include "support/runner.h"

#include <QTest>

using namespace warploom;
using namespace warploom::app;

class TimeLeftTest : public QObject {
    Q_OBJECT

private slots:
    void nothing_is_said_before_anything_was_done() {
        TimeLeft left;
        left.expect(TimeLeft::Part::model, 1e6);
        QVERIFY(!left.seconds());
        QVERIFY(time_left_text(left.seconds()).empty());
    }

    void parts_of_one_size_take_the_same_time() {
        TimeLeft left;
        for (int i = 0; i < 4; ++i) left.expect(TimeLeft::Part::model, 1e6);
        left.did(TimeLeft::Part::model, 1e6, 10);
        QVERIFY(qFuzzyCompare(*left.seconds(), 30.0));
        QCOMPARE(time_left_text(left.seconds()), std::string("about 30 s left"));
    }

    void larger_inputs_take_longer_up_to_where_only_a_sample_is_traced() {
        TimeLeft left;
        left.expect(TimeLeft::Part::model, 0.9e6); // a weight of 1 including the fixed cost of a trace
        left.expect(TimeLeft::Part::model, 9.9e6);
        left.did(TimeLeft::Part::model, 0.9e6, 2);
        QVERIFY(qFuzzyCompare(*left.seconds(), 20.0));
        TimeLeft huge;
        huge.expect(TimeLeft::Part::model, 1e9);
        huge.expect(TimeLeft::Part::model, 1e12);
        huge.did(TimeLeft::Part::model, 1e9, 7);
        QVERIFY(qFuzzyCompare(*huge.seconds(), 7.0));
    }

    void what_was_there_already_teaches_nothing() {
        TimeLeft left;
        for (int i = 0; i < 3; ++i) left.expect(TimeLeft::Part::model, 1e6);
        left.did(TimeLeft::Part::model, 1e6, 0.0001);
        QVERIFY(!left.seconds());
        left.did(TimeLeft::Part::model, 1e6, 5);
        QVERIFY(qFuzzyCompare(*left.seconds(), 5.0));
    }

    void measurements_that_nobody_has_made_yet_count_with_a_usual_time() {
        TimeLeft left;
        left.expect(TimeLeft::Part::model, 1e6);
        for (int i = 0; i < 100; ++i) left.expect(TimeLeft::Part::measurement, 0);
        left.did(TimeLeft::Part::model, 1e6, 1);
        QVERIFY(*left.seconds() > 60);
        QCOMPARE(time_left_text(150.0), std::string("about 2 min left")); // 2.5, rounded half to even
        left.did(TimeLeft::Part::measurement, 0, 0.1);
        QVERIFY(qFuzzyCompare(*left.seconds(), 9.9));
    }

    void what_ends_at_once_is_not_told() { QVERIFY(time_left_text(1.5).empty()); }
};

WARPLOOM_TEST(TimeLeftTest);
#include "time_left_test.moc"
