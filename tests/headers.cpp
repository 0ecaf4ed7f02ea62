// Has nothing: CMake wants a source to go with the precompiled headers of the tests.
