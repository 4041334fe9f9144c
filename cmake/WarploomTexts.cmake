# warploom_embed_texts(TARGET FUNCTION FOLDER PATTERN): the files of a folder of datasets inside the program, as
# experiment/built_in.h declares them. Made again when one of them changes.
# As a script (cmake -DOUTPUT=... -DFUNCTION=... -DGLOB=... -P) this same file writes the source.
if(CMAKE_SCRIPT_MODE_FILE)
    file(GLOB files ${GLOB})
    list(SORT files)
    set(text "#include \"engine/experiment/built_in.h\"\n\nnamespace warploom::experiment {\n\n")
    string(APPEND text "const std::vector<BuiltInFile>& ${FUNCTION}() {\n")
    string(APPEND text "    static const std::vector<BuiltInFile> files{\n")
    foreach(path ${files})
        get_filename_component(name ${path} NAME)
        file(READ ${path} content)
        string(APPEND text "        {\"${name}\", R\"source(${content})source\"},\n")
    endforeach()
    string(APPEND text "    };\n    return files;\n}\n\n} // namespace warploom::experiment\n")
    file(WRITE ${OUTPUT} "${text}")
    return()
endif()

function(warploom_embed_texts target function folder pattern)
    file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/datasets/${folder}/${pattern})
    string(MD5 names "${files}") # so that the command is another one when a file is taken away
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
    add_custom_command(OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DFUNCTION=${function} -DNAMES=${names}
                "-DGLOB=${PROJECT_SOURCE_DIR}/datasets/${folder}/${pattern}"
                -P ${PROJECT_SOURCE_DIR}/cmake/WarploomTexts.cmake
        DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/WarploomTexts.cmake
        COMMENT "The files of datasets/${folder}, as text" VERBATIM)
    target_sources(${target} PRIVATE ${output})
endfunction()
