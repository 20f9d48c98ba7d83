#undef _FORTIFY_SOURCE  // or the C library would define some of these in its headers
#include "tests/kill_points/steps.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cstdarg>
#include <mutex>

namespace sheaf::test {
namespace {

struct State {
  std::atomic<bool> is_counting{false};
  std::mutex mutex;      // guards the rest
  uint64_t kill_at = 0;  // 0: never
  Moment moment = Moment::kBefore;
  std::vector<std::string> steps;
};

State& state() {
  static State* const instance = new State();  // never destroyed: files are written until the process is gone
  return *instance;
}

void start(uint64_t kill_at, Moment moment) {
  const std::lock_guard lock(state().mutex);
  state().kill_at = kill_at;
  state().moment = moment;
  state().steps.clear();
  state().is_counting.store(true);
}

// Whether this call is the one to die at.
bool take_step(const char* name) {
  if (!state().is_counting.load()) return false;
  const std::lock_guard lock(state().mutex);
  state().steps.emplace_back(name);
  return state().kill_at == state().steps.size();
}

template <typename Call>
auto step(const char* name, Call call) {
  const bool is_last = take_step(name);
  if (is_last && state().moment == Moment::kBefore) ::raise(SIGKILL);
  const auto result = call();
  if (is_last) ::raise(SIGKILL);
  return result;
}

// The next definition of a function behind this program's: the C library's.
template <typename Function>
Function* library(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

bool may_create(int flags) { return (flags & (O_CREAT | O_TRUNC)) != 0; }

}  // namespace

void count_steps() { start(0, Moment::kBefore); }
void kill_at_step(uint64_t step, Moment moment) { start(step, moment); }

std::vector<std::string> stop_counting() {
  const std::lock_guard lock(state().mutex);
  state().is_counting.store(false);
  return state().steps;
}

}  // namespace sheaf::test

using sheaf::test::library;
using sheaf::test::may_create;
using sheaf::test::step;

extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? static_cast<mode_t>(va_arg(rest, int)) : 0;
  va_end(rest);
  static auto* const real = library<int(const char*, int, ...)>("open");
  const auto call = [&] { return real(path, flags, mode); };
  return may_create(flags) ? step("open", call) : call();
}

int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? static_cast<mode_t>(va_arg(rest, int)) : 0;
  va_end(rest);
  static auto* const real = library<int(int, const char*, int, ...)>("openat");
  const auto call = [&] { return real(folder, path, flags, mode); };
  return may_create(flags) ? step("openat", call) : call();
}

ssize_t write(int file, const void* data, size_t size) {
  static auto* const real = library<ssize_t(int, const void*, size_t)>("write");
  return step("write", [&] { return real(file, data, size); });
}

ssize_t pwrite(int file, const void* data, size_t size, off_t offset) {
  static auto* const real = library<ssize_t(int, const void*, size_t, off_t)>("pwrite");
  return step("pwrite", [&] { return real(file, data, size, offset); });
}

ssize_t writev(int file, const struct iovec* parts, int count) {
  static auto* const real = library<ssize_t(int, const struct iovec*, int)>("writev");
  return step("writev", [&] { return real(file, parts, count); });
}

int rename(const char* from, const char* to) noexcept {
  static auto* const real = library<int(const char*, const char*)>("rename");
  return step("rename", [&] { return real(from, to); });
}

int link(const char* from, const char* to) noexcept {
  static auto* const real = library<int(const char*, const char*)>("link");
  return step("link", [&] { return real(from, to); });
}

int unlink(const char* path) noexcept {
  static auto* const real = library<int(const char*)>("unlink");
  return step("unlink", [&] { return real(path); });
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  static auto* const real = library<int(int, const char*, int)>("unlinkat");
  return step("unlinkat", [&] { return real(folder, path, flags); });
}

int remove(const char* path) noexcept {
  static auto* const real = library<int(const char*)>("remove");
  return step("remove", [&] { return real(path); });
}

int mkdir(const char* path, mode_t mode) noexcept {
  static auto* const real = library<int(const char*, mode_t)>("mkdir");
  return step("mkdir", [&] { return real(path, mode); });
}

int rmdir(const char* path) noexcept {
  static auto* const real = library<int(const char*)>("rmdir");
  return step("rmdir", [&] { return real(path); });
}

int fsync(int file) {
  static auto* const real = library<int(int)>("fsync");
  return step("fsync", [&] { return real(file); });
}

int fdatasync(int file) {
  static auto* const real = library<int(int)>("fdatasync");
  return step("fdatasync", [&] { return real(file); });
}

int ftruncate(int file, off_t size) noexcept {
  static auto* const real = library<int(int, off_t)>("ftruncate");
  return step("ftruncate", [&] { return real(file, size); });
}

int truncate(const char* path, off_t size) noexcept {
  static auto* const real = library<int(const char*, off_t)>("truncate");
  return step("truncate", [&] { return real(path, size); });
}

int fallocate(int file, int mode, off_t offset, off_t size) {
  static auto* const real = library<int(int, int, off_t, off_t)>("fallocate");
  return step("fallocate", [&] { return real(file, mode, offset, size); });
}

int posix_fallocate(int file, off_t offset, off_t size) {
  static auto* const real = library<int(int, off_t, off_t)>("posix_fallocate");
  return step("posix_fallocate", [&] { return real(file, offset, size); });
}

}  // extern "C"
