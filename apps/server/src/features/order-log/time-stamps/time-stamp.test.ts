import { describe, expect, it } from 'vitest';
import { makeTimeAuthority } from '../../../testing/test-time-authority.ts';
import type { Answering } from '../../../testing/test-time-authority.ts';
import { readTimeStampAnswer, writeTimeStampRequest } from './time-stamp.ts';

const DATA = Buffer.from('candor-order-log\n3\nroot\n\n');
const NONCE = Buffer.from('74f38ac0523a47c9', 'hex');
const AT = Date.parse('2026-11-23T13:44:45Z');

/** What another implementation asks and answers: `openssl ts -query` and `openssl ts -reply`. */
const QUERY = 'MEMCAQEwMTANBglghkgBZQMEAgEFAAQgM8ov+pnXMUPDFjV4i0mFHhYzxdlTsylPfgGAQOBBPXQCCHTzisBSOkfJAQH/';
const ANSWER =
  'MIIHhjADAgEAMIIHfQYJKoZIhvcNAQcCoIIHbjCCB2oCAQMxDzANBglghkgBZQMEAgEFADByBgsqhkiG9w0BCRABBKBjBGEwXwIBAQYEKgMEATAxMA0GCWCGSAFlAwQCAQUABCAzyi/6mdcxQ8MWNXiLSYUeFjPF2VOzKU9+AYBA4EE9dAIBAhgPMjAyNjExMjMxMzQ0NDVaMAMCAQECCHTzisBSOkfJoIIE3DCCAmowggIQoAMCAQICFE6kpxdTPAJT0sP+T7wE2dOq+HWpMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCVRlc3Qgcm9vdDAgFw0yNjExMjMxMzQ0NDVaGA8yMTI2MTAzMDEzNDQ0NVowHTEbMBkGA1UEAwwSVGVzdCB0aW1lIHN0YW1waW5nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAvxFyzV8UTu9qbqBjx/S3Po6QtR3l70msBHvMNsP16po176Ghvmo69b2cFGCdFJ2WzadAQhDg7xreCWFPDr5QAVV9Hg94f6aE8qmE8q0BsZg6JZqCkUtC7H0/jY4TnHyvA5gTESzOnarQc+9BriVvmhyY+nRrEUdjAT2h5tPO7SP0v9R0ySic7P/fW3s1A9c2pOqGvXvZ5ywPzvcH059SGAATeBnwHAGp3FL8Y8Mb0iCiuIWOTzkpOh7QMIG7b3sqekSR5bEAhD2G5iPFdUin27hhte4lYCYPTMdgC+UVG6Ob0+rOVJ9AigCLqzZz6jVzYkv8iWATsIYWFOTsm06xzwIDAQABo2owaDAWBgNVHSUBAf8EDDAKBggrBgEFBQcDCDAOBgNVHQ8BAf8EBAMCB4AwHQYDVR0OBBYEFJOaeUh8wIX3aysBLgaKoNqmcXAdMB8GA1UdIwQYMBaAFOiVmjFUNyc718pvHIoIt7TNZwOCMAoGCCqGSM49BAMCA0gAMEUCIQDhFJUV/eybtb8U9/xXV/i8U5Hi+YZU0pv2EQ5Wi2P27QIgOIjXo/HoPqusmHdDD19S6PgnjX9I/tX3oUPwGwW323IwggJqMIICEKADAgECAhROpKcXUzwCU9LD/k+8BNnTqvh1qTAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlUZXN0IHJvb3QwIBcNMjYxMTIzMTM0NDQ1WhgPMjEyNjEwMzAxMzQ0NDVaMB0xGzAZBgNVBAMMElRlc3QgdGltZSBzdGFtcGluZzCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBAL8Rcs1fFE7vam6gY8f0tz6OkLUd5e9JrAR7zDbD9eqaNe+hob5qOvW9nBRgnRSdls2nQEIQ4O8a3glhTw6+UAFVfR4PeH+mhPKphPKtAbGYOiWagpFLQux9P42OE5x8rwOYExEszp2q0HPvQa4lb5ocmPp0axFHYwE9oebTzu0j9L/UdMkonOz/31t7NQPXNqTqhr172ecsD873B9OfUhgAE3gZ8BwBqdxS/GPDG9IgoriFjk85KToe0DCBu297KnpEkeWxAIQ9huYjxXVIp9u4YbXuJWAmD0zHYAvlFRujm9PqzlSfQIoAi6s2c+o1c2JL/IlgE7CGFhTk7JtOsc8CAwEAAaNqMGgwFgYDVR0lAQH/BAwwCgYIKwYBBQUHAwgwDgYDVR0PAQH/BAQDAgeAMB0GA1UdDgQWBBSTmnlIfMCF92srAS4GiqDapnFwHTAfBgNVHSMEGDAWgBTolZoxVDcnO9fKbxyKCLe0zWcDgjAKBggqhkjOPQQDAgNIADBFAiEA4RSVFf3sm7W/FPf8V1f4vFOR4vmGVNKb9hEOVotj9u0CIDiI16Px6D6rrJh3Qw9fUuj4J41/SP7V96FD8BsFt9tyMYIB/jCCAfoCAQEwLDAUMRIwEAYDVQQDDAlUZXN0IHJvb3QCFE6kpxdTPAJT0sP+T7wE2dOq+HWpMA0GCWCGSAFlAwQCAQUAoIGkMBoGCSqGSIb3DQEJAzENBgsqhkiG9w0BCRABBDAcBgkqhkiG9w0BCQUxDxcNMjYxMTIzMTM0NDQ1WjAvBgkqhkiG9w0BCQQxIgQgRwHGvRM/cB4dqVWbyCJ5cKhA8Za52HxQy8rJ/hR9Hs8wNwYLKoZIhvcNAQkQAi8xKDAmMCQwIgQgO9TnVHz5PYrv72niIunZzUFk2VQOQlG+TTjy8rx4JHwwDQYJKoZIhvcNAQEBBQAEggEApXG/r6qfJFixcFEf73MXLgHdNx+iDHtkLis4L//OGe8u35n85X8GaeBXNcL0txj3GmAwYY4kss5aoWajYKUcoQyPzSaIw9Rwjv24Nuf+/4iqA5ui3GQxJD8n5P+dNIVsAm3iUuJ0EHRfUCwEvH8wbgfpQ1bkc+wStKjNIeaAz8bhI6NxAI3567tEUbaBHBjZVP6iNs0LppLYFlXCdkGm4e5Z1bgN4MwjIUNmwegrGpqbzfJIDPO4z3G/IbsCGG9qVD/BEHNiV56wCobI5Knto4iklN/KvwAOPqf4pBOIWqwzAeZYYuxD5fT5d1Rq/wVM766QpDE7GlEWnupBrdaADw==';
