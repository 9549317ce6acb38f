// Formulas of an instance: arithmetic over their parameters.
#include <fmt/format.h>

#include <algorithm>

#include "eval/instance.h"

namespace refold {
namespace {

class Calculator {
 public:
  Calculator(const Formula& formula, const Values& arguments, const Carrier& carrier)
      : formula_(formula), arguments_(arguments), carrier_(carrier) {}

  Evaluated<Value> value(const Syntax& e) {
    switch (e.kind) {
      case Syn::Number: {
        const std::optional<Rational> number = number_of(e);
        return number ? numeral(carrier_, *number) : Evaluated<Value>(missing("a number's exponent is out of range"));
      }
      case Syn::True: return Value::truth(true);
      case Syn::False: return Value::truth(false);
      case Syn::Inf: return Value::infinity(false);
      case Syn::Name: return parameter(e.text);
      case Syn::Add: return fold(Op::Add, e);
      case Syn::Mul: return fold(Op::Mul, e);
      case Syn::Divide: return fold(Op::Divide, e);
      case Syn::Div: return fold(Op::Div, e);
      case Syn::Mod: return fold(Op::Mod, e);
      case Syn::Power: return fold(Op::Pow, e);
      case Syn::Negate: return fold(Op::Neg, e);
      case Syn::Sub: {
        REFOLD_TRY(const Value a, value(e.children[0]));
        REFOLD_TRY(const Value b, value(e.children[1]));
        REFOLD_TRY(const Value minus, arithmetic(Op::Neg, carrier_, {b}));
        return arithmetic(Op::Add, carrier_, {a, minus});
      }
      case Syn::Tuple: {
        REFOLD_TRY(Values parts, all(e, 0));
        return Value::tuple(std::move(parts));
      }
      case Syn::And:
        for (const Syntax& part : e.children) {
          REFOLD_TRY(const Value holds, value(part));
          if (!holds.is(Value::Kind::Truth)) return undecided("a condition that is no truth value");
          if (!holds.truth()) return holds;
        }
        return Value::truth(true);
      case Syn::Call: return call(e);
      case Syn::Compare: return comparison(e);
      case Syn::If: {
        REFOLD_TRY(const Value condition, value(e.children[0]));
        if (!condition.is(Value::Kind::Truth)) return undecided("a condition that is no truth value");
        return value(e.children[condition.truth() ? 1 : 2]);
      }
      default: return missing("a formula of an instance is arithmetic over its parameters");
    }
  }

 private:
  Evaluated<Value> parameter(const std::string& name) {
    const auto at = std::find(formula_.parameters.begin(), formula_.parameters.end(), name);
    if (at == formula_.parameters.end()) return missing(fmt::format("{} is no parameter of the formula", name));
    return arguments_[static_cast<std::size_t>(at - formula_.parameters.begin())];
  }

  Evaluated<Values> all(const Syntax& e, std::size_t from) {
    Values parts;
    for (std::size_t k = from; k < e.children.size(); ++k) {
      REFOLD_TRY(Value part, value(e.children[k]));
      parts.push_back(std::move(part));
    }
    return parts;
  }

  Evaluated<Value> fold(Op op, const Syntax& e) {
    REFOLD_TRY(const Values operands, all(e, 0));
    return arithmetic(op, carrier_, operands);
  }

  Evaluated<Value> call(const Syntax& e) {
    static const std::map<std::string, Op> operators{
        {"max", Op::Max}, {"min", Op::Min}, {"abs", Op::Abs}, {"quot", Op::Quot}, {"rem", Op::Rem}};
    const auto at = operators.find(e.children[0].text);
    if (at == operators.end()) return missing(fmt::format("{} is not known in a formula", e.children[0].text));
    REFOLD_TRY(const Values operands, all(e, 1));
    return arithmetic(at->second, carrier_, operands);
  }

  Evaluated<Value> comparison(const Syntax& e) {
    REFOLD_TRY(const Values parts, all(e, 0));
    std::size_t begin = 0;
    for (std::size_t k = 0; k + 1 < parts.size(); ++k) {
      const std::size_t end = std::min(e.text.find(' ', begin), e.text.size());
      const std::string sign = e.text.substr(begin, end - begin);
      begin = end + 1;
      const bool swapped = sign[0] == '>';
      const Value& a = swapped ? parts[k + 1] : parts[k];
      const Value& b = swapped ? parts[k] : parts[k + 1];
      Evaluated<bool> holds =
          sign == "==" || sign == "!=" ? equal(carrier_, a, b) : less(carrier_, a, b, sign.size() == 2);
      if (!holds) return holds.error();
      if (*holds == (sign == "!=")) return Value::truth(false);
    }
    return Value::truth(true);
  }

  const Formula& formula_;
  const Values& arguments_;
  const Carrier& carrier_;
};

}  // namespace

Evaluated<Value> formula_value(const Formula& formula, const Values& arguments, const Carrier& carrier) {
  return Calculator(formula, arguments, carrier).value(formula.body);
}

}  // namespace refold
