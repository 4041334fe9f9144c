#include "app/advice/learned_times.h"

#include "engine/embedded_file.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/items.h"
#include "engine/protocol/serialization/fields.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warploom {

// Embedded files from datasets/advice, containing the learned times.
const std::vector<EmbeddedFile>& learned_files();

} // namespace warploom

namespace warploom::app {

WARPLOOM_FIELDS(
    ProcessShape,
    {"Hyperparameters of a Gaussian process",
     {{"smooth", "", &ProcessShape::smooth, "standard deviation of the smooth component", protocol::not_negative},
      {"length", "", &ProcessShape::length, "length scale of the smooth component", protocol::not_negative},
      {"local", "", &ProcessShape::local,
       "standard deviation of the local component, which only similar matrices "
       "share",
       protocol::not_negative},
      {"local_length", "", &ProcessShape::local_length, "length scale of the local component", protocol::not_negative},
      {"noise", "", &ProcessShape::noise, "standard deviation of the measurement noise", protocol::not_negative},
      {"mean", "", &ProcessShape::mean, "standard deviation of the mean", protocol::not_negative}}})

WARPLOOM_FIELDS(LearnedKernel,
                {"A learned kernel",
                 {{"kernel", "", &LearnedKernel::kernel, "", protocol::needed},
                  {"format", "", &LearnedKernel::format, ""},
                  {"error", "", &LearnedKernel::error, "median relative error on families left out of the training"},
                  {"low", "", &LearnedKernel::low,
                   "factor of a prediction that 5 % of the measured times are below, on families left out"},
                  {"high", "", &LearnedKernel::high,
                   "factor of a prediction that 5 % of the measured times are above, on families left out"},
                  {"first_share", "", &LearnedKernel::first_share, "fraction of cases in which the kernel was fastest",
                   protocol::Rule{.least = 0, .greatest = 1}},
                  {"prepared_ns_an_entry", "ns", &LearnedKernel::prepared_ns_an_entry,
                   "median preprocessing time per matrix entry"},
                  {"shape", "", &LearnedKernel::shape, ""},
                  {"features", "", &LearnedKernel::features, "indices of the features", protocol::needed},
                  {"points", "", &LearnedKernel::points, "indices of the matrices", protocol::needed},
                  {"weights", "", &LearnedKernel::weights, "", protocol::needed}}})

WARPLOOM_FIELDS(LearnedPrecision,
                {"The learned model for one precision",
                 {{"precision", "", &LearnedPrecision::precision, "", protocol::needed},
                  {"middle", "", &LearnedPrecision::middle, "center of each feature", protocol::needed},
                  {"scale", "", &LearnedPrecision::scale, "scale of each feature", protocol::needed},
                  {"matrices", "", &LearnedPrecision::matrices, "", protocol::needed},
                  {"points", "", &LearnedPrecision::points, "scaled features", protocol::needed},
                  {"kernels", "", &LearnedPrecision::kernels, "", protocol::needed}}})

WARPLOOM_FIELDS(LearnedTimes,
                {"A model of SpMV times, learned on one GPU",
                 {{"warploom_learned", "", &LearnedTimes::warploom_learned, "version of the file format",
                   protocol::Rule{.is_needed = true, .least = 1, .greatest = 1}},
                  {"title", "", &LearnedTimes::title, "GPU name", protocol::needed},
                  {"compute_capability", "", &LearnedTimes::compute_capability, ""},
                  {"features", "", &LearnedTimes::features, "feature names", protocol::needed},
                  {"cases", "", &LearnedTimes::cases, "number of (matrix, precision) pairs", protocol::count},
                  {"families", "", &LearnedTimes::families, "", protocol::count},
                  {"error", "", &LearnedTimes::error, "median relative error on families left out of the training"},
                  {"precisions", "", &LearnedTimes::precisions, "", protocol::needed}}})

namespace {

void require_whole(const LearnedTimes& times, const std::string& file) {
    const auto refuse = [](const std::string& what) {
        throw Error("advice.learned", what, sentence("Create the file with `advise --learn`."));
    };
    if (times.features != MatrixFeatures::names())
        refuse(sentence("'{file}' uses features that this version of Warploom does not support.", {{"file", file}}));
    const std::size_t features = times.features.size();
    for (const LearnedPrecision& each : times.precisions) {
        if (each.middle.size() != features || each.scale.size() != features || each.points.empty() ||
            each.points.size() != each.matrices.size())
            refuse(sentence("The features and matrices in '{file}' are inconsistent.", {{"file", file}}));
        for (const auto& point : each.points)
            if (point.size() != features)
                refuse(sentence("'{file}' contains a point with the wrong number of features.", {{"file", file}}));
        for (const double scale : each.scale)
            if (!(scale > 0))
                refuse(sentence("'{file}' contains a scale that is not greater than 0.", {{"file", file}}));
        for (const LearnedKernel& kernel : each.kernels) {
            if (kernel.points.size() != kernel.weights.size() || !(kernel.shape.length > 0) ||
                !(kernel.shape.local_length > 0))
                refuse(sentence("In '{file}', the number of weights of {kernel} does not match its number of points.",
                                {{"file", file}, {"kernel", kernel.kernel}}));
            for (const int feature : kernel.features)
                if (feature < 0 || static_cast<std::size_t>(feature) >= features)
                    refuse(sentence("In '{file}', {kernel} refers to a nonexistent feature.",
                                    {{"file", file}, {"kernel", kernel.kernel}}));
            for (const int point : kernel.points)
                if (point < 0 || static_cast<std::size_t>(point) >= each.points.size())
                    refuse(sentence("In '{file}', {kernel} refers to a nonexistent point.",
                                    {{"file", file}, {"kernel", kernel.kernel}}));
        }
    }
}

LearnedTimes learned_from(const std::string& text, const std::string& file) {
    const protocol::DocumentSource source{"advice.learned", sentence("'{file}' is damaged", {{"file", file}}),
                                          sentence("Create the file with `advise --learn`.")};
    LearnedTimes times = protocol::read<LearnedTimes>(protocol::parse(text, source), source);
    require_whole(times, file);
    return times;
}

} // namespace

const LearnedKernel* LearnedPrecision::find(const std::string& kernel) const {
    return find_item(kernels, &LearnedKernel::kernel, kernel);
}

const LearnedPrecision* LearnedTimes::find(Precision precision) const {
    return find_item(precisions, &LearnedPrecision::precision, precision);
}

std::vector<std::string> LearnedTimes::kernels_of(Precision precision) const {
    const LearnedPrecision* const of = find(precision);
    return of == nullptr ? std::vector<std::string>() : transform_to_vector(of->kernels, &LearnedKernel::kernel);
}

std::string LearnedTimes::origin() const {
    return sentence(
        "Times are estimated from measurements of {cases} cases in {families} families on an {gpu}. For a family that "
        "was not measured, the median error is {error}.",
        {{"cases", cases}, {"families", families}, {"gpu", title}, {"error", percent(error)}});
}

double caution_of(double first_share) {
    constexpr double of_seldom = 0.02, never = 0.002;
    return -of_seldom * std::log10(std::min(1.0, first_share + never));
}

std::vector<double> part_of(const std::vector<double>& point, const std::vector<int>& features) {
    return transform_to_vector(features, [&](int feature) { return point[static_cast<std::size_t>(feature)]; });
}

double LearnedPrecision::reach() const {
    constexpr double share = 0.97;
    std::vector<double> nearest;
    for (std::size_t i = 0; i < points.size(); ++i) {
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t j = 0; j < points.size(); ++j)
            if (j != i) least = std::min(least, squares_between(points[i], points[j]));
        nearest.push_back(std::sqrt(least));
    }
    if (nearest.size() < 2) return std::numeric_limits<double>::infinity();
    const auto at = nearest.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(nearest.size() - 1));
    std::nth_element(nearest.begin(), at, nearest.end());
    return *at;
}