const ROOT =
  'MIIBfjCCASWgAwIBAgIUc4iakng8jkTmkfyHwnc2C6Xc+KgwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJVGVzdCByb290MCAXDTI2MTEyMzEzNDQ0NFoYDzIxMjYxMDMwMTM0NDQ0WjAUMRIwEAYDVQQDDAlUZXN0IHJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATQzIDaD4D2Cmf1rH6TsIb5bCTkvMoAeh3jj3q+lrQKZEE/+UhqE5T7RITggYKEZQHVQiKDGvZMw/L7GFnUqDcwo1MwUTAdBgNVHQ4EFgQU6JWaMVQ3JzvXym8cigi3tM1nA4IwHwYDVR0jBBgwFoAU6JWaMVQ3JzvXym8cigi3tM1nA4IwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiA0uorz6LDkvj9FWE2XvKVLI10f1gnesrwE3g5EGKUBlQIgcqHB2Qyu8O5znWEXxJ2tJ6cUzxhebeWCcXZOcyodC1s=';

const openssl = { data: DATA, nonce: NONCE, roots: [bytesOf(ROOT)], nowMs: AT + 60_000 };

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}

describe('a time stamp of another implementation', () => {
  it('is asked for in the same bytes', () => {
    expect(Buffer.from(writeTimeStampRequest(DATA, NONCE)).toString('base64')).toBe(QUERY);
  });

  it('is read', async () => {
    const stamp = await readTimeStampAnswer(bytesOf(ANSWER), openssl);
    expect([stamp.atMs, stamp.authority]).toEqual([AT, 'Test time stamping']);
    // The token is the end of the answer.
    expect(bytesOf(ANSWER).subarray(-stamp.token.length).equals(stamp.token)).toBe(true);
  });

  it.each([
    ['other bytes', { data: Buffer.from('x') }],
    ['another request', { nonce: Buffer.from('74f38ac0523a47c8', 'hex') }],
    ['nobody vouches for', { roots: [] }],
    ['another time', { nowMs: AT + 11 * 60_000 }],
    ['another time', { nowMs: AT - 11 * 60_000 }],
  ])('is refused if it is for %s', async (_, changes) => {
    await expect(readTimeStampAnswer(bytesOf(ANSWER), { ...openssl, ...changes })).rejects.toThrow();
  });

  it('is refused with any byte changed that says what is signed', async () => {
    const token = bytesOf(ANSWER);
    // The digest, the time, the nonce, and the signature at the end.
    const digestAt = token.indexOf(Buffer.from('33ca2ffa99d73143', 'hex'));
    const places = [digestAt, token.indexOf('20261123134445Z') + 13, token.indexOf(NONCE), token.length - 10];
    for (const at of places) {
      expect(at).toBeGreaterThan(0);
      const changed = Buffer.from(token);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(readTimeStampAnswer(changed, openssl), `byte ${at}`).rejects.toThrow();
    }
  });
});

describe('an answer', () => {
  const answered = async (answering: Partial<Answering>, roots?: Uint8Array[]) => {
    const authority = await makeTimeAuthority();
    const answer = await authority.answer(writeTimeStampRequest(DATA, NONCE), { atMs: AT, ...answering });
    return await readTimeStampAnswer(answer, { ...openssl, roots: roots ?? [authority.root] });
  };

  it('is taken from whom a certificate vouches for', async () => {
    await expect(answered({})).resolves.toMatchObject({ atMs: AT, authority: 'Test time' });
  });

  it.each<[string, Partial<Answering>, string]>([
    ['that refuses', { status: 2 }, 'the authority refused (2)'],
    ['over another digest', { digest: Buffer.alloc(32, 1) }, ''],
    ['by a certificate for web sites', { purpose: '1.3.6.1.5.5.7.3.1' }, 'the certificate is not for time stamps'],
    ['hours ago', { atMs: AT - 7_200_000 }, 'the time of the token is far from ours'],
  ])('%s is refused', async (_, answering, words) => {
    await expect(answered(answering)).rejects.toThrow(words);
  });

  it('by somebody else is refused', async () => {
    await expect(answered({}, [bytesOf(ROOT)])).rejects.toThrow();
  });

  it.each(['', '30', '3003020100', '00'.repeat(1000), Buffer.from('<html>').toString('hex')])(
    'that is none is refused: %s',
    async (hex) => {
      await expect(readTimeStampAnswer(Buffer.from(hex, 'hex'), openssl)).rejects.toThrow();
    },
  );
});
