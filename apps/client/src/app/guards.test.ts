import { describe, expect, test } from 'vitest';
import { ROUTES } from '../lib/paths.ts';
import { decideLaunch, decideLoad, decideShow, resolveEntry } from './guards.ts';
import type { GuardAction, GuardFacts } from './guards.ts';

type Site = 'bound' | 'unbound';
type Domain = 'absent' | 'equal' | 'other';
const DOMAINS: Record<Domain, string | null> = { absent: null, equal: 'site', other: 'elsewhere' };

function facts(site: Site, hasToken: boolean, domain: Domain, path: string): GuardFacts {
  const boundDomain = site === 'bound' ? 'site' : null;
  // An unbound site may still find the code of an earlier binding in storage. It must be ignored.
  return { hasToken, boundDomain, backDomain: 'site', addressDomain: DOMAINS[domain], path };
}

function textOf(action: GuardAction): string {
  if (action.kind === 'stay') return 'stay';
  const domain = action.domain === null ? '' : ` ${action.domain}`;
  return `${action.path}${domain}${action.clearToken ? ' -token' : ''}`;
}

const { root, login, register, forgot, home, webview, notFound, order } = ROUTES;

describe('on launch', () => {
  test.each<[Site, boolean, Domain, string, string]>([
    // no token: go to login, keep the domain if present
    ['unbound', false, 'absent', home, login],
    ['unbound', false, 'other', home, `${login} elsewhere`],
    ['bound', false, 'absent', home, login],
    ['bound', false, 'equal', home, `${login} site`],
    ['bound', false, 'other', home, `${login} elsewhere`],
    // … unless the page is open without a session
    ['unbound', false, 'absent', login, 'stay'],
    ['unbound', false, 'absent', root, 'stay'],
    ['unbound', false, 'absent', register, 'stay'],
    ['bound', false, 'equal', register, 'stay'],
    ['bound', false, 'equal', forgot, 'stay'],
    ['unbound', false, 'absent', forgot, 'stay'],
    ['bound', false, 'equal', webview, 'stay'],
    // a token and a backend domain: relaunch to login with the address's domain …
    ['bound', true, 'equal', home, `${login} site`],
    ['bound', true, 'other', order, `${login} elsewhere`],
    // … otherwise remove the token and go to the site root
    ['bound', true, 'absent', home, `${root} -token`],
    ['bound', true, 'absent', login, `${root} -token`],
    // a token on an unbound site is fine with any domain or none
    ['unbound', true, 'absent', home, 'stay'],
    ['unbound', true, 'other', order, 'stay'],
  ])('%s, token %s, domain %s, at %s: %s', (site, token, domain, path, expected) => {
    expect(textOf(decideLaunch(facts(site, token, domain, path)))).toBe(expected);
  });
});

describe('on page load', () => {
  test.each<[Site, boolean, Domain, string, string]>([
    // a stored back_domain and no domain in the address: 404
    ['bound', true, 'absent', home, notFound],
    ['bound', true, 'absent', login, notFound],
    ['bound', false, 'absent', login, notFound],
    ['bound', false, 'absent', register, notFound],
    ['bound', false, 'absent', notFound, 'stay'],
    ['unbound', true, 'absent', home, 'stay'],
    ['unbound', false, 'absent', login, 'stay'],
    // a logged-in user who opens login goes to home, keeping the domain
    ['bound', true, 'equal', login, `${home} site`],
    ['bound', true, 'equal', root, `${home} site`],
    ['bound', true, 'other', login, `${home} elsewhere`],
    ['unbound', true, 'absent', login, home],
    ['unbound', true, 'other', root, `${home} elsewhere`],
    // without a session only login, register and webview
    ['bound', false, 'equal', login, 'stay'],
    ['bound', false, 'equal', root, 'stay'],
    ['bound', false, 'equal', register, 'stay'],
    ['bound', false, 'other', webview, 'stay'],
    ['bound', false, 'equal', home, `${login} site`],
    ['bound', false, 'other', order, `${login} elsewhere`],
    ['unbound', false, 'absent', home, login],
    ['unbound', false, 'other', home, `${login} elsewhere`],
    ['unbound', false, 'absent', webview, 'stay'],
    // with a session every page
    ['bound', true, 'equal', order, 'stay'],
    ['unbound', true, 'absent', order, 'stay'],
  ])('%s, token %s, domain %s, at %s: %s', (site, token, domain, path, expected) => {
    expect(textOf(decideLoad(facts(site, token, domain, path)))).toBe(expected);
  });

  test('without a session and without a domain on a bound site: clear the token, 404', () => {
    const fresh = { ...facts('bound', false, 'absent', home), backDomain: null };
    expect(textOf(decideLoad(fresh))).toBe(`${notFound} -token`);
  });
});

describe('on page show', () => {
  test.each<[Site, boolean, Domain, string, string]>([
    // the domain is missing or differs: login, except on 404 and login
    ['bound', true, 'other', home, `${login} site`],
    ['bound', false, 'other', register, `${login} site`],
    ['bound', true, 'absent', home, login],
    ['bound', true, 'equal', home, 'stay'],
    ['bound', true, 'other', notFound, 'stay'],
    ['bound', true, 'other', login, 'stay'],
    ['bound', false, 'other', root, 'stay'],
    ['unbound', true, 'absent', home, 'stay'],
    ['unbound', true, 'other', home, 'stay'],
  ])('%s, token %s, domain %s, at %s: %s', (site, token, domain, path, expected) => {
    expect(textOf(decideShow(facts(site, token, domain, path)))).toBe(expected);
  });
});

describe('the guards together', () => {
  test.each<['launch' | 'navigation', Site, boolean, Domain, string, string, string | null]>([
    ['launch', 'unbound', false, 'absent', home, login, null],
    ['launch', 'unbound', true, 'absent', order, order, null],
    ['launch', 'unbound', true, 'absent', root, home, null],
    ['launch', 'bound', true, 'equal', home, home, 'site'],
    ['launch', 'bound', true, 'equal', login, home, 'site'],
    ['launch', 'bound', false, 'equal', home, login, 'site'],
    ['launch', 'bound', true, 'absent', home, notFound, null],
    ['launch', 'bound', false, 'absent', home, notFound, null],
    ['launch', 'bound', true, 'other', home, login, 'site'],
    ['launch', 'bound', false, 'other', home, login, 'elsewhere'],
    ['navigation', 'bound', true, 'equal', order, order, 'site'],
    ['navigation', 'bound', true, 'absent', order, notFound, null],
    ['navigation', 'bound', true, 'other', order, login, 'site'],
  ])('%s, %s, token %s, domain %s, at %s: %s', (moment, site, token, domain, path, shown, carried) => {
    const entry = resolveEntry(facts(site, token, domain, path), moment);
    expect([entry.path, entry.domain]).toEqual([shown, carried]);
  });

  test('the redirects end for every page, site, session and domain, and no closed page shows without a session', () => {
    const wrong: unknown[] = [];
    for (const path of [...Object.values(ROUTES), '/unknown']) {
      for (const site of ['bound', 'unbound'] as const) {
        for (const domain of ['absent', 'equal', 'other'] as const) {
          for (const token of [true, false]) {
            for (const moment of ['launch', 'navigation'] as const) {
              const entry = resolveEntry(facts(site, token, domain, path), moment);
              const open: string[] = [root, login, register, forgot, webview, notFound];
              const closed = (!token || entry.clearToken) && !open.includes(entry.path);
              const lost = site === 'unbound' && entry.path === notFound && path !== notFound;
              if (closed || lost) wrong.push({ path, site, domain, token, moment, entry });
            }
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
