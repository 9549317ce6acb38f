// src/base/variant.h: one overload set from several lambdas, for std::visit.
//
// Invariant: a visit names every alternative; a new one fails to compile wherever it is not handled.
#pragma once

namespace refold {

template <class... Fs>
struct overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
overloaded(Fs...) -> overloaded<Fs...>;

}  // namespace refold
