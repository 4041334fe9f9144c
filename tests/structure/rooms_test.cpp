// Reads all includes of the four layers as a graph of modules, and checks that it has no cycles.

#include "rooms.h"
#include "support/runner.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace structure;

namespace {

RoomGraph graph_of_the_tree() {
    static const QRegularExpression directive("^\\s*#\\s*include\\s*\"([^\"]+)\"");
    const QDir root(WARPLOOM_SOURCE_DIR);
    RoomGraph graph;
    for (const char* layer : {"engine", "kernels", "app", "ui"}) {
        QDirIterator files(root.filePath(layer), {"*.h", "*.cpp", "*.cu", "*.cuh"}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (!file.open(QIODevice::ReadOnly)) continue;
            for (int line = 1; !file.atEnd(); ++line) {
                const auto match = directive.match(QString::fromUtf8(file.readLine()));
                if (match.hasMatch())
                    add_include(graph, root.relativeFilePath(file.fileName()), line, match.captured(1));
            }
        }
    }
    return graph;
}

} // namespace

class RoomsTest : public QObject {
    Q_OBJECT

private slots:
    void a_room_is_a_folder_of_a_layer() {
        QCOMPARE(room_of("engine/table.h"), QString("engine"));
        QCOMPARE(room_of("app/run/runner.cpp"), QString("app/run"));
        QCOMPARE(room_of("app/experiment/figures/profiles.h"), QString("app/experiment"));
        QCOMPARE(room_of("engine/simt/program.h"), QString("engine/simt"));
        QCOMPARE(room_of("engine/simt/code/code.h"), QString("engine/simt/code"));
        QCOMPARE(room_of("ui/pages/run/operations/cg.cpp"), QString("ui/pages/run"));
        QCOMPARE(room_of("kernels/cuda/gpu/peak.cu"), QString("kernels/cuda/gpu"));
    }

    void a_circle_is_found_and_said_with_its_includes() {
        RoomGraph graph;
        add_include(graph, "app/run/runner.cpp", 3, "app/trace/trace.h");
        add_include(graph, "app/run/runner.cpp", 4, "app/run/plan.h"); // within its module
        add_include(graph, "app/run/plan.cpp", 5, "app/trace/trace.h");
        add_include(graph, "app/trace/trace.cpp", 2, "engine/table.h");
        QCOMPARE(circle_in(graph), QStringList());

        add_include(graph, "app/trace/trace.cpp", 7, "app/run/plan.h");

        QCOMPARE(circle_in(graph), (QStringList{"app/run", "app/trace", "app/run"}));
        QCOMPARE(
            sentence_of(circle_in(graph), graph),
            QString("The rooms go in a circle: app/run includes app/trace (app/run/runner.cpp:3 and 1 more), which "
                    "includes app/run (app/trace/trace.cpp:7)."));
    }

    void a_circle_of_three_rooms_is_found_behind_others() {
        RoomGraph graph;
        add_include(graph, "app/a/a.h", 1, "app/b/b.h");
        add_include(graph, "app/b/b.h", 1, "app/c/c.h");
        add_include(graph, "app/c/c.h", 1, "app/d/d.h");
        add_include(graph, "app/d/d.h", 1, "app/b/b.h");
        QCOMPARE(circle_in(graph), (QStringList{"app/b", "app/c", "app/d", "app/b"}));
    }

    void no_rooms_include_each_other_in_a_circle() {
        const RoomGraph graph = graph_of_the_tree();
        QVERIFY2(graph.size() > 100, "hardly any include was found: is the source folder still there?");
        QVERIFY2(circle_in(graph).isEmpty(), qPrintable(sentence_of(circle_in(graph), graph)));
    }
};

WARPLOOM_TEST(RoomsTest);
#include "rooms_test.moc"
