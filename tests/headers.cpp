// Empty: CMake needs a source to go with the precompiled headers of the tests.
