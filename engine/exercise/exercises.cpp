#include "engine/did_you_mean.h"
#include "engine/embedded_file.h"
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/exercise/made_text.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom {
const std::vector<EmbeddedFile>& built_in_exercises(); // datasets/exercises/*/exercise.json, starter.cu
} // namespace warploom

namespace warploom::exercise {

namespace {

/// Exercise IDs in course order. Exercises that are not listed come last.
const std::vector<std::string> course{
    "vector-sum",        "sum-in-steps", "transpose-tiles",   "histogram-in-shared", "find-the-bug",
    "ell-side-by-side",  "warp-a-row",   "sort-rows",         "segmented-sum",       "coo-third-phase",
    "cr-bank-conflicts", "pcr-shared",   "tile-with-padding", "half-of-ata",         "solve-by-levels",
    "factor-by-levels",  "sort-reads",   "fuse-two-launches"};

std::vector<Exercise> read_own() {
    std::vector<Exercise> all;
    const std::string file = "/exercise.json";
    for (const EmbeddedFile& each : built_in_exercises()) {
        if (!each.name.ends_with(file)) continue;
        Exercise exercise = exercise_from_json(each.text, each.name);
        const std::string folder = each.name.substr(0, each.name.size() - file.size());
        const EmbeddedFile* const starter = find_embedded_file(built_in_exercises(), folder + "/starter.cu");
        if (starter == nullptr || folder != exercise.id)
            throw Error("exercise.format",
                        sentence("The exercise {exercise} has no starter.cu, or its ID differs from its folder name.",
                                 {{"exercise", each.name}}));
        exercise.starter = made_text(starter->text, starter->name);
        all.push_back(std::move(exercise));
    }
    const auto place = [](const Exercise& e) { return std::find(course.begin(), course.end(), e.id) - course.begin(); };
    std::stable_sort(all.begin(), all.end(), [&](const Exercise& a, const Exercise& b) { return place(a) < place(b); });
    return all;
}

} // namespace

const std::vector<Exercise>& own_exercises() {
    static const std::vector<Exercise> all = read_own();
    return all;
}

Exercise find_exercise(const std::string& id_or_path) {
    const std::size_t slash = id_or_path.rfind('/');
    if (slash != std::string::npos || id_or_path.ends_with(".json")) {
        const std::string folder = slash == std::string::npos ? "" : id_or_path.substr(0, slash + 1);
        Exercise exercise =
            exercise_from_json(read_regular_file(id_or_path, largest_exercise,
                                                 sentence("Exercise files are only a few kilobytes in size. Check "
                                                          "the path.")),
                               id_or_path);
        const std::string starter = folder + "starter.cu";
        exercise.starter =
            made_text(read_regular_file(starter, largest_answer,
                                        sentence("The file starter.cu must be in the folder of the exercise.")),
                      starter);
        return exercise;
    }
    std::vector<std::string> known;
    for (const Exercise& each : own_exercises()) {
        if (each.id == id_or_path) return each;
        known.push_back(each.id);
    }
    throw Error("exercise.unknown", sentence("There is no exercise named \"{exercise}\".", {{"exercise", id_or_path}}),
                did_you_mean(id_or_path, known) + " " + sentence("You can also specify the path of an exercise file."));
}

} // namespace warploom::exercise
