/* The signals of a settled order beyond the screen: a tone, a vibration, a system notification. */

import { within } from '@candor/api-client/within';

/** For a member who reads first. */
const QUESTION_MS_MAX = 60_000;
/** Two short pulses, the same for every result. */
const SETTLED_MS = [20, 60, 20];
const NOTES_HZ = [660, 880];
const NOTE_SEC = 0.14;
const VOLUME = 0.12;

let audio: AudioContext | null = null;

/** Two soft notes, the same for every result. Silent until the page was touched once, because browsers require that. */
export function playTone(): void {
  if (!('AudioContext' in window) || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  const { currentTime, destination } = audio;
  void audio.resume();
  for (const [index, frequency] of NOTES_HZ.entries()) {
    const startsAt = currentTime + index * NOTE_SEC;
    const note = new OscillatorNode(audio, { frequency });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, startsAt);
    volume.gain.linearRampToValueAtTime(VOLUME, startsAt + 0.02);
    volume.gain.linearRampToValueAtTime(0, startsAt + NOTE_SEC);
    note.connect(volume).connect(destination);
    note.start(startsAt);
    note.stop(startsAt + NOTE_SEC);
  }
}

/** Does nothing until the page was touched once: before that, browsers refuse and log a warning. `pattern` in ms. */
export function vibrate(pattern: number[]): void {
  if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(pattern);
}

export function vibrateSettled(): void {
  vibrate(SETTLED_MS);
}

export type SystemNotice = { tag: string; title: string; body: string; onPress: () => void };

export function canNotify(): boolean {
  return 'Notification' in window && Notification.permission === 'granted';
}

/** Asks the member through the browser; only called from the switch they pressed. */
export async function askToNotify(): Promise<boolean> {
  return 'Notification' in window && (await asked()) === 'granted';
}

/** Some browsers never answer while their question is hidden or passed over: that is no permission. */
async function asked(): Promise<NotificationPermission> {
  return await within(QUESTION_MS_MAX, Notification.requestPermission()).catch(() => 'default' as const);
}

/** Notices with the same tag replace each other. Without permission nothing is shown. */
export function notify({ tag, title, body, onPress }: SystemNotice): void {
  if (!canNotify()) return;
  try {
    const notice = new Notification(title, { tag, body });
    notice.addEventListener('click', () => {
      window.focus();
      notice.close();
      onPress();
    });
  } catch {
    // Some phones show notifications only through a service worker; there, only the screen, tone and vibration work.
  }
}
