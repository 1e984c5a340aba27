// What processes share by names or keys: semaphores, queues, memory.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <fcntl.h>
#include <mqueue.h>
#include <semaphore.h>
#include <stdarg.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

// MARK: - By names

sem_t *sem_open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
  unsigned value = flags & O_CREAT ? va_arg(list, unsigned) : 0;
  va_end(list);
  WITNESS_NOTE("open", path)
  WITNESS_REAL(sem_open)
  sem_t *result = WITNESS_CALL(path, flags, mode, value);
  WITNESS_FOUND(result != SEM_FAILED)
  return result;
}

mqd_t mq_open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
  struct mq_attr *attributes = flags & O_CREAT ? va_arg(list, struct mq_attr *) : NULL;
  va_end(list);
  WITNESS_NOTE("open", path)
  WITNESS_REAL(mq_open)
  mqd_t result = WITNESS_CALL(path, flags, mode, attributes);
  WITNESS_FOUND(result != (mqd_t)-1)
  return result;
}

#ifdef __GLIBC__
// What a program calls that is compiled with checks of bounds (_FORTIFY_SOURCE).
mqd_t __mq_open_2(const char *path, int flags) {
  WITNESS_NOTE("open", path)
  WITNESS_REAL(__mq_open_2)
  mqd_t result = WITNESS_CALL(path, flags);
  WITNESS_FOUND(result != (mqd_t)-1)
  return result;
}
#endif

// MARK: - By keys

/// It is made of the numbers that a file has.
key_t ftok(const char *path, int project) {
  WITNESS_NOTE("stat", path)
  WITNESS_REAL(ftok)
  key_t result = WITNESS_CALL(path, project);
  WITNESS_FOUND(result != -1)
  return result;
}

WITNESS_ASKS(int, shmget, (key_t key, size_t size, int flags), (key, size, flags))
WITNESS_ASKS(int, semget, (key_t key, int count, int flags), (key, count, flags))
WITNESS_ASKS(int, msgget, (key_t key, int flags), (key, flags))

#endif
