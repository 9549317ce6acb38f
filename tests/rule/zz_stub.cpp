#include "term/syntax.h"
namespace refold {
std::string print(const Syntax& s) {
  auto list=[&](const char* sep,std::size_t from=0){std::string o;for(std::size_t k=from;k<s.children.size();++k){if(s.children[k].missing())continue;if(!o.empty())o+=sep;o+=print(s.children[k]);}return o;};
  switch(s.kind){
    case Syn::Name: case Syn::Number: return s.text;
    case Syn::True: return "true"; case Syn::False: return "false";
    case Syn::Compose: return list(" . ");
    case Syn::Star: return (s.children[0].kind==Syn::Compose||s.children[0].kind==Syn::Lambda?"("+list("")+")":list(""))+"*";
    case Syn::Stack: return "["+list(", ")+"]"; case Syn::Fork: return "<"+list(", ")+">";
    case Syn::Range: return "["+list("")+"]"; case Syn::Mul: return list("*"); case Syn::Add: return list(" + ");
    case Syn::Call: return print(s.children[0])+"("+list(", ",1)+")"; case Syn::At: return print(s.children[0])+"["+list(", ",1)+"]";
    case Syn::Tuple: case Syn::PatternTuple: return "("+list(", ")+")";
    case Syn::Lambda: return "("+list(" -> ")+")"; case Syn::Binders: return list(", "); case Syn::Binder: return list(" in ");
    case Syn::Card: return "|"+list("")+"|"; case Syn::Compare: return print(s.children[0])+" "+s.text+" "+print(s.children[1]);
    case Syn::Subset: return "{"+print(s.children[0])+" : "+print(s.children[1])+" if "+print(s.children[2])+"}";
    case Syn::ForAll: return "for all "+list(": "); case Syn::Equal: return list(" = "); case Syn::And: return list(" and ");
    default: return "<"+std::to_string(int(s.kind))+s.text+" "+list(" ")+">";
  }
}
}
