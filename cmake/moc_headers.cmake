# cmake -DMOC=program -DHEADERS=list -DOUTPUT=file -P moc_headers.cmake
#
# Writes the moc output of every header with Q_OBJECT into one source, which is left unchanged if nothing changed.
# AUTOMOC takes ten times as long, because it parses all of Qt's headers for each header, and the whole library waits
# for it.
set(text "")
foreach(header ${HEADERS})
    file(STRINGS ${header} marks REGEX "Q_OBJECT" LIMIT_COUNT 1)
    if(NOT marks)
        continue()
    endif()
    # Use a relative path, so that compiler caches can share results between clones.
    file(RELATIVE_PATH shown ${CMAKE_CURRENT_LIST_DIR}/.. ${header})
    execute_process(COMMAND ${MOC} -f${shown} ${header} OUTPUT_VARIABLE made RESULT_VARIABLE status)
    if(status)
        message(FATAL_ERROR "moc could not read ${header}")
    endif()
    string(APPEND text "${made}")
endforeach()
set(before "")
if(EXISTS ${OUTPUT})
    file(READ ${OUTPUT} before)
endif()
if(NOT text STREQUAL before)
    file(WRITE ${OUTPUT} "${text}")
endif()
