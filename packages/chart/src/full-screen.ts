/*
 * One element over everything: the browser's full screen where it has one, else only the window, which the element's
 * own style fills. A phone is asked to lie down; one that refuses stays upright.
 */

/** Makes everything outside the element unreachable for keyboard and readers, until the returned function is called. */
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

/** `onLeft` is called when the browser itself ends it (Escape, back gesture). Returns how to leave. */
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
    // Where one of these is refused or unknown, the window is filled as it is.
    .catch(() => {});
  return () => {
    left = true;
    document.removeEventListener('fullscreenchange', changed);
    if (document.fullscreenElement === element) document.exitFullscreen().catch(() => {});
    release();
  };
}
