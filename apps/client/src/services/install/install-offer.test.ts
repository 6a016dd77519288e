// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { askInstall, installed, installOffered, startInstallOffer } from './install-offer.ts';

test('the offer is kept until it is used, and the browser does not ask by itself', async () => {
  startInstallOffer();
  expect([installOffered.get(), installed.get()]).toEqual([false, false]);
  expect(await askInstall()).toBe('gone');

  const prompt = vi.fn(async () => undefined);
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt,
    userChoice: Promise.resolve({ outcome: 'accepted' }),
  });
  dispatchEvent(event);
  expect([event.defaultPrevented, installOffered.get()]).toEqual([true, true]);
  expect(prompt).not.toHaveBeenCalled();

  expect(await askInstall()).toBe('accepted');
  expect(prompt).toHaveBeenCalledTimes(1);
  expect([installOffered.get(), await askInstall()]).toEqual([false, 'gone']);
  dispatchEvent(new Event('appinstalled'));
  expect(installed.get()).toBe(true);
});
