import { describe, expect, it } from 'vitest';
import { pushView } from '@candor/contract/push';
import { readPush } from '@candor/contract/calls/push';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { startPushSite } from '../../testing/push-site.ts';

const { site, subscribe, rowsLeft } = startPushSite();

describe('the subscription of a device', () => {
  it('is off at first, holds what the member chose, and is taken back', async () => {
    const before = pushView.parse((await site.server.call('GET', readPush.path, { token: site.token })).body.data);
    expect(before).toEqual({ key: expect.stringMatching(/^[\w-]{87}$/), chosen: null });
    const made = pushView.parse((await subscribe()).body.data);
    expect(made.chosen).toMatchObject({ kinds: ['settlement', 'withdrawal'], amounts: false });
    expect(pushView.parse((await subscribe({ kinds: ['deposit'], amounts: true })).body.data).chosen).toMatchObject({
      kinds: ['deposit'],
      amounts: true,
    });
    expect(
      pushView.parse((await site.server.call('DELETE', readPush.path, { token: site.token })).body.data).chosen,
    ).toBeNull();
    expect(await rowsLeft()).toBe(0);
  });

  it.each([
    [{ endpoint: 'https://169.254.169.254/latest/meta-data' }, 'PUSH_SERVICE_UNKNOWN'],
    [{ endpoint: 'http://127.0.0.1:1/x' }, 'PUSH_SERVICE_UNKNOWN'],
    [{ endpoint: 'file:///etc/passwd' }, 'PUSH_SERVICE_UNKNOWN'],
    [{ kinds: [] }, 'FIELD_REQUIRED'],
    [{ kinds: ['everything'] }, 'FIELD_INVALID'],
    [{ keys: { p256dh: 'short', auth: 'short' } }, 'FIELD_INVALID'],
    [{ language: 'fr' }, 'FIELD_INVALID'],
    [{ memberId: '1' }, 'FIELD_UNKNOWN'],
  ])('%j is refused', async (more, error) => {
    expect((await subscribe(more)).body).toMatchObject({ code: 400, error });
    expect(await rowsLeft()).toBe(0);
  });

  it('needs the device that logged in: a stolen token has no news sent elsewhere', async () => {
    const foreign = await makeSession(site.server.pool, site.memberId, null);
    expect((await subscribe({}, foreign)).body.error).toBe('DEVICE_KEY_REQUIRED');
  });

  it('ends with its session, and a browser belongs to the member who uses it now', async () => {
    await subscribe();
    const other = await makeSession(site.server.pool, await makeMember(site.server.pool));
    expect((await subscribe({}, other)).body.code).toBe(200);
    expect(await rowsLeft()).toBe(1);
    expect((await site.server.call('POST', '/logout', { token: other })).body.code).toBe(200);
    expect(await rowsLeft()).toBe(0);
    // Another device that ends all other sessions, as a new password does too.
    await subscribe();
    const newer = await makeSession(site.server.pool, site.memberId);
    expect((await site.server.call('DELETE', '/api/account/sessions', { token: newer })).body.code).toBe(200);
    expect(await rowsLeft()).toBe(0);
  });
});
