#include "ui/pages/warp/comparison/same_rows.h"

#include "engine/protocol/messages/requests.h"
#include "ui/pages/warp/warp_place.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"

#include <algorithm>
#include <iterator>

namespace warploom::ui {

protocol::WarpRequest warpRequest(const Session& session, const WarpQuestion& question) {
    protocol::WarpRequest request;
    request.operation = enumOf(question.operation, Operation::spmv);
    request.matrix = question.matrix.toStdString();
    request.kernel = question.kernel.toStdString();
    request.card = session.cardJson();
    request.precision = enumOf(question.precision, Precision::float64);
    request.block = question.block;
    request.launch = question.warp.launch;
    request.block_index = question.warp.block;
    request.warp = question.warp.warp;
    return request;
}

SameRows::SameRows(Session& session, QObject* parent) : QObject(parent), session_(session) {}

void SameRows::stop() {
    ++round_;
    if (!request_.isEmpty()) session_.worker().cancel(request_);
    request_.clear();
    for (Side& side : sides_) side = {};
    is_cut_ = false;
}

void SameRows::start(const WarpQuestion& asked, const WarpTraceHandle& left, const QString& kernel) {
    stop();
    sides_[0].question = sides_[1].question = asked;
    sides_[1].question.kernel = kernel;
    add(sides_[0], left);
    // Trace the first warp of the other kernel to find out how it assigns rows to warps and how often it is launched.
    ask(sides_[1], {});
}

void SameRows::ask(Side& side, const WarpChoice& warp) {
    side.question.warp = warp;
    RequestHandlers handlers;
    handlers.done = [this, &side, round = round_](const Json& result) {
        if (round != round_) return;
        request_.clear();
        answered(side, std::make_shared<const protocol::WarpDocument>(protocol::read_warp(result)));
    };
    handlers.error = [this, round = round_](const WorkerError& error) {
        if (round != round_) return;
        request_.clear();
        emit failed(toQString(error.message), toQString(error.hint));
    };
    request_ = session_.worker().request(warpRequest(session_, side.question), handlers, this);
}

void SameRows::answered(Side& side, const WarpTraceHandle& trace) {
    const bool is_first = side.traces.empty();
    if (is_first) {
        const protocol::WarpDocument& left = *sides_[0].traces.front();
        const WarpChoice here{trace->launch, trace->block_index, trace->warp};
        const int launch = std::min(left.launch, static_cast<int>(trace->launches.size()) - 1);
        if (here.launch != launch) return ask(side, {launch, 0, 0});
        const WarpChoice there{launch, left.block_index, left.warp};
        const WarpChoice wanted = warpOfRow(*trace, firstRow(left), there, left.block_size);
        // If the trace shows that a different warp processes the row, request that warp instead. This is done at most
        // twice.
        if (!(wanted == here) && side.looks++ < 2) return ask(side, wanted);
    }
    add(side, trace);
    if (is_first) {
        compareFirst();
        emit grew();
    }
    askNext();
}

void SameRows::add(Side& side, const WarpTraceHandle& trace) {
    side.traces.push_back(trace);
    side.steps += trace->step_count();
    for (const protocol::WarpStep& step : trace->steps)
        for (const protocol::MatrixEntry& entry : step.entry) side.missing.erase({entry.row, entry.col});
}

void SameRows::compareFirst() {
    std::set<Nonzero> read[2];
    for (int i = 0; i < 2; ++i)
        for (const protocol::WarpStep& step : sides_[i].traces.front()->steps)
            for (const protocol::MatrixEntry& entry : step.entry)
                if (entry.row >= 0) read[i].insert({entry.row, entry.col});
    for (int i = 0; i < 2; ++i)
        std::set_difference(read[1 - i].begin(), read[1 - i].end(), read[i].begin(), read[i].end(),
                            std::inserter(sides_[i].missing, sides_[i].missing.end()));
}

/// Returns a warp that reads the first unread nonzero of this side. Returns std::nullopt if all nonzeros have been read
/// or there is no such warp.
std::optional<WarpChoice> SameRows::nextWarp(Side& side) {
    const auto is_new = [&side](const WarpChoice& warp) {
        return std::none_of(side.traces.begin(), side.traces.end(), [&](const WarpTraceHandle& trace) {
            return trace->block_index == warp.block && trace->warp == warp.warp;
        });
    };
    while (!side.missing.empty()) {
        const Nonzero wanted = *side.missing.begin();
        for (auto trace = side.traces.rbegin(); trace != side.traces.rend(); ++trace) {
            const protocol::WarpOwners& owners = (*trace)->owners;
            if (wanted.first < owners.row_begin || wanted.first >= owners.row_end) continue;
            for (const protocol::WarpOwner& owner : owners.entries) {
                const WarpChoice warp{(*trace)->launch, owner.block, owner.warp};
                if (owner.row == wanted.first && owner.col == wanted.second && owner.block >= 0 && is_new(warp))
                    return warp;
            }
        }
        const protocol::WarpDocument& last = *side.traces.back();
        const WarpChoice guess =
            warpOfRow(last, wanted.first, {last.launch, last.block_index, last.warp}, last.block_size);
        if (is_new(guess)) return guess;
        // skip this row, because none of the known warps reads the nonzero
        side.missing.erase(side.missing.begin(), side.missing.lower_bound({wanted.first + 1, -1}));
    }
    return std::nullopt;
}

void SameRows::askNext() {
    for (Side& side : sides_) {
        if (side.missing.empty()) continue;
        if (side.traces.size() >= most_warps || side.steps >= most_steps) {
            is_cut_ = true;
            continue;
        }
        if (const auto warp = nextWarp(side)) return ask(side, *warp);
    }
    emit finished();
}

} // namespace warploom::ui
