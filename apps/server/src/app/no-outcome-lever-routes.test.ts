import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { descriptionOf } from '../testing/description.ts';
import { smellsOfLever } from '../testing/levers.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/** Every call that is not a GET, and why it may exist. */
const WRITING_ROUTES: Readonly<Record<string, string>> = {
  'POST /api/account/avatar': 'changes the picture of a member',
  'POST /api/account/bank-card': 'binds the one card that money is paid out to',
  'DELETE /api/account/bank-card': 'removes that card',
  'POST /api/account/confirmation': 'a member confirms that it is them, for the calls of the next minutes',
  'POST /api/account/confirmation/options': 'makes what a passkey signs for that',
  'POST /api/account/factors/totp': 'begins to set up an authenticator',
  'PUT /api/account/factors/totp': 'turns the authenticator on',
  'DELETE /api/account/factors/totp': 'turns the authenticator off',
  'POST /api/account/factors/passkeys/options': 'makes what a new passkey signs',
  'POST /api/account/factors/passkeys': 'adds a passkey',
  'DELETE /api/account/factors/passkeys/{id}': 'removes a passkey',
  'POST /api/account/factors/recovery-codes': 'makes recovery codes anew',
  'POST /api/account/security/seen': 'says up to which event a member has seen the alerts',
  'POST /api/account/password': 'changes the login password, and ends the other sessions',
  'POST /api/account/code': 'sends a code to the phone of the member',
  'POST /api/account/withdraw-password/reset': 'sets a withdraw password with that code and the login password',
  'POST /api/account/withdraw-password': 'changes the withdraw password',
  'POST /api/account/verification': 'submits the documents of a member for review',
  'POST /api/content/notices/read': 'says that a member has read all announcements',
  'POST /api/content/notices/{id}/read': 'says that a member has read an announcement',
  'POST /api/messages/read': 'says that a member has read what was told to them',
  'POST /api/live': 'gets the news that a socket would get',
  'POST /api/login/login': 'opens a session',
  'POST /api/login/factor': 'opens a session, as the second step',
  'POST /api/login/factor/options': 'makes what a passkey signs at the second step',
  'POST /api/login/password/code': 'sends a code to the phone of an account',
  'POST /api/login/password/reset': 'sets a login password, which no settlement reads',
  'POST /api/index/registration-check': 'says whether a username is free and an invite code valid',
  'POST /api/login/register': 'makes a member, with practice money on a practice site',
  'POST /api/invest/holdings': 'buys a share of a project, under the terms that hold for everybody',
  'POST /api/invest/holdings/{id}/redemption': 'ends a holding of the member early, by its terms',
  'POST /api/invest/holdings/{id}/rollover': 'says whether the principal is invested again at maturity',
  'POST /api/invest/savings/transfers': 'moves money of the member into the savings or back',
  'PUT /api/invest/savings/auto': 'says whether idle money of the member is saved every day',
  'POST /logout': 'ends a session',
  'PUT /api/account/first-run': 'says how far a newcomer came with the guide; it places no order',
  'POST /api/market/alerts': 'asks to hear of a price; the worker compares it with ticks that are published already',
  'DELETE /api/market/alerts/{id}': 'removes a price alert of the member',
  'POST /api/market/reminders': 'asks to hear when a closed market opens',
  'DELETE /api/market/reminders/{id}': 'removes a reminder of the member',
  'POST /api/account/agreements': 'says which version of an agreement a member agrees to',
  'PUT /api/account/limits': 'limits that a member sets for themselves; they refuse new orders and change no open one',
  'PUT /api/account/push': 'notifications of a device; it hears of an order after its settlement',
  'DELETE /api/account/push': 'ends the notifications of a device',
  'PUT /api/account/profile': 'what a member says of themself and how their screen looks',
  'DELETE /api/account/sessions': 'ends all other sessions of the member',
  'DELETE /api/account/sessions/{id}': 'ends another session of the member',
  'POST /api/support/complaints': 'writes a complaint, which changes no order; an operator answers it in words',
  'POST /api/support/complaints/{id}/replies': 'adds words of the member to their complaint',
  'POST /api/support/complaints/{id}/withdraw': 'takes a complaint of the member back',
  'POST /api/support/messages': 'writes a message; a dispute about an order is answered by a check, which reads alone',
  'POST /api/account/closing': 'asks to close the account when nothing is open',
  'DELETE /api/account/closing': 'takes that wish back',
  'POST /api/account/data': 'asks for a file of everything about the member',
  'POST /api/account/data/{id}/link': 'makes an address of that file',
  'POST /api/support/messages/read': 'says up to where a member has read',
  'POST /api/support/pictures': 'a member sends a picture to the operators',
  'POST /api/support/visitor/messages': 'somebody without a session writes to the operators',
  'POST /api/support/visitor/join': 'makes the conversation of a visitor who logged in part of their own',
  'POST /api/support/visitor/messages/read': 'says up to where they have read',
  'POST /api/trade/orders': 'places an order under the terms that hold for everybody',
  'POST /api/practice-payment': 'pretends a payment on a practice site, by a signed notice like that of a real service',
  'POST /api/wallet/deposits': 'opens a deposit, which moves no money',
  'POST /api/wallet/deposits/{id}/cancel': 'takes an undecided deposit of the member back',
  'POST /api/wallet/deposits/{id}/paid': 'says that the member paid; others decide whether it arrived',
  'POST /api/wallet/withdrawals': 'holds money of the member until an operator decides',
  'POST /api/wallet/withdrawals/{id}/cancel': 'releases what an undecided withdrawal of the member holds',
  'POST /api/wallet/withdrawals/{id}/lock': 'says that an undecided withdrawal of the member is not cancelled any more',
  'POST /api/webhooks/payments/{channel}': 'keeps a signed notice of a payment service',
  'POST /api/wallet/practice/reset': 'brings practice money back to its start; open orders run on',
};

