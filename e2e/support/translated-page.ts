import type { BrowserContext } from '@playwright/test';

/**
 * What a browser's page translation does: it replaces each text of the page by two `<font>` with the translation, also those that
 * come later.
 */
export async function translatePage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const skipped = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEXTAREA', 'FONT']);
    const wrap = (text: Node) => {
      const parent = text.parentElement;
      const isText = text.nodeType === Node.TEXT_NODE && (text.nodeValue ?? '').trim() !== '';
      if (!isText || parent === null || skipped.has(parent.nodeName)) return;
      if (parent.closest('[translate=no],.notranslate,svg,canvas') !== null) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      outer.append(inner);
      inner.append(`«${text.nodeValue ?? ''}»`);
      parent.replaceChild(outer, text);
    };
    const wrapAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode() !== null) texts.push(walker.currentNode);
      texts.forEach(wrap);
    };
    const follow = () => {
      wrapAll(document.body);
      new MutationObserver((changes) => {
        for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
          if (added.nodeType === Node.TEXT_NODE) wrap(added);
          else if (added.nodeName !== 'FONT') wrapAll(added);
        }
      }).observe(document.body, { childList: true, subtree: true });
    };
    document.addEventListener('DOMContentLoaded', follow);
  });
}
