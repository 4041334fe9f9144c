#include "app/page/page_engine.h"

#include <memory>
#include <string>

// Functions of the engine that a page's script calls.

extern "C" const char* warploom_answer(const char* line) {
    static const auto engine = std::make_unique<warploom::app::PageEngine>();
    static std::string answer; // static, so that the returned text stays valid until the next call
    answer = engine->answer(line);
    return answer.c_str();
}
