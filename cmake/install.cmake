# SPDX-FileCopyrightText: 2026 The cuShard authors
# SPDX-License-Identifier: MIT

# Headers, the package for find_package, the licence; nothing that depends on the machine that installs it.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(cushard_package_dir "${CMAKE_INSTALL_DATADIR}/cmake/cushard")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/cushardConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/" TYPE INCLUDE FILES_MATCHING PATTERN "*.hpp")
install(TARGETS cushard EXPORT cushardTargets)
install(EXPORT cushardTargets NAMESPACE cushard:: DESTINATION "${cushard_package_dir}")
install(FILES "${PROJECT_BINARY_DIR}/cushardConfigVersion.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/cushardConfig.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/cushardCudaStandard.cmake"
        DESTINATION "${cushard_package_dir}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" TYPE DOC)