LearnedGuess::LearnedGuess(const LearnedPrecision& learned, const MatrixFeatures& features, const RowFigures& rows)
    : learned_(learned), rows_(rows), reach_(learned.reach()) {
    for (std::size_t i = 0; i < features.values.size(); ++i)
        at_.push_back((features.values[i] - learned.middle[i]) / learned.scale[i]);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t p = 0; p < learned.points.size(); ++p) {
        const double squares = squares_between(at_, learned.points[p]);
        if (squares >= least) continue;
        least = squares;
        nearest_ = p;
    }
}

double LearnedGuess::ns(const LearnedKernel& kernel, double format_bytes) const {
    double sum = caution_of(kernel.first_share);
    const std::vector<double> at = part_of(at_, kernel.features);
    for (std::size_t i = 0; i < kernel.points.size(); ++i) {
        const auto& point = learned_.points[static_cast<std::size_t>(kernel.points[i])];
        sum += kernel.weights[i] * covariance(kernel.shape, squares_between(at, part_of(point, kernel.features)));
    }
    return plain_ns(learned_bytes(kernel.format, format_bytes, rows_, learned_.precision)) * std::exp(sum);
}

std::pair<double, double> LearnedGuess::interval(const LearnedKernel& kernel, double conservative_ns) const {
    const double guessed = conservative_ns / std::exp(caution_of(kernel.first_share));
    return {guessed * kernel.low, guessed * kernel.high};
}

