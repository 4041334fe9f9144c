#include "app/page/page_engine.h"

#include <memory>
#include <string>

// Functions called by the script of a page.

extern "C" const char* warploom_answer(const char* line) {
    static const auto engine = std::make_unique<warploom::app::PageEngine>();
    static std::string answer; // returned text, valid until the next call
    answer = engine->answer(line);
    return answer.c_str();
}
