/** Prints a text alone, from a frame that is there only as long as the browser needs it. */
export function printText(text: string): void {
  const frame = document.createElement('iframe');
  frame.className = 'sr-only';
  frame.setAttribute('aria-hidden', 'true');
  document.body.append(frame);
  const page = frame.contentDocument;
  if (page === null) return;
  const block = page.createElement('pre');
  block.textContent = text;
  page.body.append(block);
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
  frame.contentWindow?.print();
}
