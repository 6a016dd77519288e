/** For a picture that the browser decodes. */
export const PICTURE_MS_MAX = 20_000;

/** A promise of the browser that was not settled in time. */
export class NotInTime extends Error {
  constructor() {
    super('the browser did not answer in time');
    this.name = 'NotInTime';
  }
}

/**
 * Waits for a promise of the browser, and no longer than `limitMs`: some are never settled, as that of a database which another tab
 * holds. The work itself goes on.
 * @throws NotInTime
 */
export async function within<T>(limitMs: number, work: PromiseLike<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NotInTime()), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
