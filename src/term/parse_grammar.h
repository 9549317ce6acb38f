// src/term/parse_grammar.h: the grammar of docs/language.md as PEGTL rules over one byte a token (parse_tokens.h).
//
// Invariant: the order is the document's. Every cycle of rules passes through `deeper`, so nesting is bounded. No rule
// reads a text twice whose own parts do so too, except sort0 (two readings of a bracket, only one of which nests), so
// time is linear in practice and quadratic at worst. What each rule adds to the tree is its Shape (parse_reading.h).
#pragma once

#include <algorithm>
#include <tao/pegtl.hpp>

#include "term/parse_reading.h"

namespace refold::grammar {

namespace pegtl = tao::pegtl;
using pegtl::at, pegtl::opt, pegtl::plus, pegtl::seq, pegtl::sor, pegtl::star;

// -- how a rule is read: its shape, what it is called in messages, that it nests
template <Tok... Kinds>
struct token : pegtl::one<static_cast<char>(Kinds)...> {
  static constexpr std::array kinds = {Kinds...};
};
template <Syn Kind, Tok... Kinds>
struct leaf : token<Kinds...> {
  static constexpr Shape shape = Shape::Leaf;
  static constexpr Syn kind = Kind;
};
template <Tok... Kinds>
struct word : token<Kinds...> {
  static constexpr Shape shape = Shape::Word;
  static constexpr Syn kind = Syn::Missing;
};
template <Shape S, Syn Kind, class... Rules>
struct shaped : seq<Rules...> {
  static constexpr Shape shape = S;
  static constexpr Syn kind = Kind;
};
template <Syn Kind, class... Rules>
struct node : shaped<Shape::Node, Kind, Rules...> {};
template <Syn Kind, class... Rules>
struct wrap : shaped<Shape::Wrap, Kind, Rules...> {};
template <Syn Kind, class... Rules>
struct join : shaped<Shape::Join, Kind, Rules...> {};
template <class... Rules>
struct fold : shaped<Shape::Fold, Syn::Missing, Rules...> {};
template <class... Rules>
struct respan : shaped<Shape::Respan, Syn::Missing, Rules...> {};
struct absent : pegtl::success {
  static constexpr Shape shape = Shape::Absent;
  static constexpr Syn kind = Syn::Missing;
};
template <class... Rules>
struct maybe : sor<seq<Rules...>, absent> {};
template <class... Rules>
struct deeper : seq<Rules...> {
  static constexpr bool nests = true;
};
template <class... Rules>
struct silent : seq<Rules...> {
  static constexpr std::string_view label = "";
};
template <class... Rules>
struct an_operator : seq<Rules...> {
  static constexpr std::string_view label = "an operator";
};
template <Blame What>
struct blame : pegtl::failure {
  static constexpr Blame what = What;
};
template <class Rule, class Separator>
struct list : seq<Rule, star<Separator, Rule>> {};

// -- tokens
struct name : leaf<Syn::Name, Tok::Name, Tok::All, Tok::Some, Tok::At, Tok::On, Tok::Extensionality, Tok::Ordered,
                   Tok::Property, Tok::Algebra, Tok::Model, Tok::LevelWord> {
  static constexpr std::string_view label = "a name";
};
struct string : leaf<Syn::String, Tok::String> {};
struct new_line : token<Tok::NewLine> {};
struct comma : token<Tok::Comma> {};
struct semicolon : token<Tok::Semicolon> {};
struct colon : token<Tok::Colon> {};
struct is : token<Tok::Is> {};
struct arrow : token<Tok::Arrow> {};
struct close : token<Tok::Close> {};
struct close_square : token<Tok::CloseSquare> {};
struct close_brace : token<Tok::CloseBrace> {};
struct close_angle : token<Tok::CloseAngle, Tok::Greater> {};
struct close_bar : token<Tok::CloseBar, Tok::Bar> {};
struct open : token<Tok::Open, Tok::OpenTouch, Tok::OpenParams, Tok::OpenBinders> {
  static constexpr std::string_view label = "`(`";
};
struct square : token<Tok::Square, Tok::SquareTouch> {};
struct touching : token<Tok::OpenTouch> {
  static constexpr std::string_view label = "`(` right after the name";
};

// -- expressions, loosest first
struct expr;
struct or_;
struct add;
struct mul;
struct sort;
struct sort0;
struct inner : deeper<expr> {};
struct args : list<inner, comma> {};

struct pattern : sor<name, node<Syn::PatternTuple, open, list<deeper<pattern>, comma>, close>> {
  static constexpr std::string_view label = "an index name";
};
struct bag_sort : node<Syn::BagSort, token<Tok::Bag>, deeper<sort0>> {};
struct domain : sor<silent<bag_sort>, add> {};
struct binder : node<Syn::Binder, pattern, maybe<token<Tok::In>, domain>> {};
struct binders : node<Syn::Binders, list<binder, comma>> {};
struct one_binder : node<Syn::Binders, node<Syn::Binder, name, absent>> {};

struct params_of_lambda : sor<seq<at<name, arrow>, one_binder>, seq<token<Tok::OpenParams>, binders, close>> {};
struct lambda : node<Syn::Lambda, silent<params_of_lambda>, arrow, inner> {};
struct conditional : node<Syn::If, token<Tok::If>, inner, token<Tok::Then>, inner, token<Tok::Else>, inner> {};
struct expr : sor<silent<lambda>, silent<conditional>, or_> {};

struct not_;
struct and_ : join<Syn::And, not_, star<an_operator<token<Tok::And>>, not_>> {};
struct or_ : join<Syn::Or, and_, star<an_operator<token<Tok::Or>>, and_>> {};

// A chain goes one way: < <= == or > >= ==; != and in never chain.
struct up : an_operator<word<Tok::Less, Tok::LessEqual>> {};
struct down : an_operator<word<Tok::Greater, Tok::GreaterEqual>> {};
struct same : an_operator<word<Tok::Equals>> {};
struct going_up : seq<up, add, star<sor<up, same>, add>> {};
struct going_down : seq<down, add, star<sor<down, same>, add>> {};
struct unchained : seq<an_operator<word<Tok::NotEqual, Tok::In>>, add> {};
struct comparison : sor<seq<plus<same, add>, opt<sor<going_up, going_down>>>, going_up, going_down, unchained> {};
struct any_comparison
    : token<Tok::Less, Tok::LessEqual, Tok::Equals, Tok::NotEqual, Tok::GreaterEqual, Tok::Greater, Tok::In> {};
struct compare
    : join<Syn::Compare, add, opt<comparison, sor<pegtl::not_at<any_comparison>, blame<Blame::ChainOneWay>>>> {};
struct not_ : sor<silent<node<Syn::Not, token<Tok::Not>, deeper<not_>>>, compare> {};

struct begins_depend : at<open, name, colon> {};
struct depend : node<Syn::Depend, begins_depend, open, name, colon, add, close,
                     sor<token<Tok::Times>, blame<Blame::DependentFactor>>, deeper<mul>> {};
struct unary;
struct times : an_operator<word<Tok::Times>> {};
struct multiplying : an_operator<word<Tok::Times, Tok::Slash, Tok::Div, Tok::Mod>> {};
struct factor : sor<seq<at<token<Tok::Times>, begins_depend>, times, depend>, seq<multiplying, unary>> {};
struct mul : sor<silent<depend>, fold<unary, star<factor>>> {};
struct add : fold<mul, star<an_operator<word<Tok::Plus, Tok::Minus>>, mul>> {};

struct big : node<Syn::Big, at<name, sor<name, token<Tok::OpenBinders>>>, name, binders, maybe<token<Tok::If>, or_>,
                  sor<colon, blame<Blame::BigColon>>, deeper<mul>> {};
struct compose;
struct unary : sor<silent<node<Syn::Negate, token<Tok::Minus>, deeper<unary>>>, big, compose> {};

struct primary;
struct call : wrap<Syn::Call, token<Tok::OpenTouch>, opt<args>, close> {};
struct index : wrap<Syn::At, token<Tok::SquareTouch>, args, close_square> {};
struct bag_star : wrap<Syn::Star, token<Tok::Star>> {};
struct postfix : seq<primary, star<silent<sor<bag_star, call, index>>>> {};
struct power : join<Syn::Power, postfix, opt<an_operator<token<Tok::Caret>>, postfix>> {};
struct compose : join<Syn::Compose, power, star<an_operator<token<Tok::Dot>>, power>> {};

struct for_binders : seq<token<Tok::For>, binders> {};
struct guard : seq<token<Tok::If>, deeper<or_>> {};

struct unit : node<Syn::Tuple, close> {};
struct rest_of_tuple : wrap<Syn::Tuple, comma, args, close> {};
struct no_type_here : seq<at<colon>, blame<Blame::DependentFactor>> {};
struct paren : respan<open, sor<silent<unit>, seq<inner, sor<close, rest_of_tuple, no_type_here>>>> {};

struct range : wrap<Syn::Range, close_square> {};
struct rest_of_stack : wrap<Syn::Stack, comma, opt<args>, close_square> {};
struct stack_over : wrap<Syn::StackFor, for_binders, close_square> {};
struct empty_stack : seq<at<close_square>, blame<Blame::EmptyStack>> {};
struct bracket : respan<square, sor<empty_stack, seq<inner, sor<range, rest_of_stack, stack_over>>>> {};

struct rest_of_fork : wrap<Syn::Fork, star<comma, deeper<add>>, close_angle> {};
struct fork_over : wrap<Syn::ForkFor, for_binders, close_angle> {};
struct fork : respan<token<Tok::Angle>, deeper<add>, sor<fork_over, rest_of_fork>> {};

struct empty_bag : node<Syn::Bag, close_brace> {};
struct subset : node<Syn::Subset, at<pattern, colon>, pattern, colon, deeper<add>, maybe<guard>, close_brace> {};
struct rest_of_bag : wrap<Syn::Bag, star<comma, deeper<or_>>, close_brace> {};
struct comprehension : wrap<Syn::BagFor, sor<seq<for_binders, maybe<guard>>, seq<absent, guard>>, close_brace> {};
struct brace : respan<token<Tok::Brace>,
                      sor<silent<empty_bag>, silent<subset>, seq<deeper<or_>, sor<comprehension, rest_of_bag>>>> {};

struct card : node<Syn::Card, token<Tok::Bar>, deeper<or_>, close_bar> {};

struct primary : sor<name, leaf<Syn::Number, Tok::Number, Tok::Bit>, string, leaf<Syn::True, Tok::True>,
                     leaf<Syn::False, Tok::False>, leaf<Syn::Inf, Tok::Inf>, paren, bracket, fork, brace, card> {
  static constexpr std::string_view label = "an operand";
};

// -- sorts and propositions
struct arrow_to : wrap<Syn::Arrow, arrow, deeper<sort>> {};
struct sort : seq<sort0, opt<arrow_to>> {};
struct goes_on : token<Tok::OpenTouch, Tok::SquareTouch, Tok::Star, Tok::Caret, Tok::Dot, Tok::Times, Tok::Slash,
                       Tok::Div, Tok::Mod, Tok::Plus, Tok::Minus> {};
struct grouped_arrow : respan<open, deeper<sort0>, arrow_to, close, pegtl::not_at<goes_on>> {};
struct reduction_sort : node<Syn::ReductionSort, token<Tok::Reduction>, deeper<sort0>> {};
struct sort0 : sor<bag_sort, reduction_sort, grouped_arrow, add> {
  static constexpr std::string_view label = "a sort";
};

struct prop;
struct quantified : seq<binders, colon, deeper<prop>> {};
struct for_all : node<Syn::ForAll, at<token<Tok::For>, token<Tok::All>>, token<Tok::For>, token<Tok::All>, quantified> {};
struct for_some : node<Syn::ForSome, token<Tok::For>, token<Tok::Some>, quantified> {};
struct equal_to : wrap<Syn::Equal, is, expr> {};
struct implies : wrap<Syn::Implies, token<Tok::Implies>, deeper<prop>> {};
struct prop : sor<silent<for_all>, silent<for_some>, seq<expr, opt<equal_to>, opt<implies>>> {};
struct props : list<prop, semicolon> {};

// -- declarations and clauses
struct names : list<name, comma> {};
struct parameter : node<Syn::Parameter, name, colon, add> {};
struct family : wrap<Syn::Family, touching, list<parameter, comma>, close> {};
struct declared : seq<name, opt<silent<family>>> {};
struct simple_kind : sor<word<Tok::Size, Tok::Axes, Tok::Value, Tok::Values>,
                         seq<at<token<Tok::Ordered>, token<Tok::Axes>>, word<Tok::Ordered>, word<Tok::Axes>>> {};
struct decl : sor<node<Syn::Declare, silent<simple_kind>, names, absent>,
                  node<Syn::Declare, silent<word<Tok::Set, Tok::Sets>>, list<declared, comma>, absent>,
                  node<Syn::Declare, list<declared, comma>, colon, sort>> {
  static constexpr std::string_view label = "a declaration";
};
struct given : node<Syn::Given, token<Tok::Given>, list<decl, semicolon>> {};
struct where : node<Syn::Where, token<Tok::Where>, props> {};
struct algebra : word<Tok::Algebra> {
  static constexpr std::string_view label = "an algebra";
};
struct algebra_or_model
    : sor<word<Tok::Model>, seq<star<silent<word<Tok::Property, Tok::Ordered>>>, algebra, opt<silent<name>>>> {
  static constexpr std::string_view label = "an algebra or a number model";
};
struct over : node<Syn::Over, token<Tok::Over>, algebra_or_model> {};
struct typed : seq<colon, sort> {};
struct param_group : node<Syn::ParamGroup, list<pattern, comma>, maybe<typed>> {};
struct params : node<Syn::Params, touching, list<param_group, comma>, close> {};
struct defined_as : seq<is, expr> {};
struct abbreviation : node<Syn::LetClause, token<Tok::Let>, name, maybe<silent<params>>, defined_as> {};
struct loop_in : node<Syn::LoopIn, at<name, token<Tok::In>>, name, token<Tok::In>, add, token<Tok::Dots>,
                      maybe<silent<add>>, maybe<token<Tok::Step>, add>> {};
struct loop_point : node<Syn::LoopPoint, at<name, is>, name, is, add> {};
struct loop_test : node<Syn::LoopTest, name> {};
struct loop : node<Syn::Loop, token<Tok::Loop>, list<sor<silent<loop_in>, silent<loop_point>, loop_test>, comma>,
                   maybe<guard>> {};
struct base : node<Syn::Base, token<Tok::Base>, word<Tok::Bit>> {};
/// Clauses in any order, each on a line of its own or after the one before.
template <class... Clauses>
struct clauses : star<sor<seq<new_line, sor<Clauses...>>, silent<sor<Clauses...>>>> {};

// -- statements
struct include : node<Syn::Include, token<Tok::Include>, string> {};
template <Syn Kind, Tok Keyword>
struct data : node<Kind, token<Keyword>, name, sor<defined_as, seq<star<comma, name>, absent>>> {};
struct sparse : node<Syn::Sparse, token<Tok::Sparse>, opt<token<Tok::Tilde>, word<Tok::Number, Tok::Bit>>> {};
struct as_format : node<Syn::As, token<Tok::As>, postfix> {};
struct tensor
    : node<Syn::TensorDecl, token<Tok::Tensor>, names, typed, maybe<sparse>, maybe<as_format>, clauses<where>> {};
struct fn : node<Syn::FnDef, token<Tok::Fn>, name, params, maybe<arrow, sort>, defined_as> {};
struct with : seq<token<Tok::With>, props> {};
struct opaque : node<Syn::OpaqueFn, token<Tok::Opaque>, token<Tok::Fn>, name, typed,
                     opt<sor<seq<new_line, with>, silent<with>>>> {};
template <Syn Kind, Tok Keyword>
struct definition : node<Kind, token<Keyword>, name, params, maybe<typed>, defined_as, clauses<given, where>> {};
struct square_binders : seq<token<Tok::SquareTouch>, binders, close_square> {};
struct mask : node<Syn::MaskDef, token<Tok::Mask>, name, maybe<silent<params>>,
                   sor<square_binders, blame<Blame::MaskIndices>>, defined_as, clauses<given, where, loop, base>> {};
struct level : node<Syn::Level, sor<seq<at<name, is>, name, is>, absent>, add, colon, postfix,
                    star<silent<word<Tok::LevelWord>>>> {};
struct format : node<Syn::FormatDef, token<Tok::Format>, name, maybe<silent<params>>, is, open, binders, close, arrow,
                     list<level, comma>, clauses<where>> {};
struct let : node<Syn::LetDef, token<Tok::Let>, name, maybe<silent<square_binders>>, maybe<typed>, defined_as,
                  clauses<over, where>> {};
struct show : node<Syn::Show, token<Tok::Show>, list<expr, comma>> {};
struct heading : seq<name, maybe<string>, clauses<given, over, where, abbreviation>> {};
struct claim : sor<seq<at<token<Tok::End>>, blame<Blame::MissingClaim>>, seq<new_line, prop>> {};
struct witness : node<Syn::Witness, token<Tok::Witness>, props> {};
struct rule : shaped<Shape::Claimed, Syn::Rule, token<Tok::Rule>, heading, claim> {};
struct refute : shaped<Shape::Claimed, Syn::Refute, token<Tok::Refute>, heading, claim,
                       opt<sor<seq<new_line, witness>, silent<witness>>>> {};

struct substitution : node<Syn::Substitution, name, defined_as> {};
struct ref : node<Syn::Ref, name, opt<silent<seq<touching, list<substitution, comma>, close>>>> {};
struct refs : list<ref, comma> {};
struct step;
struct step_at : node<Syn::StepAt, at<token<Tok::At>, name>, token<Tok::At>, names> {};
struct step_ext : node<Syn::StepExt, token<Tok::By>, token<Tok::Extensionality>, token<Tok::At>, name> {};
struct step_let : node<Syn::StepLet, token<Tok::Let>, name, defined_as> {};
struct step_have : node<Syn::StepHave, token<Tok::Have>, name, colon, prop> {};
struct step_using : node<Syn::StepUsing, token<Tok::Using>, refs> {};
struct step_induction : node<Syn::StepInduction, token<Tok::Induction>, token<Tok::On>, name> {};
struct step_cases : node<Syn::StepCases, token<Tok::Cases>, expr> {};
struct step_case : node<Syn::StepCase, token<Tok::Case>, or_, colon, list<deeper<step>, semicolon>> {};
struct link : node<Syn::ChainLink, is, expr, token<Tok::By>, refs> {};
struct step_chain : node<Syn::StepChain, expr, plus<link>> {};
struct step
    : sor<step_at, step_ext, step_let, step_have, step_using, step_induction, step_cases, step_case, step_chain> {
  static constexpr std::string_view label = "a proof step";
};
struct steps : sor<seq<at<token<Tok::End>>, blame<Blame::MissingSteps>>, plus<new_line, step>> {};
struct proof : node<Syn::Proof, token<Tok::Proof>, name, steps> {};

struct end : token<Tok::End> {};
struct statement : seq<sor<include, base, data<Syn::SizeDecl, Tok::Size>, data<Syn::SetDecl, Tok::Set>, tensor, fn,
                           opaque, definition<Syn::MapDef, Tok::Map>, definition<Syn::BagDef, Tok::Bag>,
                           definition<Syn::Def, Tok::Def>, mask, format, let, show, rule, refute, proof>,
                       end> {};
struct only_expression : seq<expr, end> {};
struct only_sort : seq<sort, end> {};
struct only_proposition : seq<prop, end> {};

}  // namespace refold::grammar
