/*
 * The Helm chart of deploy/, rendered by Helm itself and checked against the schemas of Kubernetes. Both are installed by .ci/parts;
 * where they are not, this is left out.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './lib/project.mjs';

const PARTS = join(ROOT, '.cache', 'parts');
const HELM = join(PARTS, 'helm', 'helm');
const CHART = join(ROOT, 'deploy', 'helm', 'candor');
const MODELS = join(PARTS, 'node_modules', 'kubernetes-models');
const isThere = [HELM, MODELS, join(PARTS, 'node_modules', 'yaml')].every((path) => existsSync(path));
const SITE = ['--set', 'site.hosts={https://candor.example}'];
const EVERYTHING = [
  ...SITE,
  ...[
    'secrets.nats=candor-nats',
    'ingress.enabled=true',
    'ingress.host=candor.example',
    'ingress.tlsSecret=tls',
    'monitoring.tokenSecret=candor-figures',
    'secrets.settings.name=candor-settings',
    'secrets.settings.keys={ALARM_SMTP_URL,ALARM_WEBHOOK_SECRET,CODE_GATEWAY_TOKEN,HTTPS_PROXY}',
    'network.extraEgress[0].to[0].ipBlock.cidr=10.1.2.3/32',
    'network.extraEgress[0].ports[0].port=3128',
  ].flatMap((value) => ['--set', value]),
  ...['network.httpFrom[0].podSelector.matchLabels.app=proxy', 'image.pullSecrets[0]=registry'].flatMap((value) => [
    '--set',
    value,
  ]),
];
const BUCKET = [
  ...SITE,
  ...[
    'endpoint=https://s3.example',
    'name=candor',
    'secret=candor-bucket',
    'prefix=site',
    'caFile=/data/secrets/s3.pem',
  ].flatMap((value) => ['--set', `storage.bucket.${value}`]),
];
const ON_TOKEN = [
  ...SITE,
  ...[
    'image=registry.example/candor-hsm:1',
    'module=/usr/lib/hsm.so',
    'token=candor',
    'key=signing-2',
    'previousKey=signing-1',
    'settings.HSM_CONF=/etc/candor/token/hsm.conf',
    'files=candor-hsm',
  ].flatMap((value) => ['--set', `signer.${value}`]),
];
const CONFIG = join(ROOT, 'apps', 'server', 'src', 'platform', 'config');
/** Of the server, not of operators: how its own processes find each other, tests, and what is in the image. */
const NOT_FOR_CHART = ['FEED_SEED', 'DATABASE_URL', 'NATS_URL', 'S3_CREDENTIALS_FILE', 'SIGNER_SOCKET'];
/** Where each kind is in kubernetes-models. */
const GROUPS = {
  Deployment: 'apps/v1',
  Job: 'batch/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'v1',
  PersistentVolumeClaim: 'v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  NetworkPolicy: 'networking.k8s.io/v1',
  Ingress: 'networking.k8s.io/v1',
};

/** @param {string[]} settings */
async function render(settings) {
  const { parseAllDocuments } = await import(join(PARTS, 'node_modules', 'yaml', 'dist', 'index.js'));
  const text = execFileSync(HELM, ['template', 'site', CHART, ...settings], { encoding: 'utf8' });
  return parseAllDocuments(text).map((/** @type {{ toJS: () => any }} */ document) => document.toJS());
}

/** @param {string[]} settings */
function refusalOf(settings) {
  const { status, stderr } = spawnSync(HELM, ['template', 'site', CHART, ...settings], { encoding: 'utf8' });
  return status === 0 ? '' : stderr;
}

/** @param {any[]} manifests */
function podsOf(manifests) {
  return manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(({ metadata, spec }) => ({ name: metadata.name, spec: spec.template.spec }));
}

/** @param {{ spec: any }} pod */
function envOf({ spec }) {
  return spec.containers[0].env.map((/** @type {{ name: string }} */ { name }) => name);
}

