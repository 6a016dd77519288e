/* Whether somebody uses this page. What it reads on its own while nobody does must not keep the session alive. */

const UNATTENDED_AFTER_MS = 60_000;

let usedAtMs = 0;

export function watchAttention(): void {
  usedAtMs = performance.now();
  for (const event of ['keydown', 'pointerdown', 'wheel'])
    window.addEventListener(event, () => (usedAtMs = performance.now()), { passive: true, capture: true });
}

export function isAttended(): boolean {
  return performance.now() - usedAtMs < UNATTENDED_AFTER_MS;
}
