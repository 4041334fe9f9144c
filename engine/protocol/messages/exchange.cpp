#include "engine/protocol/messages/exchange.h"

#include "engine/format_number.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace warploom::protocol {

WARPLOOM_FIELDS(Exchange, {"The `exchange` object of a row",
                           {{"gpus", "", &Self::gpus, "number of GPUs that share the rows of the matrix", needed_count},
                            {"bytes", "bytes", &Self::bytes,
                             "bytes that GPU i sends to GPU j per product or iteration, at index i * gpus + j", needed},
                            {"overlapped", "", &Self::overlapped,
                             "fraction of the matrix entries that the GPUs process during the exchange"},
                            {"link_gbytes_per_s", "gbytes_per_s", &Self::link_gbytes_per_s,
                             "measured bandwidth between two GPUs; null if not measured"}}})

WARPLOOM_FIELDS(ExchangePlan,
                {"The answer to `exchange`",
                 {{"format", "", &Self::format, "storage format of the kernel"},
                  {"exchanges", "", &Self::exchanges, "one object for each requested number of GPUs", needed}}})

void Exchange::settle(const Reader& in) {
    if (gpus < 1 || bytes.size() != static_cast<std::size_t>(gpus) * static_cast<std::size_t>(gpus))
        in.member("bytes").refuse(sentence("a list of gpus x gpus numbers"));
}

ExchangePlan read_exchange_plan(const Json& json) {
    static const DocumentSource source{
        "exchange.malformed", "The worker sent invalid data about the exchange between GPUs",
        "The app and the worker may be different versions. Restart the worker (Tools menu)."};
    return read_value<ExchangePlan>(Reader(json, source));
}

double Exchange::total_bytes() const { return std::accumulate(bytes.begin(), bytes.end(), 0.0); }

double Exchange::busiest_bytes() const {
    double most = 0;
    for (int gpu = 0; gpu < gpus; ++gpu) {
        double sent = 0, received = 0;
        for (int other = 0; other < gpus; ++other) {
            sent += bytes[static_cast<std::size_t>(gpu * gpus + other)];
            received += bytes[static_cast<std::size_t>(other * gpus + gpu)];
        }
        most = std::max({most, sent, received});
    }
    return most;
}

namespace {

std::string time_text(double ns) {
    return ns < 1e6 ? format_number(ns * 1e-3) + " us" : format_number(ns * 1e-6) + " ms";
}

std::string bytes_text(double bytes) {
    if (bytes >= 1e6) return format_number(bytes * 1e-6) + " MB";
    if (bytes >= 1e3) return format_number(bytes * 1e-3) + " kB";
    return format_number(bytes, "%.0f") + " bytes";
}

} // namespace

std::string why_slower(const Exchange& exchange, double one_gpu_ns, double several_gpus_ns) {
    if (!(several_gpus_ns >= one_gpu_ns) || exchange.gpus < 2) return {};
    const double share = one_gpu_ns / exchange.gpus, rest = several_gpus_ns - share;
    const double travel = exchange.travel_ns();
    const std::string gpus = std::to_string(exchange.gpus) + " GPUs";
    std::string text = gpus + " take " + time_text(several_gpus_ns) + ", but one GPU takes " + time_text(one_gpu_ns) +
                       ": the computation on each GPU takes " + time_text(share) + ", ";
    const std::string bytes = bytes_text(exchange.total_bytes());
    if (const double exposed = std::min(rest, travel); std::isfinite(travel))
        return text + "sending " + bytes + " takes " + time_text(exposed) +
               ", and launching on all GPUs and synchronizing them takes " + time_text(rest - exposed) + ".";
    return text + "and sending " + bytes + ", launching on all GPUs and synchronizing them take " + time_text(rest) +
           ".";
}

double expected_ns(const Exchange& exchange, double one_gpu_ns, double fixed_ns) {
    const double share = one_gpu_ns / std::max(exchange.gpus, 1);
    const double travel = std::isfinite(exchange.link_gbytes_per_s) ? exchange.travel_ns() : 0;
    return share + std::max(0.0, travel - exchange.overlapped * share) + fixed_ns;
}

} // namespace warploom::protocol