namespace {

/// Returns a description of a matrix feature for use within a sentence.
std::string words_of_feature(std::size_t feature) {
    switch (feature) {
    case 0: return sentence("size of the product");
    case 1: return sentence("number of rows");
    case 2: return sentence("length of the longest row");
    case 3: return sentence("number of idle lanes with one thread per row");
    case 4: return sentence("number of idle lanes with one warp per row");
    case 5: return sentence("fraction of the work in the longest row");
    case 6: return sentence("portion of x read by neighboring entries");
    case 7: return sentence("column scatter");
    case 8: return sentence("size of x");
    case 9: return sentence("fraction of entries in long rows");
    case 10: return sentence("block size");
    default: return sentence("feature value");
    }
}

} // namespace

std::string LearnedGuess::why_outside(const LearnedKernel& kernel) const {
    // Allowed extrapolation beyond the measured range of a feature, as a fraction of that range.
    constexpr double margin = 0.1;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double least_squares = infinity;
    std::vector<double> low(at_.size(), infinity), high(at_.size(), -infinity);
    for (const int p : kernel.points) {
        const auto& point = learned_.points[static_cast<std::size_t>(p)];
        least_squares = std::min(least_squares, squares_between(at_, point));
        for (std::size_t i = 0; i < at_.size(); ++i) {
            low[i] = std::min(low[i], point[i]);
            high[i] = std::max(high[i], point[i]);
        }
    }
    for (std::size_t i = 0; i < at_.size(); ++i)
        if (at_[i] < low[i] - margin || at_[i] > high[i] + margin)
            return at_[i] < low[i] ? sentence("The {feature} is smaller than in any measured matrix.",
                                              {{"feature", words_of_feature(i)}})
                                   : sentence("The {feature} is larger than in any measured matrix.",
                                              {{"feature", words_of_feature(i)}});
    if (std::sqrt(least_squares) > reach_)
        return sentence(
            "No measured matrix is similar enough. The nearest matrix is at distance {distance}; the limit is {limit}.",
            {{"distance", format_number(std::sqrt(least_squares))}, {"limit", format_number(reach_)}});
    return {};
}

LearnedTimes read_learned(const std::string& file) {
    constexpr std::size_t largest = std::size_t{16} << 20;
    return learned_from(read_regular_file(file, largest), file);
}

std::shared_ptr<const LearnedTimes> learned_for(const std::string& title, const std::string& compute_capability) {
    static const auto all = transform_to_vector(learned_files(), [](const EmbeddedFile& file) {
        return std::make_shared<const LearnedTimes>(learned_from(file.text, file.name));
    });
    for (const auto& each : all)
        if (each->title == title) return each;
    for (const auto& each : all)
        if (!compute_capability.empty() && each->compute_capability == compute_capability) return each;
    return nullptr;
}

} // namespace warploom::app
