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

// Editors with support for vscode: links open the file there; otherwise nothing happens.
function editorLink({file, line}) {
  const text = `${baseName(file)}:${line}`;
  return file.startsWith("/") ? element("a", {href: `vscode://file${encodeURI(file)}:${line}`, title: "Open in an editor"}, text) : element("span", {}, text);
}
