// src/base/variant.h: one overload set from several lambdas, for std::visit.
#pragma once

namespace refold {

template <class... Fs>
struct overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
overloaded(Fs...) -> overloaded<Fs...>;

}  // namespace refold
