/*
 * A place on its way from the map back to the form that asked for it. In memory only; it is deleted when it is taken, and
 * when the session ends.
 */

import { draft } from '../session/drafts.ts';

/** The form that asks: the branch of a bank card. */
export type PlacePurpose = 'branch';

/** `name` is a city in the member's language, or null far from all cities of the list. */
export type ChosenPlace = { latitude: number; longitude: number; name: string | null };

type Errand = { purpose: PlacePurpose; place: ChosenPlace | null };

export const placeErrand = draft<Errand | null>(null);

/** Called by the form, before it opens the map. */
export function askForPlace(purpose: PlacePurpose): void {
  placeErrand.set({ purpose, place: null });
}

/** True if a form waits for it, so the map can go back to where it was opened. */
export function handOverPlace(purpose: PlacePurpose, place: ChosenPlace): boolean {
  const isAwaited = placeErrand.get()?.purpose === purpose;
  placeErrand.set({ purpose, place });
  return isAwaited;
}

/** After the form used the place, or the member did not want it. */
export function forgetPlace(): void {
  placeErrand.set(null);
}

export function purposeOf(text: string | null): PlacePurpose | null {
  return text === 'branch' ? text : null;
}
