# cmake -DMOC=program -DHEADERS=list -DOUTPUT=file -P moc_headers.cmake
#
# What moc makes of every header with Q_OBJECT in it, as one source; left alone where nothing changed. AUTOMOC takes ten
# times as long, for it reads all of Qt's headers again for each of ours, and the whole library waits for it.
set(text "")
foreach(header ${HEADERS})
    file(STRINGS ${header} marks REGEX "Q_OBJECT" LIMIT_COUNT 1)
    if(NOT marks)
        continue()
    endif()
    # A path that does not say where the sources lie, so that what one clone compiled another need not.
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
