/* The image and the workflow that publishes it, as far as a text shows it: no Docker is needed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './lib/project.mjs';

const DOCKERFILE = readFileSync(join(ROOT, 'deploy', 'Dockerfile'), 'utf8')
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line));
const WORKFLOWS = ['ci', 'release'].map((name) =>
  readFileSync(join(ROOT, '.github', 'workflows', `${name}.yml`), 'utf8'),
);
const RELEASE = readFileSync(join(ROOT, '.github', 'workflows', 'release.yml'), 'utf8');

/** @param {string} word */
function lines(word) {
  return DOCKERFILE.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1).trim());
}

it('the image is built from one exact version of Node, the one of this repository', () => {
  const node = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).dependencies.node;
  for (const from of lines('FROM'))
    expect(from).toMatch(new RegExp(String.raw`^node:${node}-bookworm-slim( AS \w+)?$`));
});

it('the image does not run as root, fetches nothing by ADD, and installs only what the lock file names', () => {
  expect(lines('USER').at(-1)).toBe('node');
  expect(DOCKERFILE.findLastIndex((line) => line.startsWith('USER '))).toBeGreaterThan(
    DOCKERFILE.findLastIndex((line) => line.startsWith('COPY ') || line.startsWith('RUN ')),
  );
  expect(lines('ADD')).toEqual([]);
  for (const run of lines('RUN')) expect(run).not.toMatch(/npm (i|install)\b|curl|wget|sudo|apt-get/);
});

it('packages are installed before the sources are there, so that their layers last', () => {
  const stages = DOCKERFILE.join('\n')
    .split(/^FROM /m)
    .filter((stage) => stage.includes('npm ci'));
  expect(stages).toHaveLength(2);
  for (const stage of stages) expect(stage.split('npm ci')[0]).not.toContain('COPY . .');
});

it('what the image copies is there', () => {
  const copied = lines('COPY').flatMap((line) => /^--from=\w+ \/app\/(\S+) /.exec(line)?.[1] ?? []);
  expect(copied.length).toBeGreaterThan(4);
  for (const path of copied.filter((name) => !name.endsWith('/dist') && name !== 'node_modules'))
    expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
});

/** @param {string} name */
function jobOf(name) {
  return new RegExp(String.raw`^ {2}${name}:\n(?: {4}.*\n)+`, 'm').exec(RELEASE)?.[0] ?? '';
}

it('workflows name other actions by their commit, and say which version that is', () => {
  const used = WORKFLOWS.flatMap((text) => [...text.matchAll(/uses: (.*)/g)].map(([, name = '']) => name));
  expect(used.length).toBeGreaterThan(10);
  for (const name of used) expect(name).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

it('only a commit of main is released, and only where people let it', () => {
  expect(jobOf('test')).toMatch(/fetch-depth: 0\n(?:.*\n)*? +- run: git merge-base --is-ancestor HEAD origin\/main\n/);
  expect(jobOf('publish')).toMatch(/^ {4}environment: release$/m);
});

it('nothing but the job that signs may write, and it runs no package manager', () => {
  const jobs = [...(RELEASE.split(/^jobs:$/m)[1] ?? '').matchAll(/^ {2}(\w+):$/gm)].map(([, name = '']) => name);
  expect(jobs).toEqual(['test', 'parts', 'publish']);
  for (const name of jobs) expect([name, /: write$/m.test(jobOf(name))]).toEqual([name, name === 'publish']);
  expect(jobOf('publish')).not.toMatch(/\bnpm\b|npx|setup-node/);
  expect(jobOf('parts')).toContain('npm sbom');
  // What that job hands over lies beside the sources.
  expect(jobOf('publish')).toMatch(/download-artifact@.*\n +with:\n +name: parts\n +path: \$\{\{ runner\.temp \}\}/);
});

it('a release is tested first, has its parts and its origin, is signed without a key, and has no more rights than that', () => {
  expect(jobOf('publish')).toMatch(/^ {4}needs: \[test, parts\]$/m);
  for (const line of ['sbom: true', 'provenance: mode=max', 'id-token: write', 'cosign sign --yes "$IMAGE@$DIGEST"'])
    expect(RELEASE).toContain(line);
  expect(RELEASE).toMatch(/^permissions:\n {2}contents: read$/m);
  expect(RELEASE).not.toMatch(/--key|persist-credentials: true|write-all/);
  // What strangers can name, such as a tag, is never pasted into a script.
  for (const [, script] of RELEASE.matchAll(/run: (?:\|\n((?: {10}.*\n?)+)|.*)/g))
    expect(script ?? '').not.toContain('${{');
});

it('the copies of compose are of roles that it has, and of none that must be alone or has a port of its own', () => {
  const [site, copies] = ['compose.yaml', 'compose.copies.yaml'].map((name) =>
    readFileSync(join(ROOT, 'deploy', name), 'utf8').replace(/^\s*#.*$/gm, ''),
  );
  const servicesOf = (text = '') => [...text.matchAll(/^ {2}(\w+):\n/gm)].map(([, name]) => name);
  expect(servicesOf(copies)).toEqual(['http', 'feed', 'worker']);
  for (const name of servicesOf(copies)) expect(servicesOf(site)).toContain(name);
  expect(copies.match(/replicas: 2/g)).toHaveLength(3);
  // What http has below is a port of this machine: two would want the same.
  const taken = [...site.matchAll(/^ {2}(\w+):\n(?: {4}.*\n)*? {4}ports:/gm)].map(([, name]) => name);
  expect(taken).toEqual(['http', 'console']);
  expect(copies).toMatch(
    / {2}http:\n(?: {4}.*\n)*? {4}ports: !override \['127\.0\.0\.1:\$\{HTTP_PORTS:-\d+-\d+\}:8080'\]/,
  );
});
