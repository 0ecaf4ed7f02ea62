// ---- Source lines -------------------------------------------------------------------------------------------------------
// The lines around a place, from the excerpts in the result, and a link that opens the file in an editor.

class Source {
  constructor(excerpts = []) { this.excerpts = excerpts; }

  around(place) {
    return this.excerpts.find(({file, first, lines}) => file === place.file && place.line >= first && place.line < first + lines.length);
  }

  // Nothing if the result has no lines for the place.
  draw(place) {
    const excerpt = place && this.around(place);
    if (!excerpt) return undefined;
    const near = (number) => Math.abs(number - place.line) <= 4;
    return element("figure", {class: "source"}, element("figcaption", {}, editorLink(place)),
      element("pre", {}, excerpt.lines.map((line, index) => ({line, number: excerpt.first + index})).filter(({number}) => near(number))
        .map(({line, number}) => element("span", {class: number === place.line ? "line this" : "line"},
          element("span", {class: "line-number"}, String(number)), `${line}\n`))));
  }
}

// Links that editors open; {file} and {line} stand for the place.
const EDITORS = {
  "VS Code": "vscode://file{file}:{line}", "VSCodium": "vscodium://file{file}:{line}", "CLion": "clion://open?file={file}&line={line}",
  "IntelliJ IDEA": "idea://open?file={file}&line={line}", "Sublime Text": "subl://open?url=file://{file}&line={line}",
  "TextMate": "txmt://open?url=file://{file}&line={line}", "no editor": "",
};

// The reader's choice, kept by the browser if it keeps anything for pages.
const editor = {
  get link() { try { return localStorage.getItem("linnet-editor") ?? EDITORS["VS Code"]; } catch { return this.chosen ?? EDITORS["VS Code"]; } },
  choose(link) {
    this.chosen = link;
    try { localStorage.setItem("linnet-editor", link); } catch { /* for this page only */ }
  },
};

// A link that opens the file, and the choice of the editor. Only an absolute path leads anywhere.
function editorLink({file, line}) {
  const text = `${baseName(file)}:${line}`;
  if (!file.startsWith("/")) return element("span", {}, text);
  const place = element("span", {});
  const draw = () => place.replaceChildren(editor.link === "" ? text
    : element("a", {href: editor.link.replace("{file}", () => encodeURI(file)).replace("{line}", line), title: "Open in an editor"}, text));
  const ask = () => prompt("A link with {file} and {line}:", editor.link);
  const choices = element("select", {class: "editor", "aria-label": "Editor that links open", onchange: ({target}) => {
    const link = target.value === "another" ? ask() : target.value;
    if (link !== null) editor.choose(link);
    draw();
  }}, Object.entries(EDITORS).map(([name, link]) => element("option", {value: link, selected: link === editor.link}, name)),
    element("option", {value: "another", selected: !Object.values(EDITORS).includes(editor.link)}, "another …"));
  draw();
  return [place, choices];
}
