# The Debian packages that `make package` makes from what `cmake --install` installs, under /usr: `linnet`,
# and `linnet-generate` for the module that reads classes, if it was built.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME linnet)
set(CPACK_PACKAGE_CONTACT "The authors of Linnet <linnet@localhost>")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME linnet)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "g++ | clang")  # `linnet run` compiles
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS gdb)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS linnet-generate)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "checker of concurrent objects
Explores the interleavings of compiled C and C++, and decides whether recorded
histories are linearizable, quasi-linearizable, weakly consistent or durable.")

set(CPACK_DEBIAN_GENERATE_PACKAGE_NAME linnet-generate)
set(CPACK_DEBIAN_GENERATE_PACKAGE_DEPENDS "linnet (= ${PROJECT_VERSION}), libclang-common-19-dev")
set(CPACK_DEBIAN_GENERATE_DESCRIPTION "reader of classes for linnet generate
Reads the methods of a C++ class with libclang, so that linnet generate can write
a test for it.")
include(CPack)
