/*
 * The browser's offer to install the site as an app. The browser makes it once, soon after the page has loaded, and it
 * serves once. So it is kept from the start, for whichever screen shows it.
 */

import { observable } from '@candor/api-client/observable';

/** What Chromium adds to the event `beforeinstallprompt`; TypeScript does not know it. */
type InstallPromptEvent = Event & {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

let offer: InstallPromptEvent | null = null;

/** True while the browser would ask the member, if the site said so. */
export const installOffered = observable(false);

/** True in a window of the installed app, and once it was installed from this page. */
export const installed = observable(false);

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return 'prompt' in event && 'userChoice' in event;
}

/** Call once, before anything waits: an event that nobody listened to does not come again. */
export function startInstallOffer(): void {
  // Safari on an iPhone says it in its own way.
  const onIphone = 'standalone' in navigator && navigator.standalone === true;
  installed.set(onIphone || matchMedia('(display-mode: standalone)').matches);
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return;
    // The site asks where the member looks for it, not the browser in the middle of an order.
    event.preventDefault();
    offer = event;
    installOffered.set(true);
  });
  addEventListener('appinstalled', () => {
    offer = null;
    installOffered.set(false);
    installed.set(true);
  });
}

/** Shows the browser's own question. */
export async function askInstall(): Promise<'accepted' | 'dismissed' | 'gone'> {
  const event = offer;
  if (event === null) return 'gone';
  offer = null;
  installOffered.set(false);
  await event.prompt();
  return (await event.userChoice).outcome;
}
