// Mutexes as the other primitives see them.
#pragma once

#include <pthread.h>

namespace linnet::runtime {

// REQUIRES: the running thread is in a step that writes the mutex, as its first access.
void give_back(pthread_mutex_t& mutex);

int lock(pthread_mutex_t* mutex, const void* pc);
int unlock(pthread_mutex_t* mutex, const void* pc);
// At once, or as a lock whose time ran out.
int lock_or_give_up(pthread_mutex_t* mutex, int error, const void* pc);

}  // namespace linnet::runtime
