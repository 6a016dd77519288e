import { vi } from 'vitest';

/**
 * Vitest's own limit is a second, which a busy machine may take for one answer. A longer one costs time only in a test that fails, so no
 * test has a shorter one.
 */
const LIMIT_MS = 30_000;
/** Vitest runs this before each file, also where files share their modules. */
const DONE = Symbol.for('candor.patient-waits');

if (!(DONE in vi)) {
  const { waitFor, waitUntil } = vi;
  Object.assign(vi, {
    [DONE]: true,
    waitFor: (callback: () => unknown, options?: Parameters<typeof waitFor>[1]) => waitFor(callback, patient(options)),
    waitUntil: (callback: () => unknown, options?: Parameters<typeof waitUntil>[1]) =>
      waitUntil(callback, patient(options)),
  });
}

function patient(options: Parameters<typeof vi.waitFor>[1]): Parameters<typeof vi.waitFor>[1] {
  const { timeout = 0, ...others } = typeof options === 'number' ? { timeout: options } : (options ?? {});
  return { ...others, timeout: Math.max(timeout, LIMIT_MS) };
}
