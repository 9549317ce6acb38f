// The only file that knows Graphviz.
#include <graphviz/gvc.h>
#include <graphviz/gvplugin.h>
#include <graphviz/gvplugin_textlayout.h>

#include <memory>
#include <mutex>

#include "viz/drawing.h"
#include "viz/notation.h"

namespace refold {
namespace {

/// Every letter of a fixed-width font is 0.6 of its size wide; Graphviz asks this before any layout plugin of its own.
boolean measure(textspan_t* span, char** /*font_path*/) {
  const double size = span->font->size;
  span->size.x = 0.602 * size * static_cast<double>(letters(span->str));
  span->size.y = 1.25 * size;
  span->yoffset_layout = 0;
  span->yoffset_centerline = 0.1 * size;
  span->layout = nullptr;
  span->free_layout = nullptr;
  return 1;
}

gvplugin_library_t* fixed_width_text() {
  static gvtextlayout_engine_s engine = {measure};
  static gvplugin_installed_t installed[] = {{0, "textlayout", 1000, &engine, nullptr}, {0, nullptr, 0, nullptr, nullptr}};
  static gvplugin_api_t apis[] = {{API_textlayout, installed}, {static_cast<api_t>(0), nullptr}};
  static char name[] = "refold";
  static gvplugin_library_t library = {name, apis};
  return &library;
}

std::string messages;  // of the last call
int collect(char* message) {
  messages += message;
  return 0;
}

struct FreeGraph {
  void operator()(Agraph_t* graph) const { agclose(graph); }
};

/// One for the whole process: Graphviz's own text plugin keeps pointers into a context that was freed. Text plugins are
/// chosen while a context is made, so ours is given to that.
GVC_t* context() {
  static char name[] = "gvplugin_refold_LTX_library";
  static lt_symlist_t builtins[] = {{name, fixed_width_text()}, {nullptr, nullptr}};
  static GVC_t* const one = gvContextPlugins(builtins, 1);
  return one;
}

}  // namespace

Result<std::string> svg(const std::string& dot) {
  static std::mutex one_at_a_time;  // Graphviz keeps global state
  const std::lock_guard lock(one_at_a_time);
  messages.clear();
  agseterrf(collect);
  const std::unique_ptr<Agraph_t, FreeGraph> graph(agmemread(dot.c_str()));
  if (!graph) return Diagnostic{"E0716", {}, "cannot draw: this is not DOT text: " + messages};
  if (gvLayout(context(), graph.get(), "dot") != 0)
    return Diagnostic{"E0716", {}, "cannot draw: no layout was found: " + messages};
  char* data = nullptr;
  unsigned length = 0;
  const bool drawn = gvRenderData(context(), graph.get(), "svg", &data, &length) == 0;
  std::string text(drawn ? std::string(data, length) : std::string());
  if (drawn) gvFreeRenderData(data);
  gvFreeLayout(context(), graph.get());
  if (!drawn) return Diagnostic{"E0716", {}, "cannot draw: " + messages};
  return text;
}

}  // namespace refold
