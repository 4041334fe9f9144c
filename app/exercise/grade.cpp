#include "app/exercise/grade.h"

#include "app/child_program/child_program.h"
#include "app/exercise/likeness.h"
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/exercise/hand_in.h"
#include "engine/figure.h"
#include "engine/listed.h"
#include "engine/parallel.h"
#include "engine/regular_file.h"
#include "engine/thread_limit.h"
#include "engine/whole_file.h"

#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <map>

namespace warploom::app {

using exercise::Exercise;
using exercise::GateResult;
using exercise::GateState;
using exercise::Judgement;

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_hand_ins = 10'000;

struct Found {
    Graded graded;
    std::string path, text;
    bool is_link = false;
};

/// A link of a hand-in may lead out of the folder, and what a compiler says of a text has words of it in it: none is followed.
void add_files(const fs::path& folder, const std::string& below, std::vector<Found>& found) {
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(folder, failure)) {
        const std::string name = entry.path().filename().string();
        const bool is_link = entry.is_symlink(failure), is_in_top = below.empty();
        const bool is_folder = entry.is_directory(failure); // or a link to one
        if (is_in_top && is_folder && !is_link) add_files(entry.path(), name + "/", found);
        const bool is_answer = entry.path().extension() == ".cu" || (is_link && is_folder && is_in_top);
        if (!is_answer || found.size() == most_hand_ins) continue;
        Found one;
        one.path = entry.path().string();
        one.graded.file = below + name;
        one.graded.name = is_in_top ? entry.path().stem().string() : below.substr(0, below.size() - 1);
        one.is_link = is_link;
        found.push_back(std::move(one));
    }
}

/// An answer that could not be judged gets no point.
Judgement not_judged(const Exercise& exercise, const std::string& why) {
    Judgement judgement;
    judgement.exercise = exercise.id;
    judgement.out_of = exercise.points();
    judgement.gates = {{"clean", "no finding", GateState::missed, 0, exercise.points_clean, {}, why},
                       {"right", "the right result", GateState::not_looked_at, 0, exercise.points_right, {}, ""}};
    for (const auto& gate : exercise.gates)
        judgement.gates.push_back({gate.id, gate.title, GateState::not_looked_at, 0, gate.points, {}, ""});
    return judgement;
}

std::vector<Found> hand_ins_in(const std::string& folder, const Exercise& exercise) {
    std::vector<Found> found;
    add_files(folder, "", found);
    if (found.empty())
        throw Error("grade.folder", "There is no hand-in in '" + folder + "'.",
                    "Hand-ins are files in CUDA C (.cu), in the folder or in a folder for each of the class.");
    std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.graded.file < b.graded.file; });
    for (Found& one : found) try {
            if (one.is_link) {
                one.graded.remarks.emplace_back("a link, not judged");
                throw Error("grade.link", "It is a link: what it leads to is not judged.");
            }
            one.text = read_regular_file(one.path, exercise::largest_answer);
            const exercise::HandIn line = exercise::read_hand_in(one.text);
            if (!line.name.empty()) one.graded.name = line.name;
            if (line.is_altered) one.graded.remarks.emplace_back("altered after it was sealed");
            if (line.is_sealed && !line.is_altered && line.exercise != exercise.id)
                one.graded.remarks.push_back("sealed for the exercise " + line.exercise);
        } catch (const Error& error) { one.graded.judgement = not_judged(exercise, error.what()); }
    return found;
}

/// "the same text as a.cu", and how many more there are.
std::string equal_text(const std::vector<Found>& found, const std::vector<std::size_t>& all, std::size_t one) {
    const std::size_t first = all[0] == one ? all[1] : all[0], more = all.size() - 2;
    return "the same text as " + found[first].graded.file +
           (more > 0 ? " and " + std::to_string(more) + (more > 1 ? " others" : " other") : std::string());
}

/// Texts that differ in comments and blanks only. A group has the name of its first: of 300 equal ones, each has one remark.
void flag_equal_texts(std::vector<Found>& found, const Exercise& exercise) {
    const std::string starter = exercise::fingerprint(exercise.starter);
    std::map<std::string, std::vector<std::size_t>> same;
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i].graded.judgement.gates.empty()) same[exercise::fingerprint(found[i].text)].push_back(i);
    for (const auto& [print, all] : same)
        for (const std::size_t i : all) {
            std::vector<std::string>& remarks = found[i].graded.remarks;
            if (print == starter) remarks.emplace_back("the starter as it was given");
            else if (all.size() > 1) remarks.push_back(equal_text(found, all, i));
        }
}

/// Of those that can be judged. A share is rounded as it is shown.
void find_likeness(std::vector<Found>& found, const Exercise& exercise) {
    std::vector<std::size_t> places;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i].graded.judgement.gates.empty()) {
            places.push_back(i);
            texts.push_back(found[i].text);
        }
    const auto list = likeness_of(texts, exercise.starter);
    for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i].is_known)
            found[places[i]].graded.likeness =
                figure(list[i].share, "%.2f") + " with " + found[places[list[i].with]].graded.file;
}

