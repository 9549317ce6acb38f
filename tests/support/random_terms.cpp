#include "support/random_terms.h"

namespace refold {

RandomTerms::RandomTerms(Terms& terms, Draw draw) : t_(terms), draw_(std::move(draw)) {
  const TermId real = t_.real(), integer = t_.integer();
  n_ = declare("n", integer, true);
  I_ = declare("I", t_.set_kind());
  J_ = declare("J", t_.set_kind());
  N_ = declare("N", t_.set_kind());
  V_ = declare("V", t_.value_kind());
  F_ = declare("F", t_.axes_kind());
  const TermId fresh = t_.input("%k", N_);
  const auto over_family = [&](TermId sort) { return op(Op::FamilyOf, {N_, t_.abstract(sort, fresh)}); };
  K_ = declare("K", over_family(t_.set_kind()));
  const TermId member = op(Op::Member, {K_, fresh});
  range_ = t_.range(n_);
  v_ = declare("v", t_.arrow(F_, integer));
  len_ = declare("len", t_.arrow(range_, t_.range(t_.int_number(3))));
  p_ = declare("p", t_.arrow(range_, t_.boolean()));
  phi_ = declare("phi", t_.arrow(I_, J_));
  psi_ = declare("psi", t_.arrow(J_, I_));
  Phi_ = declare("Phi", t_.arrow(I_, t_.bag_of(range_)));
  x_ = declare("x", t_.arrow(range_, real));
  y_ = declare("y", t_.arrow(I_, real));
  pairs_ = t_.product({range_, I_});
  z_ = declare("z", t_.arrow(pairs_, real));
  ragged_ = bind(Op::Sigma, range_, [&](TermId r) { return t_.range(t_.apply(len_, r)); });
  w_ = declare("w", t_.arrow(ragged_, real));
  subset_ = bind(Op::Subset, range_, [&](TermId i) { return t_.apply(p_, i); });
  either_ = op(Op::Union, {I_, range_});
  power_ = op(Op::Power, {v_, F_});
  q_ = declare("q", t_.arrow(power_, real));
  point_ = t_.product({});
  tagged_ = op(Op::Sigma, {N_, t_.abstract(member, fresh)});
  copies_ = t_.product({N_, I_});
  D_ = declare("D", over_family(t_.arrow(member, real)));
  PhiF_ = declare("Psi", over_family(t_.arrow(I_, t_.bag_of(member))));
  r_ = declare("r", t_.must(Op::ReductionOf, {V_}));
  u_ = declare("u", t_.arrow(I_, V_));
  model_ = declare("c", op(Op::Model, {}, t_.store().name("int8")));
  supported_ = op(Op::Support, {x_});
  pictured_ = op(Op::Image, {phi_});
  sets_ = {range_, I_, J_, pairs_, ragged_, subset_, either_, power_, point_, supported_, pictured_};
}

TermId RandomTerms::declare(const char* name, TermId sort, bool size) {
  variables_.push_back({name, t_.input(name, sort), size});
  return variables_.back().term;
}

TermId RandomTerms::bind(Op o, TermId domain, const std::function<TermId(TermId)>& body) {
  const TermId variable = t_.input("%" + std::to_string(++names_), domain);
  scope_.push_back(variable);
  const TermId inner = body(variable);
  scope_.pop_back();
  return op(o, {domain, t_.abstract(inner, variable)});
}

TermId RandomTerms::one_of(const std::vector<Make>& simple, const std::vector<Make>& deep, int depth) {
  const std::size_t deeper = depth > 0 ? deep.size() : 0;
  const auto chosen = static_cast<std::size_t>(draw_(static_cast<int>(simple.size() + deeper)));
  return chosen < simple.size() ? simple[chosen]() : deep[chosen - simple.size()]();
}

TermId RandomTerms::function(int depth) {
  const TermId set = any(sets_);
  return one_of({[&] { return tensor(set, depth); }, [&] { return index_function(set, any(sets_), depth); }},
                {[&] { return map(set, any(sets_), depth); }, [&] { return lambda(set, [&] { return truth(depth); }); },
                 [&] { return lambda(set, [&] { return integer(depth); }); },
                 [&] { return lambda(I_, [&] { return t_.apply(r_, t_.apply(op(Op::Star, {u_}), bag(I_, depth))); }); },
                 [&] { return lambda(set, [&] { return op(Op::Mul, {op(Op::Add, {model_, model_}), model_}); }); }},
                depth);
}

TermId RandomTerms::real(int depth) {
  const TermId sort = t_.real();
  const int d = depth - 1;
  const auto two = [&](Op o) { return [this, o, d] { return op(o, {real(d), real(d)}); }; };
  return one_of(
      {[&] { return t_.number(draw_(4) - 1, sort); }, [&] { return t_.number(Rational(1, 2), sort); },
       [&] { return t_.apply(x_, element(range_, 0)); }},
      {two(Op::Add), two(Op::Mul), two(Op::Divide), two(Op::Max), [&] { return op(Op::Neg, {real(d)}); },
       [&] { return op(Op::Abs, {real(d)}); }, [&] { return op(Op::Min, {real(d), op(Op::Infinity, {}, 0, sort)}); },
       [&] { return op(Op::Pow, {real(d), t_.int_number(draw_(4))}); }, [&] { return op(Op::ToReal, {integer(d)}); },
       [&] { return op(Op::If, {truth(d), real(d), real(d)}); },
       [&] { const TermId set = any(sets_); return t_.apply(tensor(set, d), element(set, d)); },
       [&] {
         static const std::vector<const char*> names{"sum", "prod", "max", "min"};
         const TermId set = any(sets_);
         const TermId values = t_.apply(op(Op::Star, {tensor(set, d)}), bag(set, d));
         return t_.apply(t_.reduce(any(names), sort), values);
       }},
      depth);
}

TermId RandomTerms::integer(int depth) {
  const int d = depth - 1;
  const auto two = [&](Op o) { return [this, o, d] { return op(o, {integer(d), t_.int_number(1 + draw_(3))}); }; };
  return one_of({[&] { return t_.int_number(draw_(4)); }, [&] { return n_; }},
                {two(Op::Add), two(Op::Mul), two(Op::Div), two(Op::Mod), two(Op::Quot), two(Op::Rem),
                 [&] { return op(Op::ToInt, {truth(d)}); }, [&] { return op(Op::Card, {bag(any(sets_), d)}); },
                 [&] {
                   const TermId set = any(sets_);
                   return op(Op::Count, {element(set, d), bag(set, d)});
                 },
                 [&] { return op(Op::Stored, {x_}); },
                 [&] { return t_.apply(v_, t_.apply(op(Op::The, {F_}), op(Op::Elements, {F_}))); }},
                depth);
}

TermId RandomTerms::truth(int depth) {
  const int d = depth - 1;
  const auto two = [&](Op o) { return [this, o, d] { return op(o, {truth(d), truth(d)}); }; };
  const auto compare = [&](Op o) { return [this, o, d] { return op(o, {integer(d), integer(d)}); }; };
  return one_of(
      {[&] { return t_.truth(true); }, [&] { return t_.truth(false); },
       [&] { return t_.apply(p_, element(range_, 0)); }},
      {compare(Op::Less), compare(Op::LessEq), two(Op::And), two(Op::Or), [&] { return op(Op::Not, {truth(d)}); },
       [&] {
         const TermId set = any(sets_);
         return op(Op::Eq, {element(set, d), element(set, d)});
       },
       [&] { return proposition(d); }, [&] { return proposition(d); }, [&] { return proposition(d); }},
      depth);
}

TermId RandomTerms::proposition(int depth) {
  const TermId set = any(sets_);
  return one_of(
      {[&] { return op(Op::Same, {tensor(set, depth), tensor(set, depth)}); },
       [&] { return op(Op::Implies, {truth(depth), truth(depth)}); },
       [&] { return bind(Op::ForAll, set, [&](TermId) { return truth(depth); }); },
       [&] { return bind(Op::ForSome, set, [&](TermId) { return truth(depth); }); },
       [&] { return op(Op::In, {element(range_, depth), draw_(2) ? subset_ : supported_}); },
       [&] { return op(Op::Included, {subset_, supported_}); }, [&] { return op(Op::Disjoint, {subset_, supported_}); },
       [&] { return op(Op::Injective, {map(set, any(sets_), depth)}); }, [&] { return op(Op::Bijective, {phi_}); },
       [&] { return op(Op::Monotone, {lambda(range_, [&] { return integer(depth); })}); }},
      {}, depth);
}

TermId RandomTerms::element(TermId set, int depth) {
  std::vector<Make> simple, deep;
  const int d = depth - 1;
  for (const TermId variable : scope_) {
    if (t_.sort(variable) == set) simple.insert(simple.end(), 2, [variable] { return variable; });
    if (t_.sort(variable) == pairs_ && (set == range_ || set == I_))
      simple.push_back([&, variable] { return t_.proj(set == range_ ? 0 : 1, variable); });
  }
  if (set == pairs_) simple.push_back([&] { return t_.tuple({element(range_, d), element(I_, d)}); });
  else if (set == either_)
    simple.push_back([&] {
      const int tag = draw_(2);
      return op(Op::Inject, {element(tag ? range_ : I_, d)}, tag, either_);
    });
  else if (set == point_) simple.push_back([&] { return t_.tuple({}); });
  else if (set == range_) simple.push_back([&] { return t_.int_number(draw_(3)); });
  else simple.push_back([&] { return t_.apply(op(Op::Enumerate, {set}), t_.int_number(draw_(2))); });
  deep = {[&] { const TermId from = any(sets_); return t_.apply(map(from, set, d), element(from, d)); },
          [&] { return t_.apply(op(Op::The, {set}), bag(set, d)); },
          [&] { return op(Op::If, {truth(d), element(set, d), element(set, d)}); }};
  if (set == range_) deep.push_back([&] { return op(Op::Mod, {op(Op::Add, {integer(d), t_.int_number(1)}), n_}); });
  return one_of(simple, deep, depth);
}

TermId RandomTerms::bag(TermId set, int depth) {
  const int d = depth - 1;
  return one_of({[&] { return op(Op::Empty, {set}); }, [&] { return single(set, element(set, d)); },
                 [&] { return op(Op::Elements, {set}); }},
                {[&] {
                   return op(Op::BagSum, {bag(set, d), bag(set, d)});
                 },
                 [&] {
                   return op(Op::Guard, {truth(d), bag(set, d)});
                 },
                 [&] {
                   const TermId from = any(sets_);
                   return t_.apply(op(Op::Star, {map(from, set, d)}), bag(from, d));
                 },
                 [&] { return t_.apply(op(Op::Flatten, {set}), bags(set, d)); },
                 [&] {
                   const TermId from = any(sets_);
                   return t_.apply(index_function(from, set, d), element(from, d));
                 }},
                depth);
}

TermId RandomTerms::bags(TermId set, int depth) {
  const int d = depth - 1;
  return one_of({[&] { return single(t_.bag_of(set), bag(set, d)); }}, {[&] {
                  const TermId from = any(sets_);
                  return t_.apply(op(Op::Star, {index_function(from, set, d)}), bag(from, d));
                }},
                depth);
}

TermId RandomTerms::tensor(TermId set, int depth) {
  const int d = depth - 1;
  std::vector<Make> simple{[&] { return lambda(set, [&] { return real(d); }); }};
  std::vector<Make> deep{
      [&] {
        return t_.compose({lambda(t_.real(), [&] { return op(Op::Add, {scope_.back(), real(d)}); }), tensor(set, d)});
      },
      [&] {
        const TermId to = any(sets_);
        return t_.compose({tensor(to, d), map(set, to, d)});
      },
      [&] {
        const TermId to = any(sets_);
        return t_.compose({t_.reduce("sum", t_.real()), op(Op::Star, {tensor(to, d)}), index_function(set, to, d)});
      }};
  if (set == range_) {
    simple.push_back([&] { return x_; });
    deep.push_back([&] {
      return t_.compose({t_.reduce("sum", t_.real()), op(Op::Star, {op(Op::Values, {x_})}), op(Op::Positions, {x_})});
    });
  }
  if (set == I_) {
    simple.push_back([&] { return y_; });
    const auto member = [this](TermId family) {
      return [this, family](TermId k) { return op(Op::Member, {family, k}); };
    };
    deep.push_back([this, member] {
      const TermId stack = bind(Op::StackOver, N_, member(D_)), fork = bind(Op::ForkOver, N_, member(PhiF_));
      return t_.compose({t_.reduce("sum", t_.real()), op(Op::Star, {stack}), fork});
    });
    deep.push_back([&] {  // members on pairs: the tuples (k, a, b) of their union are flat
      const TermId stack = bind(Op::StackOver, N_, [&](TermId) { return tensor(pairs_, d); });
      const TermId fork = bind(Op::ForkOver, N_, [&](TermId) { return index_function(I_, pairs_, d); });
      return t_.compose({t_.reduce("sum", t_.real()), op(Op::Star, {stack}), fork});
    });
    deep.push_back([&] {
      const TermId stack = bind(Op::StackOver, N_, [&](TermId) { return tensor(I_, d); });
      return t_.compose({t_.reduce("prod", t_.real()), op(Op::Star, {stack}), op(Op::Copies, {N_, I_})});
    });
    deep.push_back([&] {
      return t_.compose({t_.reduce("max", t_.real()), op(Op::Star, {op(Op::Stack, {tensor(I_, d), tensor(range_, d)})}),
                         index_function(I_, either_, d)});
    });
  }
  if (set == pairs_) simple.push_back([&] { return z_; });
  if (set == ragged_) simple.push_back([&] { return w_; });
  if (set == power_) simple.push_back([&] { return q_; });
  if (set == either_) simple.push_back([&] { return op(Op::Stack, {tensor(I_, d), tensor(range_, d)}); });
  return one_of(simple, deep, depth);
}

TermId RandomTerms::map(TermId from, TermId to, int depth) {
  const int d = depth - 1;
  std::vector<Make> simple{[&] { return lambda(from, [&] { return element(to, d); }); }};
  if (from == to) simple.push_back([&] { return t_.identity(from); });
  if (from == I_ && to == J_) simple.push_back([&] { return phi_; });
  if (from == J_ && to == I_) simple.push_back([&] { return psi_; });
  return one_of(simple, {[&] {
                  const TermId middle = any(sets_);
                  return t_.compose({map(middle, to, d), map(from, middle, d)});
                }},
                depth);
}

TermId RandomTerms::index_function(TermId from, TermId to, int depth) {
  const int d = depth - 1;
  std::vector<Make> simple{[&] { return lambda(from, [&] { return bag(to, d); }); },
                           [&] { return t_.compose({op(Op::Single, {to}), map(from, to, d)}); }};
  if (from == I_ && to == range_) simple.push_back([&] { return Phi_; });
  std::vector<Make> deep{
      [&] { return op(Op::Inverse, {map(to, from, d)}); },
      [&] {
        const TermId middle = any(sets_);
        return t_.compose(
            {op(Op::Flatten, {to}), op(Op::Star, {index_function(middle, to, d)}), index_function(from, middle, d)});
      }};
  if (to == either_)
    deep.push_back([&] { return op(Op::Fork, {index_function(from, I_, d), index_function(from, range_, d)}); });
  return one_of(simple, deep, depth);
}

Value RandomTerms::random_value(TermId sort, const Instance& instance, bool& possible) {
  static const std::vector<Rational> numbers{0, 1, -1, 2, Rational(1, 2)};
  const Term& term = t_[sort];
  if (term.op == Op::Real) return Value::number(any(numbers));
  if (term.op == Op::Int || term.op == Op::Model) return Value::number(draw_(3));
  Budget budget;
  const Result<Values> all = elements(t_.store(), term.op == Op::BagOf ? term.operands[0] : sort, instance, budget);
  if (term.op == Op::BagOf) {
    Bag bag;
    for (int count = all && !all->empty() ? draw_(3) : 0; count > 0; --count) bag.emplace_back(any(*all), 1);
    return Value::bag(std::move(bag));
  }
  possible = possible && all && !all->empty();
  return possible ? any(*all) : Value();
}

Instance RandomTerms::instance() {
  Instance made;
  const auto fill = [&](const Variable& variable, TermId sort, Values path, TermId member_of) {
    const Term& arrow = t_[sort];
    const auto closed = [&](TermId part) {
      return member_of.valid() ? t_.replace(part, {{op(Op::Member, {K_, member_of}), t_.range(t_.int_number(2))}})
                               : part;
    };
    bool possible = true;
    if (arrow.op != Op::Arrow) return made.set(variable.name, random_value(sort, made, possible), std::move(path));
    Budget budget;
    const Result<Values> all = elements(t_.store(), closed(arrow.operands[0]), made, budget);
    Table table;
    possible = all.has_value();
    for (const Value& index : possible ? *all : Values{})
      table.cells[index] = random_value(closed(arrow.operands[1]), made, possible);
    if (possible) made.set(variable.name, std::move(table), std::move(path));
  };
  for (const Variable& variable : variables_) {
    const Term sort = t_[t_.sort(variable.term)];
    switch (sort.op) {
      case Op::SetKind: made.set(variable.name, Atoms{static_cast<std::uint64_t>(draw_(4))}); break;
      case Op::AxesKind: made.set(variable.name, Atoms{static_cast<std::uint64_t>(draw_(3))}); break;
      case Op::ValueKind: made.set(variable.name, carriers::atoms(3)); break;
      case Op::ReductionOf: made.set(variable.name, OperationTable{3, 0, {0, 1, 2, 1, 2, 0, 2, 0, 1}}); break;
      case Op::FamilyOf: {
        const std::uint64_t members = std::get<Atoms>(*made.find("N")).count;
        for (std::uint64_t k = 0; k < members; ++k) {
          if (t_.is(sort.operands[1], Op::SetKind)) {
            made.set(variable.name, Atoms{2}, {Value::number(k)});
            continue;
          }
          const TermId which = t_.input("%k", N_);
          fill(variable, t_.instantiate(sort.operands[1], which), {Value::number(k)}, which);
        }
        break;
      }
      default:
        if (variable.is_size) made.set(variable.name, Value::number(draw_(4)));
        else fill(variable, t_.sort(variable.term), {}, {});
    }
  }
  return made;
}

}  // namespace refold
