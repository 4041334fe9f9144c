#include "rooms.h"

#include <QQueue>
#include <algorithm>

namespace structure {

namespace {

const QStringList layers{"engine", "kernels", "app", "ui"};
const QStringList floors{"engine/simt", "engine/protocol", "kernels/cuda", "ui/pages"}; // separate subfolders

/// Returns the shortest path from a module back to itself; empty if there is none.
QStringList shortest_from(const QString& room, const QMap<QString, QStringList>& next) {
    QMap<QString, QString> came_from;
    QQueue<QString> waiting;
    waiting.enqueue(room);
    while (!waiting.isEmpty()) {
        const QString at = waiting.dequeue();
        for (const QString& to : next.value(at)) {
            if (to == room) {
                QStringList way{room, at};
                while (way.last() != room) way << came_from.value(way.last());
                std::reverse(way.begin(), way.end());
                return way;
            }
            if (came_from.contains(to)) continue;
            came_from.insert(to, at);
            waiting.enqueue(to);
        }
    }
    return {};
}

} // namespace

QString room_of(const QString& file) {
    const QStringList parts = file.split('/').mid(0, file.count('/'));
    const QString floor = parts.mid(0, 2).join('/');
    return floors.contains(floor) ? parts.mid(0, 3).join('/') : floor;
}

void add_include(RoomGraph& graph, const QString& file, int line, const QString& path) {
    if (!layers.contains(path.section('/', 0, 0))) return;
    const QString from = room_of(file), to = room_of(path);
    if (from != to) graph[{from, to}] << QStringLiteral("%1:%2").arg(file).arg(line);
}

QStringList circle_in(const RoomGraph& graph) {
    QMap<QString, QStringList> next;
    for (auto step = graph.keyBegin(); step != graph.keyEnd(); ++step) next[step->first] << step->second;
    QStringList shortest;
    for (auto room = next.keyBegin(); room != next.keyEnd(); ++room) {
        const QStringList circle = shortest_from(*room, next);
        if (!circle.isEmpty() && (shortest.isEmpty() || circle.size() < shortest.size())) shortest = circle;
    }
    return shortest;
}

QString sentence_of(const QStringList& circle, const RoomGraph& graph) {
    if (circle.isEmpty()) return {};
    QString sentence = "The rooms go in a circle: " + circle.first();
    for (int i = 1; i < circle.size(); ++i) {
        const QStringList lines = graph.value({circle[i - 1], circle[i]});
        sentence += QStringLiteral("%1includes %2 (%3%4)")
                        .arg(i == 1 ? " " : ", which ", circle[i], lines.value(0),
                             lines.size() > 1 ? QStringLiteral(" and %1 more").arg(lines.size() - 1) : QString());
    }
    return sentence + ".";
}

} // namespace structure