std::string why_it_ended(const ProgramEnd& end, int seconds) {
    if (!end.is_started) return "The program that judges could not be started.";
    if (end.is_late || end.signal == SIGXCPU || end.signal == SIGKILL)
        return "It did not end within " + std::to_string(seconds) + " seconds of a processor, or took too much memory.";
    return "What judged it ended without a judgement" +
           (end.signal != 0 ? " by signal " + std::to_string(end.signal) : std::string()) + ".";
}

Judgement judge_apart(const std::string& path, const Exercise& exercise, const GradeSettings& settings,
                      const std::atomic<bool>* cancelled) {
    const std::string program =
        settings.program.empty() ? fs::read_symlink("/proc/self/exe").string() : settings.program;
    // The processor of a busy machine may be slow in coming.
    const auto patience = std::chrono::seconds(5 * settings.seconds + 10);
    const ProgramEnd end =
        run_program({program, "exercise", "check", path, "--exercise", settings.exercise, "--seed",
                     std::to_string(settings.seed), "--seconds", std::to_string(settings.seconds), "--json"},
                    {}, patience, cancelled);
    try {
        static const wire::Source source{"judgement.malformed", "The judging process gave no judgement", ""};
        const Json json = wire::parse(end.output, source);
        const auto error = json.is_object() ? json.find("error") : json.end();
        if (error != json.end() && error->is_object() && error->value("code", std::string()) == "memory.limit")
            return not_judged(exercise, "It asks for more memory than the 2 GiB that a hand-in may take.");
        if (error != json.end() && error->is_object())
            return not_judged(exercise, error->value("message", std::string("It could not be judged.")));
        return exercise::read_judgement(json);
    } catch (const Error&) { return not_judged(exercise, why_it_ended(end, settings.seconds)); }
}

} // namespace

std::vector<Graded> grade_class(const std::string& folder, const GradeSettings& settings, const Progress& progress) {
    const Exercise exercise = exercise::find_exercise(settings.exercise);
    std::vector<Found> found = hand_ins_in(folder, exercise);
    flag_equal_texts(found, exercise);
    find_likeness(found, exercise);
    const auto all = static_cast<std::int64_t>(found.size());
    std::atomic<std::int64_t> done{0};
    parallel_for(
        all, settings.at_once,
        [&](std::int64_t i) {
            Found& one = found[static_cast<std::size_t>(i)];
            stop_if_cancelled(progress);
            if (one.graded.judgement.gates.empty())
                one.graded.judgement = judge_apart(one.path, exercise, settings, progress.cancelled);
            ++done;
        },
        [&] { progress.check(done, all); });
    std::vector<Graded> graded;
    for (Found& one : found) {
        one.graded.text = std::move(one.text);
        graded.push_back(std::move(one.graded));
    }
    return graded;
}

void export_for_jplag(const std::string& folder, const std::vector<Graded>& graded, const std::string& starter) {
    const auto write = [](const fs::path& place, const std::string& text) {
        std::error_code none; // what stands in the way is told by the file that cannot be written
        fs::create_directories(place, none);
        write_whole_file((place / "answer.cpp").string(), text_for_jplag(text));
    };
    write(fs::path(folder) / "base", starter);
    for (const Graded& each : graded) {
        std::string name = each.file.substr(0, each.file.rfind('.'));
        std::replace(name.begin(), name.end(), '/', '_'); // a file of a hand-in is one below the folder at most
        write(fs::path(folder) / "submissions" / name, each.text);
    }
}

Table grade_table(const std::string& title, const std::vector<Graded>& graded) {
    Table table{title, {{"name", ""}, {"points", ""}, {"out_of", ""}}};
    if (!graded.empty())
        for (const GateResult& gate : graded.front().judgement.gates) table.columns.push_back({gate.id, ""});
    table.columns.insert(table.columns.end(), {{"remarks", ""}, {"likeness", ""}, {"feedback", ""}, {"file", ""}});
    for (const Graded& each : graded) {
        std::vector<Cell> row{each.name, each.judgement.points, each.judgement.out_of};
        std::vector<std::string> missed;
        for (const GateResult& gate : each.judgement.gates) {
            row.emplace_back(gate.points);
            const bool is_missed = gate.state == GateState::missed || gate.state == GateState::not_understood;
            if (is_missed && !gate.sentence.empty()) missed.push_back(gate.title + ": " + gate.sentence);
        }
        row.emplace_back(listed(each.remarks, "; "));
        row.emplace_back(each.likeness);
        if (!each.judgement.sentence.empty()) missed.push_back(each.judgement.sentence);
        row.emplace_back(listed(missed, "; "));
        row.emplace_back(each.file);
        table.add_row(std::move(row));
    }
    return table;
}

void bind_to_limits(int seconds) {
    use_at_most(1);
    const auto set = [](auto what, rlim_t to) {
        const rlimit limit{to, to};
        ::setrlimit(what, &limit);
    };
    set(RLIMIT_CPU, static_cast<rlim_t>(seconds));
    set(RLIMIT_CORE, 0);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // which take terabytes of addresses
    constexpr rlim_t bytes = rlim_t{2} << 30;
    set(RLIMIT_AS, bytes);
#endif
}

} // namespace warploom::app
