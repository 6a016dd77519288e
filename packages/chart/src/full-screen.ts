/*
 * One element over everything: in the browser's full screen if it has one, else only in the window; the element's own
 * style fills it. A phone is asked for landscape; if it refuses, it stays upright.
 */

/** Makes everything outside the element unreachable for keyboard and screen readers, until the result is called. */
function silenceOutside(element: HTMLElement): () => void {
  const silenced: HTMLElement[] = [];
  for (let node = element; node !== document.body && node.parentElement !== null; node = node.parentElement) {
    for (const sibling of node.parentElement.children) {
      if (sibling === node || !(sibling instanceof HTMLElement) || sibling.inert) continue;
      sibling.inert = true;
      silenced.push(sibling);
    }
  }
  return () => {
    for (const each of silenced) each.inert = false;
  };
}

/** `onLeft` is called if the browser itself ends full screen (Escape, back gesture). Returns a function that leaves. */
export function enterFullScreen(element: HTMLElement, onLeft: () => void): () => void {
  const release = silenceOutside(element);
  const changed = () => {
    if (document.fullscreenElement === null) onLeft();
  };
  let left = false;
  element
    .requestFullscreen?.({ navigationUI: 'hide' })
    .then(() => {
      if (left) return document.exitFullscreen();
      document.addEventListener('fullscreenchange', changed);
      return screen.orientation.lock('landscape');
    })
    // If one of these is refused or unknown, the element still fills the window.
    .catch(() => {});
  return () => {
    left = true;
    document.removeEventListener('fullscreenchange', changed);
    if (document.fullscreenElement === element) document.exitFullscreen().catch(() => {});
    release();
  };
}
