#include "base/memory.h"

#include <sys/resource.h>

#include "base/budget.h"

namespace refold {
namespace {

TEST(Memory, IsWrittenWithThreeDigitsAndAUnit) {
  EXPECT_EQ(in_bytes(960), "960 B");
  EXPECT_EQ(in_bytes(12'345), "12.3 kB");
  EXPECT_EQ(in_bytes(Integer(1) << 63), "9.22 EB");
}

TEST(Memory, IsRefusedWhereNoMachineHasIt) {
  EXPECT_TRUE(check_memory(0, "nothing").has_value());
  EXPECT_TRUE(check_memory(1 << 20, "a little").has_value());
  const Result<void> wrong = check_memory(Integer(1) << 100, "C of 3 x 4", "wait");
  ASSERT_FALSE(wrong.has_value());
  EXPECT_EQ(wrong.error().code, "E0705");
  EXPECT_THAT(wrong.error().message, testing::MatchesRegex("C of 3 x 4 takes 1\\.27e\\+12 EB, and .* of memory are free"));
  EXPECT_EQ(wrong.error().help, "wait");
}

/// Runs `holds` in a process of its own whose address space may not grow beyond `bytes`.
void under_limit(std::uint64_t bytes, bool (*holds)()) {
  const rlimit limit{bytes, RLIM_INFINITY};
  const auto child = [&] {
    ::setrlimit(RLIMIT_AS, &limit);
    std::_Exit(holds() ? 0 : 1);
  };
  EXPECT_EXIT(child(), testing::ExitedWithCode(0), "");
}

TEST(Memory, IsWhatALimitOfTheProcessLeaves) {
  EXPECT_GT(available_memory(), std::uint64_t{1} << 20);
  under_limit(1, [] { return available_memory() == 0; });
}

TEST(Memory, NearlyUsedUpStopsABudget) {
  Budget budget;
  EXPECT_TRUE(budget.alive());
  under_limit(1, [] {
    Budget tight;
    return !tight.alive() && tight.stopped_by() == Limit::Bytes;
  });
}

}  // namespace
}  // namespace refold
