import { describe, expect, it } from 'vitest';
import { mergeMetrics } from './merge-metrics.ts';
import { childSettings } from './run-site.ts';
import { ROLES } from '../platform/db/roles.ts';
import type { Role } from '../platform/db/roles.ts';

const ENV = {
  PATH: '/bin',
  HOST: '0.0.0.0',
  PORT: '0',
  ROLES: 'http,feed,worker',
  METRICS_PORT: '9464',
  SEED_PASSWORD: 'secret',
  FEED_SEED: 'seed',
  DATABASE_OWNER_URL: 'postgres://owner',
  DATABASE_URL: 'postgres://all',
  DATABASE_FEED_URL: 'postgres://feed',
  NATS_URL: 'tls://all',
  NATS_FEED_URL: 'tls://feed',
  NATS_CA_FILE: '/ca.pem',
};

const PLACES = {
  dataDir: '/data',
  secretsDir: '/data/secrets',
  marketdataDir: '/marketdata',
  rootsFile: undefined,
  link: undefined,
};

describe('the settings a process of a role gets', () => {
  it('have no login of the database or the news and no setting of another role', () => {
    expect(childSettings(ENV, { role: 'feed', places: PLACES, address: undefined })).toEqual({
      PATH: '/bin',
      HOST: '0.0.0.0',
      ROLES: 'feed',
      CANDOR_CHILD: '1',
      DATA_DIR: '/data',
      SECRETS_DIR: '/data/secrets',
      MARKETDATA_DIR: '/marketdata',
      FEED_SEED: 'seed',
    });
    for (const role of ROLES) {
      const settings = childSettings(ENV, { role, places: PLACES, address: undefined });
      expect(JSON.stringify(settings)).not.toMatch(/postgres:|tls:/);
    }
  });

  it('have the console at its own address, or at the socket between http and console', () => {
    const env = { ...ENV, CONSOLE_PORT: '8081', CONSOLE_HOST: '10.0.0.1', CANDOR_CONSOLE_LINK: '/foreign' };
    const of = (role: Role, link?: string) => {
      const settings = childSettings(env, { role, places: { ...PLACES, link }, address: undefined });
      return [settings['CONSOLE_PORT'], settings['CONSOLE_HOST'], settings['CANDOR_CONSOLE_LINK']];
    };
    expect(of('console')).toEqual(['8081', '10.0.0.1', undefined]);
    expect(of('http')).toEqual([undefined, undefined, undefined]);
    for (const role of ['http', 'console'] as const) expect(of(role, '/socket')[2]).toBe('/socket');
    expect(of('worker', '/socket')).toEqual([undefined, undefined, undefined]);
  });

  it('have the port of the process it replaces', () => {
    const of = (address: string | undefined) => childSettings(ENV, { role: 'http', places: PLACES, address })['PORT'];
    expect(of(undefined)).toBe('0');
    expect(of('http://127.0.0.1:4321')).toBe('4321');
  });

  it('have the way to the process of pictures, for http and console alone', () => {
    const of = (role: Role) =>
      childSettings(ENV, { role, places: PLACES, address: undefined, pictures: '/pictures' })['CANDOR_PICTURES_LINK'];
    expect(ROLES.map(of)).toEqual(
      ROLES.map((role) => (role === 'http' || role === 'console' ? '/pictures' : undefined)),
    );
  });
});

describe('the metrics of all processes', () => {
  it('are merged under their common names', () => {
    const text = (role: string, value: number) =>
      `# HELP a_total Things\n# TYPE a_total counter\na_total{role="${role}"} ${value}\n\n# HELP b Other\n# TYPE b gauge\nb{role="${role}"} 1\n`;
    expect(mergeMetrics([text('http', 1), '', text('feed', 2)])).toBe(
      [
        '# HELP a_total Things',
        '# TYPE a_total counter',
        'a_total{role="http"} 1',
        'a_total{role="feed"} 2',
        '# HELP b Other',
        '# TYPE b gauge',
        'b{role="http"} 1',
        'b{role="feed"} 1',
        '',
      ].join('\n'),
    );
  });

  it('knows the socket of the process that signs, and nothing of the token', () => {
    const env = { ...ENV, PKCS11_MODULE: '/lib/hsm.so', PKCS11_PIN_FILE: '/secret/pin', SIGNER_SOCKET: '/another' };
    const settings = childSettings(env, { role: 'http', places: PLACES, address: undefined, signer: '/signer' });
    expect(settings['SIGNER_SOCKET']).toBe('/signer');
    expect(Object.keys(settings).filter((name) => name.startsWith('PKCS11_'))).toEqual([]);
    expect(childSettings(env, { role: 'http', places: PLACES, address: undefined })).not.toHaveProperty(
      'SIGNER_SOCKET',
    );
  });
});
