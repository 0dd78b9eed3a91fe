// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "jit/Background.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "support/os/Threads.h"

namespace anywarp::jit {

struct Background::Start {
  Background &all;
  const bool isGuess;
};

Background &Background::get() {
  static auto *const background = new Background; // its threads may outlive static destructors
  return *background;
}

bool Background::start(bool isGuess) {
  auto start = std::make_unique<Start>(*this, isGuess);
  pthread_t thread;
  if (!startThread(thread, threadMain, start.get()))
    return false;
  (void)start.release();
  ++crew(isGuess).threads;
  return true;
}

bool Background::begin(unsigned most, Job job) {
  LockGuard lock(mutex_);
  if (isEnding_ || begun_.threads >= most)
    return false;
  begun_.jobs.push_back(std::move(job));
  const bool isBegun = start(/*isGuess=*/false);
  if (!isBegun)
    begun_.jobs.pop_back();
  joinLeaving();
  return isBegun;
}

void Background::guess(unsigned most, std::vector<Job> jobs) {
  LockGuard lock(mutex_);
  if (isEnding_)
    return;
  for (Job &job : jobs)
    guesses_.jobs.push_back(std::move(job));
  while (guesses_.threads < std::min<size_t>(most, guesses_.jobs.size()))
    if (!start(/*isGuess=*/true))
      break;
  joinLeaving();
}

void *Background::threadMain(void *argument) {
  const std::unique_ptr<Start> start(static_cast<Start *>(argument));
  pthread_setname_np(pthread_self(), "anywarp-jit");
  start->all.loop(start->isGuess);
  return nullptr;
}

void Background::loop(bool isGuess) {
  LockGuard lock(mutex_);
  Crew &own = crew(isGuess);
  while (!own.jobs.empty()) {
    Job job = std::move(own.jobs.front());
    own.jobs.pop_front();
    mutex_.unlock();
    job(own.unwanted);
    job = nullptr;
    mutex_.lock();
  }
  leaving_.push_back(pthread_self());
  --own.threads;
  ended_.notifyAll();
}

void Background::joinLeaving() {
  const std::vector<pthread_t> threads = std::exchange(leaving_, {});
  mutex_.unlock();
  for (pthread_t thread : threads)
    pthread_join(thread, nullptr);
  mutex_.lock();
}

void Background::shutDown(std::chrono::milliseconds patience) {
  LockGuard lock(mutex_);
  isEnding_ = true;
  guesses_.unwanted = true;
  const std::deque<Job> dropped = std::exchange(guesses_.jobs, {});
  const auto until = std::chrono::steady_clock::now() + patience;
  while (begun_.threads && ended_.waitUntil(mutex_, until) == std::cv_status::no_timeout) {
  }
  begun_.unwanted = true;
  while (begun_.threads || guesses_.threads)
    ended_.wait(mutex_);
  joinLeaving();
}

} // namespace anywarp::jit
