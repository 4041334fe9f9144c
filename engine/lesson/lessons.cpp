#include "engine/did_you_mean.h"
#include "engine/embedded_file.h"
#include "engine/error.h"
#include "engine/items.h"
#include "engine/lesson/lesson.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"

namespace warploom {
const std::vector<EmbeddedFile>& built_in_lessons(); // datasets/lessons/*.md
} // namespace warploom

namespace warploom::lesson {

const std::vector<Lesson>& own_lessons() {
    // The file names start with a number, so sorting the files by name gives the course order.
    static const auto all = transform_to_vector(
        built_in_lessons(), [](const EmbeddedFile& file) { return lesson_from_text(file.text, file.name); });
    return all;
}

Lesson find_lesson(const std::string& id_or_path) {
    if (is_link(id_or_path)) return lesson_from_link(id_or_path);
    if (id_or_path.find('/') != std::string::npos || id_or_path.ends_with(".md"))
        return lesson_from_text(read_regular_file(id_or_path, largest_lesson,
                                                  sentence("Lesson files are only a few kilobytes in size. Check the "
                                                           "path.")),
                                id_or_path);
    if (const Lesson* const known = find_item(own_lessons(), &Lesson::id, id_or_path)) return *known;
    throw Error("lesson.unknown", sentence("There is no lesson named \"{lesson}\".", {{"lesson", id_or_path}}),
                did_you_mean(id_or_path, transform_to_vector(own_lessons(), &Lesson::id)) + " " +
                    sentence("You can also specify the path of a lesson file."));
}

} // namespace warploom::lesson
