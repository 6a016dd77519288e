/*
 * A browser's page translation replaces each text of the page by a `<font>` with the translation. React keeps the text, which is no
 * longer in the page: removing it would throw and end the app (https://github.com/facebook/react/issues/11538), and a new price
 * written into it would never be seen. Here what stands in for a text is remembered, removed with it, and taken back when the text
 * changes; the browser then translates the new one.
 */

/** What stands in the place of a text of ours. */
const standIns = new WeakMap<Node, ChildNode>();

/** Call it once, before anything is drawn. */
export function followTranslation(): void {
  let isTranslated = false;
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });

  function note(changes: readonly MutationRecord[]): void {
    for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of changes) {
      if (type === 'characterData') {
        comeBack(target);
        continue;
      }
      const fonts = [...addedNodes, previousSibling, nextSibling].filter(isFont);
      const [font] = fonts;
      if (font === undefined) continue;
      for (const text of removedNodes) {
        if (text.nodeType !== Node.TEXT_NODE || text.parentNode !== null) continue;
        isTranslated = true;
        standIns.set(text, font);
        observer.observe(text, { characterData: true });
      }
    }
  }

  /** What was seen so far, also of this moment. */
  function standInOf(node: Node, parent: Node): ChildNode | null {
    note(observer.takeRecords());
    const found = standIns.get(node);
    return found?.parentNode === parent ? found : null;
  }

  const { prototype } = Node;
  // oxlint-disable-next-line typescript/unbound-method -- They are called on the node that is meant.
  const { removeChild, insertBefore } = prototype;

  function removed<T extends Node>(parent: Node, child: T): T {
    removeChild.call(parent, child);
    return child;
  }

  function inserted<T extends Node>(parent: Node, node: T, child: Node | null): T {
    insertBefore.call(parent, node, child);
    return node;
  }

  prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removed(this, child);
    const standIn = standInOf(child, this);
    if (standIn !== null) standIn.remove();
    // Without a translation it is a fault of ours, and shall be heard.
    else if (!isTranslated) return removed(this, child);
    return child;
  };

  prototype.insertBefore = function <T extends Node>(this: Node, node: T, child: Node | null): T {
    if (child === null || child.parentNode === this) return inserted(this, node, child);
    const standIn = standInOf(child, this);
    // At the end rather than not at all.
    return inserted(this, node, standIn === null && !isTranslated ? child : standIn);
  };
}

function isFont(node: Node | null): node is HTMLElement {
  return node?.nodeName === 'FONT';
}

/** The text has changed: the translation of the old one is no longer true. */
function comeBack(text: Node): void {
  const standIn = standIns.get(text);
  if (standIn === undefined || standIn.parentNode === null || text.parentNode !== null) return;
  standIn.parentNode.replaceChild(text, standIn);
  standIns.delete(text);
}
