# warploom_embed_translation(TARGET NAME FILE.ts) embeds the compiled catalog in the program, as the bytes
# warploom::NAME[] and their number warploom::NAME_size. When run as a script (cmake -DCATALOG=... -DOUTPUT=...
# -DNAME=... -P), this file writes the source.
if(CMAKE_SCRIPT_MODE_FILE)
    file(READ ${CATALOG} bytes HEX)
    string(LENGTH "${bytes}" digits)
    math(EXPR size "${digits} / 2")
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
    file(WRITE ${OUTPUT} "namespace warploom {\n\nextern const unsigned char ${NAME}[];\nextern const int ${NAME}_size;\n"
                         "const unsigned char ${NAME}[] = {\n${bytes}\n};\nconst int ${NAME}_size = ${size};\n\n} // namespace warploom\n")
    return()
endif()

# The lrelease in the search path may belong to Qt 5.
find_package(Qt6LinguistTools QUIET)
if(TARGET Qt6::lrelease)
    set(WARPLOOM_LRELEASE $<TARGET_FILE:Qt6::lrelease>)
else()
    find_program(WARPLOOM_LRELEASE NAMES lrelease PATHS ${QT6_INSTALL_PREFIX}/${QT6_INSTALL_BINS} /usr/lib/qt6/bin NO_DEFAULT_PATH)
    find_program(WARPLOOM_LRELEASE NAMES lrelease-qt6 lrelease6)
    if(NOT WARPLOOM_LRELEASE)
        message(FATAL_ERROR "lrelease of Qt 6 was not found. Install it: qt6-l10n-tools on Debian and Ubuntu.")
    endif()
endif()

function(warploom_embed_translation target name catalog)
    set(source ${CMAKE_CURRENT_SOURCE_DIR}/${catalog})
    set(compiled ${CMAKE_CURRENT_BINARY_DIR}/${name}.qm)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
    add_custom_command(OUTPUT ${output}
        COMMAND ${WARPLOOM_LRELEASE} -silent ${source} -qm ${compiled}
        COMMAND ${CMAKE_COMMAND} -DCATALOG=${compiled} -DOUTPUT=${output} -DNAME=${name}
                -P ${PROJECT_SOURCE_DIR}/cmake/WarploomTranslations.cmake
        DEPENDS ${source} ${PROJECT_SOURCE_DIR}/cmake/WarploomTranslations.cmake
        COMMENT "Compiling ${catalog}" VERBATIM)
    target_sources(${target} PRIVATE ${output})
endfunction()
