#include <rapidcheck/gtest.h>
#include <stdlib.h>

#include <filesystem>

#include "emit/emit.h"
#include "plan/vector_loops.h"
#include "run/contraction_cases.h"
#include "run/execute.h"
#include "run/interp.h"

namespace refold {
namespace {

RC_GTEST_PROP(Unrolling, ChangesNoResult, ()) {
  const testing::Case c = testing::random_case();
  Kernel kernel = build({{c.contraction}}, {c.schedule});
  unroll_for_cpu(kernel);
  RC_LOG() << emit_openmp(kernel);
  Result<KernelArguments> arguments = bind_arguments(kernel, c.inputs());
  RC_ASSERT(arguments.has_value());
  interpret(kernel, *arguments);
  RC_ASSERT(testing::agree(arguments->result(), testing::by_definition(c.contraction, c.data)));
}

/// A cache directory of its own for each test program.
CompileOptions own_cache() {
  static const std::filesystem::path directory = [] {
    std::string pattern = (std::filesystem::temp_directory_path() / "refold-test-XXXXXX").string();
    return std::filesystem::path(::mkdtemp(pattern.data()));
  }();
  return {.cache = directory / "cache"};
}

/// Many kernels in one text, because starting a compiler is what costs: kernel number `threads / 1000` runs.
std::string all_in_one(const std::vector<std::string>& sources) {
  std::string text = "#include <stdint.h>\n#include <omp.h>\n", choices;
  for (const char* function : {"exp(double)", "log(double)", "sqrt(double)", "pow(double, double)"})
    text += std::string("extern \"C\" double ") + function + ";\n";
  for (std::size_t i = 0; i < sources.size(); ++i) {
    std::string source = sources[i].substr(sources[i].find("\n\n"));
    source.replace(source.find("extern \"C\" int refold_kernel"), 28, "int run");
    text += "namespace k" + std::to_string(i) + " {" + source + "}\n";
    choices += "  if (number == " + std::to_string(i) + ") return k" + std::to_string(i) + "::run(a, l, s, threads);\n";
  }
  return text + "extern \"C\" int refold_kernel(void* const* a, const int64_t* l, const int64_t* s, int threads) {\n"
                "  const int number = threads / 1000;\n  threads %= 1000;\n" + choices + "  return 1;\n}\n";
}

TEST(OpenMp, AgreesWithTheDefinitionOnRandomContractions) {
  if (!find_compiler(Language::OpenMp)) GTEST_SKIP() << "no C++ compiler";
  std::vector<testing::Case> cases;
  std::vector<Kernel> kernels;
  std::vector<std::string> sources;
  rc::check([&] {
    if (cases.size() >= 40) return;
    cases.push_back(testing::random_case());
    kernels.push_back(build({{cases.back().contraction}}, {cases.back().schedule}));
    sources.push_back(emit(kernels.back(), Backend::OpenMp));
  });
  const std::string text = all_in_one(sources);
  const Result<CompiledKernel> compiled = compile(Language::OpenMp, text, own_cache());
  ASSERT_TRUE(compiled.has_value()) << compiled.error().message << '\n' << text;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    for (const int threads : {1, 3}) {
      Result<KernelArguments> arguments = bind_arguments(kernels[i], cases[i].inputs());
      ASSERT_TRUE(arguments.has_value());
      const int number = static_cast<int>(i) * 1000 + threads;
      ASSERT_EQ(compiled->function(arguments->arrays.data(), nullptr, arguments->sizes.data(), number), 0);
      EXPECT_TRUE(testing::agree(arguments->result(), testing::by_definition(cases[i].contraction, cases[i].data)))
          << print(cases[i].contraction) << '\n' << sources[i];
    }
  }
}

}  // namespace
}  // namespace refold
