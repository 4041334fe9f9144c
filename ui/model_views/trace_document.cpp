#include "ui/model_views/trace_document.h"

#include "engine/error.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>

namespace warploom::ui {
namespace {

constexpr qsizetype longest_list = 1'000'000; // nothing that a screen can show is longer

struct Term {
    const char* key;
    const char* title;
    const char* meaning;
};
// In the order of the charts: from far memory to the lanes, then what is added.
constexpr std::array terms{
    Term{"dram", QT_TRANSLATE_NOOP("Trace", "memory bandwidth"),
         QT_TRANSLATE_NOOP("Trace", "the bytes that come from memory decide")},
    Term{"l2", QT_TRANSLATE_NOOP("Trace", "L2 bandwidth"),
         QT_TRANSLATE_NOOP("Trace", "the bytes that come from the L2 cache decide")},
    Term{"transactions", QT_TRANSLATE_NOOP("Trace", "memory transactions"),
         QT_TRANSLATE_NOOP("Trace", "the number of transactions decides, not their bytes")},
    Term{"shared", QT_TRANSLATE_NOOP("Trace", "shared memory"),
         QT_TRANSLATE_NOOP("Trace", "passes over the banks of shared memory decide")},
    Term{"issue", QT_TRANSLATE_NOOP("Trace", "issuing instructions"),
         QT_TRANSLATE_NOOP("Trace", "the number of warp instructions decides")},
    Term{"arithmetic", QT_TRANSLATE_NOOP("Trace", "arithmetic"),
         QT_TRANSLATE_NOOP("Trace", "the floating-point operations decide")},
    Term{"latency", QT_TRANSLATE_NOOP("Trace", "waiting for memory"),
         QT_TRANSLATE_NOOP("Trace", "too few warps are there to hide the wait for memory")},
    Term{"launch", QT_TRANSLATE_NOOP("Trace", "launch"), QT_TRANSLATE_NOOP("Trace", "starting the kernel decides")},
    Term{"transfer", QT_TRANSLATE_NOOP("Trace", "transfer"),
         QT_TRANSLATE_NOOP("Trace", "copying between host and card decides")},
};

[[noreturn]] void refuse(const QString& what) {
    throw Error(
        "trace.malformed",
        QCoreApplication::translate("Trace", "The worker's trace is damaged: %1.").arg(what).toStdString(),
        QCoreApplication::translate("Trace", "Restart the worker (Tools menu) and look at its log.").toStdString());
}

QString text(const QJsonObject& object, const char* key) { return object.value(QLatin1String(key)).toString(); }

/// A number, or the fallback where there is none; 64-bit integers travel as text.
double number(const QJsonObject& object, const char* key, double fallback = 0) {
    const QJsonValue value = object.value(QLatin1String(key));
    if (value.isUndefined() || value.isNull()) return fallback;
    bool ok = value.isDouble();
    const double result = ok ? value.toDouble() : value.toString().toDouble(&ok);
    if (!ok || !std::isfinite(result))
        refuse(QCoreApplication::translate("Trace", "'%1' is no number").arg(QLatin1String(key)));
    return result;
}

double count(const QJsonObject& object, const char* key, double fallback = 0) {
    const double result = number(object, key, fallback);
    if (result < 0) refuse(QCoreApplication::translate("Trace", "'%1' is negative").arg(QLatin1String(key)));
    return result;
}

double needed(const QJsonObject& object, const char* key) {
    if (!object.contains(QLatin1String(key)))
        refuse(QCoreApplication::translate("Trace", "'%1' is missing").arg(QLatin1String(key)));
    return count(object, key);
}

std::int64_t whole(double value) { return static_cast<std::int64_t>(std::min(value, 9e15)); }
int small(double value) { return static_cast<int>(std::min(value, 2e9)); }

QJsonArray list(const QJsonObject& object, const char* key) {
    const QJsonArray all = object.value(QLatin1String(key)).toArray();
    if (all.size() > longest_list)
        refuse(QCoreApplication::translate("Trace", "'%1' is too long").arg(QLatin1String(key)));
    return all;
}

std::vector<TraceTerm> read_terms(const QJsonObject& object) {
    std::vector<TraceTerm> result;
    for (const Term& term : terms)
        if (object.contains(QLatin1String(term.key)))
            result.push_back({QLatin1String(term.key), count(object, term.key)});
    return result;
}

TraceAccess read_access(const QJsonObject& o) {
    TraceAccess a;
    a.array = text(o, "array");
    a.kind = text(o, "kind");
    a.space = text(o, "space");
    a.file = text(o, "file");
    a.line = small(count(o, "line"));
    a.kernel_line = small(count(o, "kernel_line", a.line));
    a.launch = small(count(o, "launch"));
    const std::pair<const char*, double TraceAccess::*> numbers[] = {
        {"warp_instructions", &TraceAccess::warp_instructions},
        {"lane_accesses", &TraceAccess::lane_accesses},
        {"mean_active_lanes", &TraceAccess::mean_active_lanes},
        {"divergent_steps", &TraceAccess::divergent_steps},
        {"transactions", &TraceAccess::transactions},
        {"ideal_transactions", &TraceAccess::ideal_transactions},
        {"bytes_fetched", &TraceAccess::bytes_fetched},
        {"bytes_used", &TraceAccess::bytes_used},
        {"l1_hits", &TraceAccess::l1_hits},
        {"l2_sectors", &TraceAccess::l2_sectors},
        {"l2_hits", &TraceAccess::l2_hits},
        {"dram_bytes", &TraceAccess::dram_bytes},
        {"bank_passes", &TraceAccess::bank_passes},
        {"bank_conflicts", &TraceAccess::bank_conflicts},
        {"serialised", &TraceAccess::serialised},
        {"flops", &TraceAccess::flops}};
    for (const auto& [key, member] : numbers) a.*member = count(o, key);
    return a;
}

TraceLaunch read_launch(const QJsonObject& o) {
    TraceLaunch launch;
    launch.kernel = text(o, "kernel");
    launch.binding = text(o, "binding");
    launch.limited_by = text(o, "limited_by");
    launch.blocks = whole(needed(o, "blocks"));
    launch.block_size = small(count(o, "block_size"));
    launch.resident_blocks = small(count(o, "resident_blocks"));
    launch.ns = needed(o, "ns");
    launch.occupancy = count(o, "occupancy");
    launch.terms = read_terms(o.value(QLatin1String("terms")).toObject());
    launch.schedule_every = std::max(1, small(count(o, "schedule_every", 1)));
    for (const QJsonValue value : list(o, "schedule")) {
        const QJsonArray four = value.toArray();
        TraceScheduled s;
        bool good = four.size() == 4;
        for (int i = 0; good && i < 4; ++i)
            good = (four[i].isDouble() && four[i].toDouble() >= 0) || (i == 0 && four[i].isString());
        if (!good)
            refuse(QCoreApplication::translate("Trace",
                                               "an entry of 'schedule' is not [block, multiprocessor, start, end]"));
        s.block = four[0].isString() ? four[0].toString().toLongLong() : whole(four[0].toDouble());
        s.multiprocessor = small(four[1].toDouble());
        s.start_ns = four[2].toDouble();
        s.end_ns = four[3].toDouble();
        if (s.end_ns < s.start_ns || s.multiprocessor > 100'000)
            refuse(QCoreApplication::translate(
                "Trace", "a block of 'schedule' ends before it starts, or lies on no multiprocessor"));
        launch.schedule.push_back(s);
    }
    return launch;
}

} // namespace

TraceDocument parseTrace(const QJsonObject& o) {
    TraceDocument d;
    const QJsonObject matrix = o.value(QLatin1String("matrix")).toObject();
    const QJsonObject card = o.value(QLatin1String("card")).toObject();
    d.matrix = text(matrix, "name");
    d.rows = whole(count(matrix, "rows"));
    d.cols = whole(count(matrix, "cols"));
    d.nonzeros = whole(count(matrix, "nonzeros"));
    d.kernel = text(o, "kernel");
    d.format = text(o, "format");
    d.precision = text(o, "precision");
    d.block = small(count(o, "block"));
    d.card_id = text(card, "id");
    d.card_title = text(card, "title");
    const QJsonObject figures = card.value(QLatin1String("figures")).toObject();
    d.multiprocessors = small(count(figures.value(QLatin1String("multiprocessors")).toObject(), "value"));
    d.model_error = count(card, "model_error");
    d.model_cells = small(count(card, "model_cells"));
    d.traced_share = std::min(1.0, count(o, "traced_share", 1));
    d.halves_differ = count(o.value(QLatin1String("sample")).toObject(), "halves_differ", no_number);
    d.mean_active_lanes = count(o, "mean_active_lanes");
    d.divergent_steps = count(o, "divergent_steps");
    d.bank_conflicts = count(o, "bank_conflicts");
    d.flops = count(o, "flops");
    d.modelled_ns = needed(o, "modelled_ns");
    d.binding = text(o, "binding");
    d.terms = read_terms(o.value(QLatin1String("terms")).toObject());
    const QJsonObject roofline = o.value(QLatin1String("roofline")).toObject();
    d.intensity = count(roofline, "intensity", no_number);
    d.gflops = count(roofline, "gflops", no_number);
    d.peak_gflops = count(roofline, "peak_gflops", no_number);
    d.peak_gbytes_per_s = count(roofline, "peak_gbytes_per_s", no_number);
    for (const QJsonValue value : list(o, "launches")) d.launches.push_back(read_launch(value.toObject()));
    for (const QJsonValue value : list(o, "blocks")) {
        const QJsonObject b = value.toObject();
        TraceBlock block;
        block.launch = small(count(b, "launch"));
        block.block = whole(needed(b, "block"));
        block.ns = count(b, "ns");
        block.transactions = count(b, "transactions");
        block.dram_bytes = count(b, "dram_bytes");
        block.warp_instructions = count(b, "warp_instructions");
        block.first_row = static_cast<std::int64_t>(number(b, "first_row", -1));
        block.last_row = static_cast<std::int64_t>(number(b, "last_row", -1));
        d.blocks.push_back(block);
    }
    for (const QJsonValue value : list(o, "accesses")) d.accesses.push_back(read_access(value.toObject()));
    for (const QJsonValue value : list(o, "findings")) {
        const QJsonObject f = value.toObject();
        d.findings.push_back({text(f, "kind"), text(f, "sentence"), text(f, "file"), text(f, "lanes"),
                              small(count(f, "line")), small(count(f, "warp")), whole(count(f, "block")),
                              count(f, "times", 1)});
    }
    return d;
}

QString termTitle(const QString& key) {
    for (const Term& term : terms)
        if (key == QLatin1String(term.key)) return QCoreApplication::translate("Trace", term.title);
    return key;
}

QString termMeaning(const QString& key) {
    for (const Term& term : terms)
        if (key == QLatin1String(term.key)) return QCoreApplication::translate("Trace", term.meaning);
    return {};
}

} // namespace warploom::ui
