# The Debian package that `make package` builds: what `cmake --install` installs, under /usr.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME linnet)
set(CPACK_PACKAGE_CONTACT "The authors of Linnet <linnet@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "checker of concurrent objects")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "Explores the interleavings of compiled C and C++, and decides whether recorded
histories are linearizable, quasi-linearizable, weakly consistent or durable.")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++ | clang, gdb, libclang1-19, libclang-common-19-dev")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
include(CPack)
