const FIRST_WAIT_MS = 2_000;
const WAIT_MS_MAX = 30_000;

/**
 * Loads code that lies over the page, and never fails: without a connection or while the host is changed the code does
 * not come, so it is asked for again, with growing waits. A failure would take the page below with it.
 */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, WAIT_MS_MAX)) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
