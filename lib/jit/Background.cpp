// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "jit/Background.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "support/Threads.h"

namespace anywarp::jit {

struct Background::Start {
  Background &all;
  Crew &crew;
};

Background &Background::get() {
  static auto *const background = new Background; // its threads may outlive static destructors
  return *background;
}

bool Background::Crew::start(Background &all) {
  auto start = std::make_unique<Start>(all, *this);
  pthread_t thread;
  if (!startThread(thread, threadMain, start.get()))
    return false;
  (void)start.release();
  ++threads;
  return true;
}

bool Background::begin(unsigned most, Job job) {
  std::unique_lock lock(mutex_);
  if (isEnding_ || begun_.threads >= most)
    return false;
  begun_.jobs.push_back(std::move(job));
  const bool isBegun = begun_.start(*this);
  if (!isBegun)
    begun_.jobs.pop_back();
  joinLeaving(lock);
  return isBegun;
}

void Background::guess(unsigned most, std::vector<Job> jobs) {
  std::unique_lock lock(mutex_);
  if (isEnding_)
    return;
  for (Job &job : jobs)
    guesses_.jobs.push_back(std::move(job));
  while (guesses_.threads < std::min<size_t>(most, guesses_.jobs.size()))
    if (!guesses_.start(*this))
      break;
  joinLeaving(lock);
}

void *Background::threadMain(void *argument) {
  const std::unique_ptr<Start> start(static_cast<Start *>(argument));
  pthread_setname_np(pthread_self(), "anywarp-jit");
  start->all.loop(start->crew);
  return nullptr;
}

void Background::loop(Crew &crew) {
  std::unique_lock lock(mutex_);
  while (!crew.jobs.empty()) {
    Job job = std::move(crew.jobs.front());
    crew.jobs.pop_front();
    lock.unlock();
    job(crew.unwanted);
    job = nullptr;
    lock.lock();
  }
  leaving_.push_back(pthread_self());
  --crew.threads;
  ended_.notify_all();
}

void Background::joinLeaving(std::unique_lock<std::mutex> &lock) {
  const std::vector<pthread_t> threads = std::exchange(leaving_, {});
  lock.unlock();
  for (pthread_t thread : threads)
    pthread_join(thread, nullptr);
  lock.lock();
}

void Background::shutDown(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  isEnding_ = true;
  guesses_.unwanted = true;
  const std::deque<Job> dropped = std::exchange(guesses_.jobs, {});
  ended_.wait_for(lock, patience, [this] { return !begun_.threads; });
  begun_.unwanted = true;
  ended_.wait(lock, [this] { return !begun_.threads && !guesses_.threads; });
  joinLeaving(lock);
}

} // namespace anywarp::jit
