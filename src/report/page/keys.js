// ---- Keys ---------------------------------------------------------------------------------------------------------------
// All keys that the page knows, and what they do. Parts of the page that have the focus see a key before this does.

const KEYS = [
  ["[ ]", "step the order back and on"],
  ["k j", "step the execution back and on"],
  ["/", "search; Enter and Shift-Enter go to the next and the previous match"],
  ["← → ↑ ↓ Home End", "in the timeline: along a thread, and to the next one"],
  ["+ - 0", "in the timeline: zoom, and as much as fits"],
  ["↑ ↓ Page Up, Page Down, Home, End", "in a list: the next row"],
  ["Enter ← →", "on a step: fold and unfold its operation"],
  ["?", "this list"],
];

function keysDialog() {
  const dialog = element("dialog", {id: "keys", "aria-label": "Keys"}, element("h2", {}, "Keys"),
    element("table", {class: "as-needed"}, element("tbody", {}, KEYS.map(([keys, meaning]) =>
      element("tr", {}, element("td", {}, element("kbd", {}, keys)), element("td", {}, meaning))))),
    element("form", {method: "dialog"}, element("button", {}, "close")));
  document.body.append(dialog);
  return dialog;
}

function showKeys() {
  const dialog = document.getElementById("keys") ?? keysDialog();
  if (!dialog.open) dialog.showModal();
}

// The parts of the page that keys move.
const steered = {orders: undefined, execution: undefined};

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input[type=search], select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const actions = {
    "[": () => steered.orders?.stepBy(-1), "]": () => steered.orders?.stepBy(1),
    k: () => steered.execution?.stepBy(-1), j: () => steered.execution?.stepBy(1),
    "/": () => document.getElementById("search")?.focus(),
    "?": showKeys,
  };
  if (!(event.key in actions)) return;
  event.preventDefault();
  actions[event.key]();
});
