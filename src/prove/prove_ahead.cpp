// Rules proved several at once: each waits for those that its proof cites, which stand before it.
#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "base/jobs.h"
#include "prove/prove.h"

namespace refold {

void Prover::prove_ahead(const std::vector<const RuleStatement*>& rules, unsigned jobs, const Budget& each) {
  if (observer_ || jobs <= 1) return;
  std::vector<bool> wanted(verdicts_.size()), done(verdicts_.size());
  for (const RuleStatement* rule : rules) wanted[index(*rule)] = true;
  std::vector<std::size_t> order;
  for (std::size_t rule = wanted.size(); rule-- > 0;) {
    if (!wanted[rule]) continue;
    order.push_back(rule);
    for (const std::size_t other : cites(rule)) wanted[other] = true;
  }
  std::reverse(order.begin(), order.end());

  std::mutex mutex;
  std::condition_variable changed;
  const auto finish = [&](std::size_t rule) {
    const std::lock_guard lock(mutex);
    done[rule] = true;
    changed.notify_all();
  };
  run_jobs(order.size(), jobs, [&](std::size_t k) {
    const std::size_t rule = order[k];
    const std::vector<std::size_t> before = cites(rule);
    {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return std::all_of(before.begin(), before.end(), [&](std::size_t other) { return done[other]; }); });
    }
    try {
      Budget budget = each;
      prove(module_.rules[rule], budget);
    } catch (...) {
      finish(rule);
      throw;
    }
    finish(rule);
  });
}

}  // namespace refold