/** The settings that the server knows, from its own source. */
function settingsOfServer() {
  const source = readFileSync(join(CONFIG, 'config.ts'), 'utf8');
  const [, table = ''] = /^const environment = z\.object\(\{\n(.*?)^\}\);/ms.exec(source) ?? [];
  return [...table.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name);
}

/** @param {any[]} manifests @param {string} name */
function egressOf(manifests, name) {
  return manifests.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === name).spec.egress;
}

/** @param {string} endpoint */
async function wayToBucket(endpoint) {
  return egressOf(await render([...BUCKET, '--set', `storage.bucket.endpoint=${endpoint}`]), 'site-outside').slice(1);
}

describe.skipIf(!isThere)('the Helm chart (skipped where .ci/parts could not install Helm)', () => {
  it('is without a finding of Helm', () => {
    const { status, stdout } = spawnSync(HELM, ['lint', CHART, '--strict', ...SITE], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')]);
  });

  it.each([
    ['few', SITE],
    ['all', EVERYTHING],
    ['bucket', BUCKET],
    ['token', ON_TOKEN],
  ])(
    'with %s settings is valid by the schemas of Kubernetes, and has no field that they do not know',
    async (name, settings) => {
      const manifests = await render(settings);
      for (const manifest of manifests) {
        const group = GROUPS[/** @type {keyof typeof GROUPS} */ (manifest.kind)];
        expect(`${manifest.kind} ${manifest.apiVersion}`).toBe(`${manifest.kind} ${group}`);
        const models = await import(join(MODELS, group, 'index.js'));
        expect(() => new models[manifest.kind](manifest).validate()).not.toThrow();
      }
      // The schemas let unknown fields pass, as Kubernetes does with a warning; the types made from them do not.
      const folder = join(PARTS, `check-${name}`);
      mkdirSync(folder, { recursive: true });
      const lines = manifests.map(
        ({ kind, ...rest }, index) =>
          `import type { I${kind} as K${index} } from 'kubernetes-models/${GROUPS[/** @type {keyof typeof GROUPS} */ (kind)]}';\n` +
          `export const m${index}: K${index} = ${JSON.stringify({ kind, ...rest }, null, 1)};`,
      );
      writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'));
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: {
            module: 'preserve',
            moduleResolution: 'bundler',
            noEmit: true,
            strict: true,
            skipLibCheck: true,
            types: [],
          },
          files: ['manifests.ts'],
        }),
      );
      const { stdout } = spawnSync(
        process.execPath,
        [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder],
        {
          encoding: 'utf8',
        },
      );
      expect(stdout).toBe('');
    },
  );

  it('runs nothing as root, and writes nowhere but in its volumes', async () => {
    const pods = podsOf(await render(EVERYTHING));
    expect(pods.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['site-http', 'site-feed', 'site-worker', 'site-console', 'site-prepare']),
    );
    expect(new Set(pods.map(({ spec }) => spec.securityContext.runAsUser)).size).toBe(5);
    for (const { spec } of pods) {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of spec.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          privileged: false,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources.limits).toHaveProperty('memory');
      }
    }
  });

  it('keeps the PIN of a token from all but the container that signs, which has no login and a user of its own', async () => {
    const plain = JSON.stringify(await render(SITE));
    expect(plain).not.toMatch(/SIGNER_SOCKET|PKCS11|initContainers/);
    for (const { name, spec } of podsOf(await render([...EVERYTHING, ...ON_TOKEN]))) {
      const signs = name !== 'site-console';
      const [role] = spec.containers;
      expect(envOf({ spec }).includes('SIGNER_SOCKET'), name).toBe(signs);
      expect(JSON.stringify(role)).not.toMatch(/PKCS11|"(pin|token)"/);
      expect(spec.initContainers?.length ?? 0, name).toBe(signs ? 1 : 0);
      if (!signs) continue;
      const [signer] = spec.initContainers;
      // It runs as long as its role, and is there before it.
      expect(signer).toMatchObject({ restartPolicy: 'Always', startupProbe: { exec: {} } });
      expect(signer.securityContext).toEqual({
        runAsUser: 10_005,
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        privileged: false,
        capabilities: { drop: ['ALL'] },
      });
      const env = new Map(signer.env.map((/** @type {any} */ { name: key, value }) => [key, value]));
      expect([...env.keys()].filter((key) => /DATABASE|NATS|S3|SECRET/.test(key))).toEqual([]);
      expect(env.get('PKCS11_PREVIOUS_KEY')).toBe('signing-1');
      const mounts = new Map(signer.volumeMounts.map((/** @type {any} */ one) => [one.name, one]));
      expect([...mounts.keys()].toSorted()).toEqual(['pin', 'signer', 'signer-tmp', 'token']);
      expect(mounts.get('pin').mountPath).toBe(join(env.get('PKCS11_PIN_FILE'), '..'));
      const shared = role.volumeMounts.find((/** @type {any} */ mount) => mount.name === 'signer');
      expect(env.get('SIGNER_SOCKET')).toBe(`${shared.mountPath}/socket`);
      const volumes = spec.volumes.map((/** @type {any} */ volume) => volume.name);
      expect(volumes).toEqual(expect.arrayContaining([...mounts.keys()]));
    }
  });

  it('refuses a token without an image that has its library, and a PIN in plain settings', () => {
    expect(refusalOf([...ON_TOKEN, '--set', 'signer.image='])).toContain('signer');
    expect(refusalOf([...ON_TOKEN, '--set', 'signer.key='])).toContain('signer');
    expect(refusalOf([...ON_TOKEN, '--set', 'signer.settings.PKCS11_PIN_FILE=/x'])).toContain('PKCS11_PIN_FILE');
    expect(refusalOf(ON_TOKEN)).toBe('');
  });

  it('gives each role the login of its own task alone', async () => {
    for (const pod of podsOf(await render(EVERYTHING))) {
      const role = pod.name.replace('site-', '').replace('prepare', 'owner').toUpperCase();
      const logins = envOf(pod).filter((/** @type {string} */ name) => /^(DATABASE|NATS)_.*URL$/.test(name));
      expect(logins).toEqual([`DATABASE_${role}_URL`, ...(role === 'OWNER' ? [] : [`NATS_${role}_URL`])]);
    }
  });

  it('prepares the database before an upgrade, and keeps two of all that must not end together', async () => {
    const manifests = await render(SITE);
    const job = manifests.find((/** @type {any} */ { kind }) => kind === 'Job');
    expect(job.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    const budgets = manifests.filter((/** @type {any} */ { kind }) => kind === 'PodDisruptionBudget');
    expect(budgets.map((/** @type {any} */ { metadata }) => metadata.name)).toEqual([
      'site-http',
      'site-feed',
      'site-worker',
    ]);
    const scaled = manifests.find(
      (/** @type {any} */ { metadata, kind }) => kind === 'Deployment' && metadata.name === 'site-http',
    );
    // What scales it by load would be set back by each upgrade.
    expect(scaled.spec).not.toHaveProperty('replicas');
    const selectors = new Map(
      manifests.map((/** @type {any} */ one) => [`${one.kind} ${one.metadata.name}`, one.spec]),
    );
    for (const role of ['http', 'console'])
      expect(selectors.get(`Deployment site-${role}`).template.metadata.labels).toMatchObject(
        selectors.get(`Service site-${role}`).selector,
      );
  });

  it('has folders or a bucket, never both', async () => {
    for (const [settings, claims, keys] of /** @type {const} */ ([
      [SITE, 2, 0],
      [BUCKET, 0, 1],
    ])) {
      const manifests = await render([...settings]);
      expect(manifests.filter((/** @type {any} */ { kind }) => kind === 'PersistentVolumeClaim')).toHaveLength(claims);
      for (const pod of podsOf(manifests).filter(({ name }) => name !== 'site-prepare')) {
        expect(envOf(pod).filter((/** @type {string} */ name) => name === 'S3_SECRET_ACCESS_KEY')).toHaveLength(keys);
        const names = pod.spec.volumes.map((/** @type {{ name: string }} */ { name }) => name);
        for (const { name } of pod.spec.containers[0].volumeMounts) expect(names).toContain(name);
      }
    }
  });

  it('asks each role whether it is ready at an address that it serves', async () => {
    const pods = podsOf(await render(SITE)).filter(({ name }) => name !== 'site-prepare');
    expect(pods).toHaveLength(4);
    for (const { name, spec } of pods) {
      const [{ readinessProbe, ports }] = spec.containers;
      expect(readinessProbe.httpGet).toEqual({ path: `/health/ready/${name.replace('site-', '')}`, port: 'figures' });
      expect(ports).toContainEqual({ name: 'figures', containerPort: 9090 });
    }
  });

  it('gives every setting once: of two with one name the last would win', async () => {
    for (const settings of [SITE, EVERYTHING, [...EVERYTHING, ...BUCKET]])
      for (const pod of podsOf(await render(settings))) expect(envOf(pod)).toEqual([...new Set(envOf(pod))]);
  });

  it('takes as plain settings only what is no secret, and what it does not set itself', async () => {
    const plain = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')).properties.site.properties
      .settings.propertyNames.enum;
    const own = podsOf(await render([...EVERYTHING, ...BUCKET])).flatMap(envOf);
    // One of these is in no plain text: it is read from a Secret that the operator names.
    const either = ['HTTPS_PROXY'];
    expect(plain.filter((/** @type {string} */ name) => own.includes(name) && !either.includes(name))).toEqual([]);
    expect(plain.filter((/** @type {string} */ name) => /SECRET|PASSWORD|TOKEN|METRICS|^S3_/.test(name))).toEqual([]);
    const known = settingsOfServer();
    expect(known.length).toBeGreaterThan(50);
    expect([...plain].toSorted()).toEqual(
      known.filter((name) => either.includes(name) || !(own.includes(name) || NOT_FOR_CHART.includes(name))).toSorted(),
    );
  });

  it('gives secrets from Secrets alone, and the seeded password to the job alone', async () => {
    for (const { name: pod, spec } of podsOf(await render([...EVERYTHING, ...BUCKET]))) {
      const env = new Map(spec.containers[0].env.map((/** @type {any} */ one) => [one.name, one]));
      const secret = [...env.keys()].filter((name) => /SECRET_|PASSWORD|TOKEN|KEY_ID|_URL$|PROXY$/.test(name));
      for (const name of secret) expect(env.get(name).valueFrom.secretKeyRef).toMatchObject({ key: name });
      expect([pod, env.has('SEED_PASSWORD')]).toEqual([pod, pod === 'site-prepare']);
      expect([pod, env.has('METRICS_TOKEN')]).toEqual([pod, pod !== 'site-prepare']);
      expect(env.has('CODE_GATEWAY_TOKEN')).toBe(true);
    }
  });

  it('reaches nothing outside that the server holds for inside', async () => {
    const [{ to, ports }] = egressOf(await render(SITE), 'site-outside');
    const inside = [...readFileSync(join(CONFIG, 'inside-address.ts'), 'utf8').matchAll(/addSubnet\('(.+)', (\d+),/g)]
      .map(([, address, bits]) => `${address}/${bits}`)
      .filter((range) => range !== '127.0.0.0/8');
    expect(inside.length).toBeGreaterThan(6);
    expect(to.flatMap((/** @type {any} */ { ipBlock }) => ipBlock.except)).toEqual(expect.arrayContaining(inside));
    expect(ports).toEqual([{ protocol: 'TCP', port: 443 }]);
  });

  it('opens what else a site needs where it is told to', async () => {
    expect(egressOf(await render(SITE), 'site-inner')).toHaveLength(2);
    expect(egressOf(await render(EVERYTHING), 'site-inner').at(-1)).toEqual({
      to: [{ ipBlock: { cidr: '10.1.2.3/32' } }],
      ports: [{ port: 3128 }],
    });
  });

  it('opens the way to the bucket, wherever it is', async () => {
    expect(await wayToBucket('https://s3.example')).toEqual([]);
    const [rule] = await wayToBucket('https://s3.example:9000');
    expect(rule.ports).toEqual([{ protocol: 'TCP', port: 9000 }]);
    expect(rule.to.map((/** @type {any} */ { ipBlock }) => ipBlock.cidr)).toEqual(
      expect.arrayContaining(['0.0.0.0/0', '10.0.0.0/8']),
    );
    for (const host of ['minio.store.svc', 'minio.store.svc.cluster.local'])
      expect(await wayToBucket(`https://${host}:9000`)).toEqual([
        {
          to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'store' } } }],
          ports: [{ protocol: 'TCP', port: 9000 }],
        },
      ]);
    expect(await wayToBucket('https://10.1.2.3')).toEqual([
      { to: [{ ipBlock: { cidr: '10.1.2.3/32' } }], ports: [{ protocol: 'TCP', port: 443 }] },
    ]);
  });

  it('leaves a role as long as it drains', async () => {
    const manifests = await render([...SITE, '--set-string', 'site.settings.DRAIN_SEC=120']);
    for (const { name, spec } of podsOf(manifests).filter((pod) => pod.name !== 'site-prepare'))
      expect([name, spec.terminationGracePeriodSeconds]).toEqual([name, name === 'site-http' ? 145 : 140]);
  });

  it.each(
    /** @type {const} */ ([
      ['S3_SECRET_ACCESS_KEY', 'a'],
      ['S3_PREFIX', 'a'],
      ['SEED_PASSWORD', 'a'],
      ['METRICS_TOKEN', 'a'],
      ['METRICS_HOST', '0.0.0.0'],
      ['CODE_GATEWAY_TOKEN', 'a'],
      ['HOSTS', 'https://other.example'],
      ['NODE_ENV', 'development'],
      ['NODE_OPTIONS', '--inspect'],
      ['TRUSTED_PROXIES', '0.0.0.0/0'],
      ['LIMIT', 'shared'],
      ['HTTPS_PROXY', 'http://name:password@proxy.example:3128'],
      ['DRAIN_SEC', '121'],
    ]),
  )('refuses %s=%s as a plain setting', (name, value) => {
    expect(refusalOf([...SITE, '--set-string', `site.settings.${name}=${value}`])).toContain(name);
  });

  it('takes plain settings that are none of these', () => {
    for (const setting of ['LIMITS=shared', 'HTTPS_PROXY=http://proxy.example:3128', 'DRAIN_SEC=60'])
      expect(refusalOf([...SITE, '--set-string', `site.settings.${setting}`])).toBe('');
  });

  it('refuses a setting that is plain and in a Secret', () => {
    const both = [...EVERYTHING, '--set-string', 'site.settings.HTTPS_PROXY=http://proxy.example:3128'];
    expect(refusalOf(both)).toContain('HTTPS_PROXY');
  });

  it.each([
    ['a site without an address', []],
    ['an address that is none', ['--set', 'site.hosts={candor.example}']],
    ['a login in plain settings', [...SITE, '--set', 'site.settings.DATABASE_URL=postgresql://x']],
    ['an unknown setting', [...SITE, '--set', 'http.replica=3']],
    ['one http alone', [...SITE, '--set', 'http.replicas.min=1']],
    [
      'a bucket without a key',
      [...SITE, '--set', 'storage.bucket.endpoint=https://s3.example', '--set', 'storage.bucket.name=a'],
    ],
    ['an ingress without TLS', [...SITE, '--set', 'ingress.enabled=true', '--set', 'ingress.host=a.example']],
  ])('refuses %s', (_name, settings) => {
    expect(refusalOf(settings)).not.toBe('');
  });
});
