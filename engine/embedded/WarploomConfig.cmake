# Package configuration file for find_package(Warploom).
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/WarploomTargets.cmake)
