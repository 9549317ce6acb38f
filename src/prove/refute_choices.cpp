#include "prove/refute_choices.h"

#include <algorithm>
#include <cassert>

namespace refold {

std::size_t Choices::pick(std::size_t options) {
  assert(options > 0);
  if (at_ == choices_.size()) {
    std::size_t chosen = 0;
    if (random_ != 0) {
      random_ ^= random_ << 13;
      random_ ^= random_ >> 7;
      random_ ^= random_ << 17;
      chosen = static_cast<std::size_t>((random_ >> 20) % options);
    }
    choices_.push_back({chosen, options});
  }
  Choice& choice = choices_[at_++];
  choice.options = options;
  choice.chosen = std::min(choice.chosen, options - 1);
  return choice.chosen;
}

void Choices::start(std::size_t limit) {
  choices_.clear();
  at_ = 0;
  limit_ = limit;
  random_ = 0;
  cut_ = false;
}

bool Choices::next() {
  choices_.resize(at_);  // what the last run did not read
  at_ = 0;
  std::size_t spent = cost();
  while (!choices_.empty()) {
    Choice& last = choices_.back();
    if (last.chosen + 1 < last.options) {
      if (spent + 1 <= limit_) {
        ++last.chosen;
        return true;
      }
      cut_ = true;
    }
    spent -= last.chosen;
    choices_.pop_back();
  }
  return false;
}

void Choices::start_random(std::uint64_t seed) {
  start(0);
  random_ = seed * 0x9e3779b97f4a7c15ull | 1;
}

void Choices::replay(std::vector<std::size_t> trail) {
  start(0);
  for (const std::size_t chosen : trail) choices_.push_back({chosen, chosen + 1});
}

std::vector<std::size_t> Choices::trail() const {
  std::vector<std::size_t> all;
  for (std::size_t k = 0; k < std::min(at_, choices_.size()); ++k) all.push_back(choices_[k].chosen);
  return all;
}

std::size_t Choices::cost() const {
  std::size_t sum = 0;
  for (const Choice& choice : choices_) sum += choice.chosen;
  return sum;
}

}  // namespace refold
