import type { Page } from '@playwright/test';

/** Stores entries as if this device had kept them at an earlier visit. */
export async function keepOnDevice(page: Page, entries: Readonly<Record<string, unknown>>): Promise<void> {
  await page.evaluate(
    async (all) =>
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('candor', 1);
        opening.addEventListener('success', () => {
          const change = opening.result.transaction('kept', 'readwrite');
          for (const [key, value] of Object.entries(all)) change.objectStore('kept').put(value, key);
          change.addEventListener('complete', () => resolve());
          change.addEventListener('error', () => reject(new Error('it could not be kept')));
        });
      }),
    entries,
  );
}

/** What this device has kept under a key. */
export async function keptOnDevice(page: Page, key: string): Promise<unknown> {
  return await page.evaluate(
    async (wanted) =>
      await new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open('candor', 1);
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('kept', 'readonly').objectStore('kept').get(wanted);
          reading.addEventListener('success', () => resolve(reading.result));
          reading.addEventListener('error', () => reject(new Error('it could not be read')));
        });
      }),
    key,
  );
}
