// ---- Elements -------------------------------------------------------------------------------------------------------
// Data from a result becomes text or the value of a harmless attribute: nothing here takes markup.

// element("p", {class: "quiet", onclick: f}, "text", child): properties that are undefined or false are left out.
function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, text] of Object.entries(value)) node.style.setProperty(key, text);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
  return node;
}

// SVG elements need a namespace, which looks like an address. It comes from the parser, so that the page contains no address.
const SHAPES = new DOMParser().parseFromString("<svg></svg>", "text/html").querySelector("svg").namespaceURI;

function shape(tag, properties = {}, ...children) {
  const node = document.createElementNS(SHAPES, tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value); else node.setAttribute(name, value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== false));
  return node;
}

function button(text, title, action, properties = {}) {
  return element("button", {type: "button", title, onclick: action, ...properties}, text);
}

// A button that copies the text to the clipboard, and confirms it for a moment.
function copyButton(text) {
  const copy = button("copy", "Copy it", async () => {
    await navigator.clipboard.writeText(text);
    copy.textContent = "copied";
    setTimeout(() => { copy.textContent = "copy"; }, 1500);
  }, {class: "copy"});
  return copy;
}

// Code with a button to copy it.
const command = (text) => [element("code", {}, text), " ", copyButton(text)];

function card(id, title, tools, ...children) {
  return element("section", {class: "card", id, "aria-labelledby": `${id}-title`},
    element("div", {class: "card-head"}, element("h2", {id: `${id}-title`}, title), element("div", {class: "tools"}, tools)),
    ...children);
}

// Calls `draw` at most once per frame.
function oncePerFrame(draw) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; draw(); });
  };
}

const PRINTED_ROWS = 1000;  // of a list, and that is many pages

// A list of rows of equal height, of which only the visible ones are elements. Focus is on the list, and one row is active:
// arrows, Page Up, Page Down, Home and End move it and call `choose`. What `decorate` returns for the visible rows lies over them.
class VirtualList {
  constructor({id, label, rowHeight, render, choose, decorate = () => []}) {
    Object.assign(this, {rowHeight, render, choose, decorate, id, count: 0, active: -1});
    this.rows = element("div", {class: "rows"});
    this.node = element("div", {class: "virtual", id, role: "listbox", tabindex: "0", "aria-label": label}, this.rows);
    this.draw = oncePerFrame(() => this.drawNow());
    this.node.addEventListener("scroll", this.draw, {passive: true});
    this.node.addEventListener("keydown", (event) => this.onKey(event));
    new ResizeObserver(this.draw).observe(this.node);
    addEventListener("beforeprint", () => this.drawNow(true));
    addEventListener("afterprint", this.draw);
  }

  show(count) {
    this.count = count;
    this.rows.style.height = `${count * this.rowHeight}px`;
    if (this.active >= count) this.active = -1;
    this.draw();
  }

  activate(index, {quietly = false} = {}) {
    this.active = index;
    if (index >= 0) this.reveal(index);
    if (!quietly && this.choose) this.choose(index);
    this.draw();
  }

  reveal(index) {
    const top = index * this.rowHeight, bottom = top + this.rowHeight, {scrollTop, clientHeight} = this.node;
    if (top < scrollTop) this.node.scrollTop = Math.max(0, top - this.rowHeight);
    else if (bottom > scrollTop + clientHeight) this.node.scrollTop = bottom + this.rowHeight - clientHeight;
  }

  drawNow(all = false) {
    const first = all ? 0 : Math.max(0, Math.floor(this.node.scrollTop / this.rowHeight) - 5);
    const last = all ? Math.min(this.count, PRINTED_ROWS)
                     : Math.min(this.count, Math.ceil((this.node.scrollTop + this.node.clientHeight) / this.rowHeight) + 5);
    const shown = [];
    for (let index = first; index < last; ++index) {
      const row = this.render(index);
      row.classList.add("row");
      row.style.top = `${index * this.rowHeight}px`;
      row.style.height = `${this.rowHeight}px`;
      row.id = `${this.id}-${index}`;
      row.setAttribute("role", "option");
      row.setAttribute("aria-selected", String(index === this.active));
      row.setAttribute("aria-posinset", index + 1);
      row.setAttribute("aria-setsize", this.count);
      row.addEventListener("click", () => { this.node.focus({preventScroll: true}); this.activate(index); });
      shown.push(row);
    }
    this.rows.replaceChildren(...shown, ...this.decorate(first, last));
    if (this.active >= 0) this.node.setAttribute("aria-activedescendant", `${this.id}-${this.active}`);
    else this.node.removeAttribute("aria-activedescendant");
  }

  onKey(event) {
    const page = Math.max(1, Math.floor(this.node.clientHeight / this.rowHeight) - 1);
    const to = {ArrowDown: this.active + 1, ArrowUp: this.active - 1, PageDown: this.active + page,
                PageUp: this.active - page, Home: 0, End: this.count - 1}[event.key];
    if (to === undefined || this.count === 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.activate(Math.min(this.count - 1, Math.max(0, to)));
  }
}
