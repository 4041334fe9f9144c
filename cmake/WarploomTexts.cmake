# warploom_embed_texts(TARGET FUNCTION FOLDER PATTERN...) embeds the files of a source folder in the program, as the
# list warploom::FUNCTION() (engine/embedded_file.h). Names are relative to FOLDER. The list is regenerated when a
# file changes, is added, or is removed. Call it in the folder of the target, because generated sources belong to
# targets of the same folder. When run as a script (cmake -DOUTPUT=... -DFUNCTION=... -DROOT=... -DGLOB=... -P), this
# file writes the source.
if(CMAKE_SCRIPT_MODE_FILE)
    file(GLOB files RELATIVE ${ROOT} ${GLOB})
    list(SORT files)
    set(text "#include \"engine/embedded_file.h\"\n\nnamespace warploom {\n\n")
    string(APPEND text "const std::vector<EmbeddedFile>& ${FUNCTION}();\n\n")
    string(APPEND text "const std::vector<EmbeddedFile>& ${FUNCTION}() {\n")
    string(APPEND text "    static const std::vector<EmbeddedFile> files{\n")
    foreach(name ${files})
        file(READ ${ROOT}/${name} content)
        string(APPEND text "        {\"${name}\", R\"source(${content})source\"},\n")
    endforeach()
    string(APPEND text "    };\n    return files;\n}\n\n} // namespace warploom\n")
    file(WRITE ${OUTPUT} "${text}")
    return()
endif()

function(warploom_embed_texts target function folder)
    set(root ${PROJECT_SOURCE_DIR}/${folder})
    list(TRANSFORM ARGN PREPEND ${root}/ OUTPUT_VARIABLE patterns)
    file(GLOB files CONFIGURE_DEPENDS ${patterns})
    string(MD5 names "${files}") # changes the command when a file is removed
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
    add_custom_command(OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DFUNCTION=${function} -DNAMES=${names} -DROOT=${root}
                "-DGLOB=${patterns}" -P ${PROJECT_SOURCE_DIR}/cmake/WarploomTexts.cmake
        DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/WarploomTexts.cmake
        COMMENT "The files of ${folder}, as text" VERBATIM)
    target_sources(${target} PRIVATE ${output})
endfunction()
