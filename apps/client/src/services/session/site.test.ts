// @vitest-environment happy-dom
import { fakeIndexedDb } from '@candor/api-client/testing/fake-indexed-db';
import { expect, test, vi } from 'vitest';
import { SITE_CONFIG } from '../../lib/testing/site-config.ts';
import { loadSite, site } from './site.ts';

const { indexedDB } = fakeIndexedDb();
vi.stubGlobal('indexedDB', indexedDB);

test('a first visit does not start without the configuration; a device that was here starts with what it kept', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network');
  });
  await expect(loadSite()).rejects.toMatchObject({ key: 'NETWORK_ERROR' });
  expect(site.get()).toBeNull();
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, msg: '', data: { ...SITE_CONFIG, domain: 'abc' } }));
  expect(await loadSite()).toMatchObject({ domain: 'abc', web_logo: '' });
  site.set(null);
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network');
  });
  expect(await loadSite()).toMatchObject({ domain: 'abc' });
});
