// The head and the cards: what there is to copy.

/// Copies a text; where the page may not, it is selected for the reader to copy.
async function copy(node, button) {
  try {
    await navigator.clipboard.writeText(node.textContent);
  } catch {
    const { hidden } = node;
    node.hidden = false;
    getSelection().selectAllChildren(node);
    document.execCommand("copy");
    node.hidden = hidden;
  }
  button.dataset.done = "";
  setTimeout(() => delete button.dataset.done, 1500);
}

function connectProblems() {
  document.addEventListener("click", event => {
    const button = event.target.closest(".copy");
    if (button) copy($(button.dataset.text) ?? button.previousElementSibling, button);
  });
}
