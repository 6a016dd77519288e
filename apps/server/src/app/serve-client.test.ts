import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../platform/config/config.ts';
import type { HttpApp } from '../platform/http/http-app.ts';
import { buildHttp, clientFront } from './build-http.ts';

const SCRIPT = 'export const line = 1;\n'.repeat(100);
const FILE = '/assets/index-12345678.js';
const PAGE = `<html><head><meta name="candor-hosts" content="" /></head>${'<p>text</p>'.repeat(200)}</html>`;
let app: HttpApp;
let folder: string;

beforeAll(async () => {
  folder = `${await mkdtemp(join(tmpdir(), 'candor-client-'))}/`;
  await mkdir(`${folder}assets`);
  await writeFile(`${folder}index.html`, PAGE);
  await writeFile(`${folder}${FILE}`, SCRIPT);
  await writeFile(`${folder}${FILE}.br`, brotliCompressSync(SCRIPT));
  await writeFile(`${folder}${FILE}.gz`, gzipSync(SCRIPT));
  await writeFile(`${folder}icon.svg`, '<svg/>');
  await writeFile(`${folder}manifest.webmanifest`, JSON.stringify({ name: 'Candor', start_url: './' }));
  await writeFile(`${folder}sw.js`, '/* worker */');
  const config = loadConfig({ HOSTS: 'https://a.example' });
  app = await buildHttp(config, pino({ level: 'silent' }), { front: clientFront(config, folder) });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function get(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  return await app.inject({ url, method, headers });
}

function decoded(bytes: Buffer, encoding: string | undefined): string {
  const text = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
  return text.toString();
}

describe.each([
  ['a file', FILE, SCRIPT, 'application/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['the page', '/', PAGE.replace('content=""', 'content="https://a.example"'), 'text/html; charset=utf-8', 'no-cache'],
])('%s', (_name, url, text, type, cached) => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['br;q=0', undefined],
    ['identity', undefined],
  ])('is sent to a browser that accepts %s', async (accepted, encoding) => {
    const answer = await get(url, { 'accept-encoding': accepted });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': type, 'cache-control': cached });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(String(answer.headers.vary)).toMatch(/accept-encoding/i);
    expect(decoded(answer.rawPayload, encoding)).toBe(text);
    const head = await get(url, { 'accept-encoding': accepted }, 'HEAD');
    expect([head.rawPayload.length, head.headers['content-length'], head.headers['content-encoding']]).toEqual([
      0,
      String(answer.rawPayload.length),
      encoding,
    ]);
    const tag = { 'accept-encoding': accepted, 'if-none-match': String(answer.headers.etag) };
    expect((await get(url, tag)).statusCode).toBe(304);
    const other = { ...tag, 'accept-encoding': encoding === undefined ? 'br' : 'identity' };
    expect((await get(url, other)).statusCode).toBe(200);
  });
});

it('a file without compressed copies is sent as it is', async () => {
  const answer = await get('/icon.svg', { 'accept-encoding': 'br' });
  expect([answer.statusCode, answer.body, answer.headers['content-encoding']]).toEqual([200, '<svg/>', undefined]);
});

it.each(['/assets/none-12345678.js', `${FILE}.br`, `${FILE}.gz`, '/index.html.br'])('%s is not found', async (url) => {
  const answer = await get(url, { 'accept-encoding': 'gzip, br' });
  expect([answer.statusCode, answer.body, answer.headers['content-encoding']]).toEqual([404, '404', undefined]);
});

it('the page allows its own script by its hash, and a file allows none', async () => {
  const boot = 'console.log("boot")';
  await writeFile(`${folder}index.html`, PAGE.replace('</head>', `<script>${boot}</script></head>`));
  const hash = createHash('sha256').update(boot).digest('base64');
  const policyOf = async (url: string) => String((await get(url)).headers['content-security-policy']);
  expect(await policyOf('/')).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(await policyOf('/index.html')).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(await policyOf(FILE)).toBe("default-src 'none';frame-ancestors 'none'");
  await writeFile(`${folder}index.html`, PAGE);
  expect(await policyOf('/')).toContain("script-src 'self';");
});

it('a page loads nothing from elsewhere, is framed by nobody, and tells no other site where it was', async () => {
  const { headers } = await get('/');
  const policy = String(headers['content-security-policy']);
  for (const rule of [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ])
    expect(policy.split(';')).toContain(rule);
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/);
  expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' });
});

it('frames come from the hosts of the settings alone, and pictures from outside only for the map', async () => {
  const policyOf = async (env: Record<string, string>) => {
    const config = loadConfig(env);
    const server = await buildHttp(config, pino({ level: 'silent' }), { front: clientFront(config, folder) });
    const { headers } = await server.inject('/');
    await server.close();
    return String(headers['content-security-policy']);
  };
  const closed = await policyOf({});
  for (const part of ["frame-src 'none';", "img-src 'self' data: blob:;"]) expect(`${closed};`).toContain(part);
  const open = await policyOf({
    WEBVIEW_HOSTS: '*.help.example,127.0.0.1:9000',
    SUPPORT_CHAT_URL: 'https://chat.example/room',
    MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png?key=1',
  });
  expect(`${open};`).toContain('frame-src https://*.help.example http://127.0.0.1:9000 https://chat.example;');
  expect(`${open};`).toContain("img-src 'self' data: blob: https://tiles.example;");
});

it('a page that was built again is sent at once', async () => {
  await get('/', { 'accept-encoding': 'br' });
  await writeFile(`${folder}index.html`, PAGE.replaceAll('text', 'news'));
  expect(decoded((await get('/', { 'accept-encoding': 'br' })).rawPayload, 'br')).toContain('news');
});

it.each([
  ['', './'],
  ['?domain=abc', './#/?domain=abc'],
  ['?domain=', './'],
  ['?domain=//evil.example', './'],
  ['?domain=a%22b', './'],
])('the installed app starts with the code of its page: %s', async (query, start) => {
  const answer = await get(`/manifest.webmanifest${query}`);
  expect(answer.headers['content-type']).toContain('application/manifest+json');
  expect(answer.headers['cache-control']).toBe('no-cache');
  expect(answer.json()).toEqual({ name: 'Candor', short_name: 'Candor', start_url: start });
});

it('no browser keeps the service worker, and it may do only what the page may', async () => {
  const { headers } = await get('/sw.js');
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-security-policy']).toContain("worker-src 'self'");
});
