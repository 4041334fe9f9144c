# What find_package(Warploom) reads.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/WarploomTargets.cmake)