/** All fields an order request may have. The version and hash of terms are what the member saw; they choose nothing. */
const ORDER_FIELDS = [
  'acceptBy',
  'direction',
  'durationSec',
  'product',
  'request',
  'signature',
  'signedAt',
  'stake',
  'termsHash',
  'termsVersion',
  'wallet',
];

/** Every permission. '*:*:*' means all of these, and none of them is about the outcome of an order. */
const PERMISSIONS = [
  '*:*:*',
  'account:code:open',
  'audit:log:read',
  'cashier:deposit:read',
  'cashier:deposit:review',
  'cashier:statement:import',
  'cashier:statement:match',
  'cashier:statement:read',
  'cashier:withdrawal:payout',
  'cashier:withdrawal:read',
  'cashier:withdrawal:review',
  'content:notice:read',
  'content:notice:write',
  'identity:verification:read',
  'identity:verification:review',
  'invest:close:read',
  'invest:holding:read',
  'invest:project:check',
  'invest:project:make',
  'invest:project:read',
  'ledger:adjustment:check',
  'ledger:adjustment:make',
  'ledger:adjustment:read',
  'market:calendar:read',
  'market:order:read',
  'market:product:check',
  'market:product:read',
  'market:product:write',
  'market:stop:check',
  'market:stop:make',
  'market:terms:check',
  'market:terms:write',
  'member:factor:check',
  'member:factor:make',
  'member:factor:read',
  'member:factor:stop',
  'member:mark:check',
  'member:mark:make',
  'member:mark:read',
  'member:note:write',
  'member:profile:forbid',
  'member:profile:freeze',
  'member:profile:read',
  'member:profile:search',
  'member:profile:sessions',
  'report:regulator:read',
  'site:alarm:read',
  'site:alarm:take',
  'site:channel:check',
  'site:channel:read',
  'site:channel:write',
  'site:settings:check',
  'site:settings:read',
  'site:settings:write',
  'site:text:check',
  'site:text:read',
  'site:text:write',
  'staff:operator:check',
  'staff:operator:end',
  'staff:operator:make',
  'staff:operator:read',
  'staff:role:check',
  'staff:role:make',
  'staff:role:read',
  'support:canned:write',
  'support:complaint:answer',
  'support:complaint:read',
  'support:desk:answer',
  'support:desk:read',
  'support:hours:write',
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => await server.stop());

const WRITING_METHODS = ['post', 'put', 'patch', 'delete'];
const operation = z.object({ requestBody: z.optional(z.unknown()) });
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/** Names of all properties in a JSON schema, at any depth. */
function propertyNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : []),
    ...propertyNames(value),
  ]);
}

describe('routes', () => {
  let writing: { name: string; method: string; fields: string[] }[];

  beforeAll(async () => {
    writing = Object.entries(description.parse(await descriptionOf(server.http.app)).paths).flatMap(
      ([path, operations]) =>
        Object.entries(operations)
          .filter(([method]) => WRITING_METHODS.includes(method))
          .map(([method, { requestBody }]) => ({
            name: `${method.toUpperCase()} ${path}`,
            method: method.toUpperCase(),
            fields: propertyNames(requestBody),
          })),
    );
  });

  it('that write are the listed ones, each with its reason', () => {
    expect(writing.map(({ name }) => name).toSorted()).toEqual(Object.keys(WRITING_ROUTES).toSorted());
    expect(Object.values(WRITING_ROUTES).filter((reason) => reason.length < 10)).toEqual([]);
  });

  it('that write are all described: the router has no others', () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const known = server.http.app.printRoutes({ method, commonPrefix: false }).match(/\(\w+\)/g) ?? [];
      expect(known, method).toHaveLength(writing.filter((route) => route.method === method).length);
    }
  });

  it('take no field with the name of a lever, and the order route takes only its own fields', () => {
    expect(
      writing.flatMap(({ name, fields }) => fields.filter(smellsOfLever).map((field) => `${name}: ${field}`)),
    ).toEqual([]);
    const order = writing.find(({ name }) => name === 'POST /api/trade/orders');
    expect(order?.fields.toSorted()).toEqual(ORDER_FIELDS);
  });
});

describe('permissions', () => {
  it('on the whole server are the listed ones, and none covers an order that runs, or a price', () => {
    // Routes name the permissions, or the declarations of their calls do.
    const roots = ['../', '../../../../packages/contract/src/calls/'];
    const sources = roots.flatMap((place) => {
      const root = fileURLToPath(new URL(place, import.meta.url));
      return readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .map((name) => readFileSync(`${root}${name}`, 'utf8'));
    });
    const found = sources.flatMap(
      (text) => text.match(/(?<=['"`])(\*|[a-z]+):(\*|[a-z]+):(\*|[a-z]+)(?=['"`])/g) ?? [],
    );
    expect([...new Set(found)].toSorted()).toEqual(PERMISSIONS);
    expect(sources.length).toBeGreaterThan(100);
  });
});
