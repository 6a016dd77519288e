/*
 * Local storage that never throws. Browsers may refuse it altogether: the app then works for the visit, from memory.
 */

export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Null removes. */
export function writeStored(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Refused: the value lives in memory for this visit.
  }
}

export function clearStored(): void {
  try {
    localStorage.clear();
  } catch {
    // Nothing was stored either.
  }
}

/** A stored list of names; anything else that may be stored there counts as none. */
export function readStoredList(name: string): string[] {
  try {
    const list: unknown = JSON.parse(readStored(name) ?? '[]');
    return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
  } catch {
    return [];
  }
}
