#include "run/interp.h"

#include <rapidcheck/gtest.h>

#include "run/contraction_cases.h"

namespace refold {
namespace {

RC_GTEST_PROP(Interp, AgreesWithTheDefinitionForEveryFormatOrderAndGuard, ()) {
  const testing::Case c = testing::random_case();
  const std::vector<double> expected = testing::by_definition(c.contraction, c.data);
  const Kernel kernel = build({{c.contraction}}, {c.schedule});
  RC_LOG() << print(c.contraction) << '\n';
  for (const Operand& o : c.contraction.operands) RC_LOG() << o.tensor << ' ' << in_words(o.format) << (o.visit == Visit::Iterated ? " iterated" : " located") << '\n';
  for (const std::size_t l : c.schedule.order) RC_LOG() << c.contraction.latents[l].name << ' ';
  Result<KernelArguments> arguments = bind_arguments(kernel, c.inputs());
  RC_ASSERT(arguments.has_value());
  interpret(kernel, *arguments);
  RC_ASSERT(testing::agree(arguments->result(), expected));
}

TEST(Arguments, AResultThatNoMemoryHoldsIsRefusedByNameShapeAndBytes) {
  const std::int64_t n = std::int64_t{1} << 28;
  Kernel kernel;
  kernel.add_array({.name = "C_val", .role = KernelArray::Role::Output, .tensor = "C", .size = n * n, .shape = {n, n}});
  kernel.add_array({.name = "A_pack", .role = KernelArray::Role::Scratch, .tensor = "A", .size = 10});
  const auto refused = bind_arguments(kernel, {});
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(render(refused.error(), {}),
              ::testing::MatchesRegex("error E0611: C of 268435456 x 268435456 with 72057594037927936 values \\(576 PB\\), with the rest "
                                      "that the kernel writes, takes 576 PB, and .* of memory are free\n"
                                      "  help: compute less at once: smaller sizes, or a sum or part of this result\n"));
  Kernel copies;
  for (int k = 0; k < 40; ++k)  // each alone is no more than a number can say
    copies.add_array({.name = "A", .role = KernelArray::Role::Scratch, .tensor = "A", .size = kMaxElements});
  EXPECT_THAT(bind_arguments(copies, {}).error().message, ::testing::HasSubstr("a working copy of A with 1152921504606846976 values"));
  Kernel small;
  small.add_array({.name = "C_val", .role = KernelArray::Role::Output, .tensor = "C", .size = 12, .shape = {3, 4}});
  EXPECT_TRUE(bind_arguments(small, {}).has_value());
}

}  // namespace
}  // namespace refold
