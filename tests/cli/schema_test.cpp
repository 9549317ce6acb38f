#include "cli/program.h"
#include "cli/small_data.h"
#include "support/json_schema.h"
#include "support/scratch.h"

namespace refold {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

std::string source_path(const std::string& path) { return std::string(REFOLD_SOURCE_DIR) + "/" + path; }

std::string schema(const std::string& name) { return Scratch::read(source_path("docs/schema/" + name + ".schema.json")); }

constexpr const char* kSmall =
    "size m, n\ntensor A : [m]*[n] -> real sparse\ntensor x : [n] -> real\n"
    "let y[i] = sum j: A[i, j] * x[j]\nshow y\n";
constexpr const char* kMatrix = "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 2 5\n2 3 -1\n";

TEST(Schema, OfProveFitsItsOutput) {
  const Said said = refold_says({"prove", source_path("rules"), "--json", "-", "--quiet"});
  EXPECT_THAT(schema_differences(said.out, schema("prove")), IsEmpty()) << said.out.substr(0, 400) << said.err;
}

TEST(Schema, OfExploreFitsItsOutput) {
  const Scratch scratch;
  const Said said =
      refold_says({"explore", scratch.file("a.rf", kSmall), "--rules", source_path("rules"), "--json", "-", "--quiet"});
  EXPECT_THAT(schema_differences(said.out, schema("explore")), IsEmpty()) << said.out.substr(0, 400) << said.err;
}

class CertificateOfExample : public testing::TestWithParam<std::string> {};

TEST_P(CertificateOfExample, FitsItsSchemaAndIsVerified) {
  const Scratch scratch;
  const std::string file = source_path("examples/" + GetParam() + ".rf"), made = scratch / "c.json";
  SourceMap sources;
  std::vector<std::string> arguments = {"explore", file, "--rules", source_path("rules"), "--cert", made, "--quiet"};
  for (const std::string& bind : small_data(load_all(sources, {file})))
    arguments.insert(arguments.end(), {"--bind", bind});
  const Said said = refold_says(arguments);
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(schema_differences(Scratch::read(made), schema("certificate")), IsEmpty());
  EXPECT_EQ(refold_says({"verify", made}).status, 0);
}

INSTANTIATE_TEST_SUITE_P(Folder, CertificateOfExample, testing::ValuesIn(example_names()),
                         [](const auto& each) { return each.param; });

TEST(Schema, OfCertificatesDoesNotFitOtherFiles) {
  const std::string text = R"({"version": 1, "tool": "refold", "let": 3})";
  EXPECT_THAT(schema_differences(text, schema("certificate")), Contains("/let: does not fit \"type\": \"string\""));
}

TEST(Schema, OfRunFitsItsOutput) {
  const Scratch scratch;
  const Said said = refold_says({"run", scratch.file("a.rf", kSmall), "--rules", source_path("rules"), "--backend",
                                 "interp", "--bind", "A=" + scratch.file("A.mtx", kMatrix), "--bind",
                                 "x=random(seed=1)", "--check", "--json", "-", "--quiet"});
  EXPECT_THAT(schema_differences(said.out, schema("run")), IsEmpty()) << said.out.substr(0, 400) << said.err;
}

TEST(Schema, NamesTheFieldThatDoesNotFit) {
  const std::string small = R"({"type": "object", "required": ["a", "b"], "additionalProperties": false,
      "properties": {"a": {"type": "integer", "minimum": 1}, "b": {"enum": ["x", "y"]}, "c": {"type": "array", "items": {"type": "string"}}}})";
  EXPECT_THAT(schema_differences(R"({"a": 1, "b": "x", "c": ["t"]})", small), IsEmpty());
  EXPECT_THAT(schema_differences(R"({"a": 0, "b": "z", "c": ["t", 1], "d": 1})", small),
              ElementsAre("/: has an unknown \"d\"", "/a: does not fit \"minimum\": 1",
                          "/b: does not fit \"enum\": [\"x\",\"y\"]", "/c/1: does not fit \"type\": \"string\""));
  EXPECT_THAT(schema_differences(R"({"a": 1.5})", small), Contains("/: lacks \"b\""));
  EXPECT_THAT(schema_differences("{", small), ElementsAre("/: this is not JSON"));
  EXPECT_THAT(schema_differences("{}", R"({"oneOf": []})"), ElementsAre("/: does not fit \"oneOf\": []"));
}

}  // namespace
}  // namespace refold
