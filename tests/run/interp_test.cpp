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

}  // namespace
}  // namespace refold
