import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import * as z from 'zod/mini';
import { failureOf, invalidOf } from '@candor/contract/envelope';
import { fieldErrors, isErrorKey } from '@candor/contract/errors';
import type { Failure } from '@candor/contract/envelope';
import type { ErrorKey } from '@candor/contract/errors';
import { pickLanguage } from '@candor/contract/languages';
import { PUZZLE_HEADER } from '@candor/contract/puzzle-header';
import { DEVICE_SIGNATURE_HEADER } from '@candor/contract/signed-calls';
import { VISITOR_HEADER } from '@candor/contract/support';
import type { Config } from '../platform/config/config.ts';
import { CommitUnknown, sqlState } from '../platform/db/transaction.ts';
import { header, Refused, TooMany } from '../platform/http/http-app.ts';
import type { HttpApp } from '../platform/http/http-app.ts';
import { NotServing } from '../platform/http/pass-on.ts';
import { malformedRequest, MalformedRequest } from '../platform/http/malformed-request.ts';
import type { Malformed } from '../platform/http/malformed-request.ts';
import { readForwardedHeader, trustedProxies } from '../platform/http/trusted-proxies.ts';
import { createBudgets, requireAccess } from '../platform/http/route-cost.ts';
import type { Budgets } from '../platform/http/route-cost.ts';
import type { DeclaredCall } from '../platform/http/serve.ts';
import { tellOfCalls, tellOfRefusal } from '../platform/http/watch-calls.ts';
import { uuidV7 } from '../platform/ids/ids.ts';
import { compileSchema } from '../platform/schema/compile-schema.ts';
import { limitLines } from '../platform/log/limit-lines.ts';
import type { Log } from '../platform/log/log.ts';
import { VERSION } from '../platform/version.ts';
import { SigningAway } from '../services/signatures/signing-key.ts';
import type { HttpFigures } from './http-figures.ts';
import { createLogRefusal } from './log-refusals.ts';
import { collectCalls } from './openapi/collect-calls.ts';
import { describeCalls } from './openapi/describe-calls.ts';
import { schemaNames } from './openapi/schema-names.ts';
import { serveClient } from './serve-client.ts';
import type { SiteLook } from './serve-client.ts';

/** The built apps; missing while a developer runs Vite next to the server. */
const CLIENT_DIST = fileURLToPath(new URL('../../../client/dist/', import.meta.url));
const CONSOLE_DIST = fileURLToPath(new URL('../../../console/dist/', import.meta.url));

/** What differs between the servers of the two apps. */
interface Front {
  readonly title: string;
  /** The folder of the built app, and the path it is served under. */
  readonly dist: string;
  readonly base: string;
  /** Other addresses of the site that the app may call, and whose pages may call this server. */
  readonly hosts: readonly string[];
  readonly policy: Readonly<Record<string, readonly string[] | null>>;
  /** As the site looks now; by default as the product does. */
  readonly look?: () => SiteLook;
}

export function clientFront({ hosts, outside }: Pick<Config, 'hosts' | 'outside'>, dist = CLIENT_DIST): Front {
  return { title: 'Candor', dist, base: '/', hosts, policy: clientPolicy(hosts, outside) };
}

/** The console talks to its own address alone, and no page may frame it or call it. */
export function consoleFront(dist = CONSOLE_DIST): Front {
  return { title: 'Candor console', dist, base: '/console/', hosts: [], policy: consolePolicy() };
}

const BODY_BYTES_MAX = 64 * 1024;
const HSTS_SEC = 31_536_000;
const TEXT = 'text/plain; charset=utf-8';
const MALFORMED_LINES = { linesMax: 20, windowMs: 10_000 };

export interface HttpParts {
  readonly budgets?: Budgets;
  readonly front?: Front;
  /** Which proxies may name the client; by default those of the settings. */
  readonly trusts?: (address: string, hop: number) => boolean;
  /** Tests watch what is refused. */
  readonly onRefused?: OnRefused;
  /** Counts what is answered and refused. */
  readonly figures?: HttpFigures | undefined;
}

/** Hears every refusal of a route, with the declaration of its call; undefined where there is no call. */
export type OnRefused = (failure: Failure, declared: DeclaredCall | undefined) => void;

/**
 * The HTTP server without its routes: limits, headers, schemas, and the one place that turns every error into an
 * envelope in the caller's language. Nothing internal leaks: an unexpected error says 'error' and goes to the log.
 */
export async function buildHttp(
  config: Config,
  log: Log,
  {
    budgets = createBudgets(),
    front = clientFront(config),
    trusts = trustedProxies(config.trustedProxies),
    onRefused = () => undefined,
    figures,
  }: HttpParts = {},
): Promise<HttpApp> {
  const logger: FastifyBaseLogger = log;
  const refuseMalformed = createRefuseMalformed(log);
  const logRefusal = createLogRefusal(log);
  const app: HttpApp = fastify({
    loggerInstance: logger,
    // One logger for all requests: a logger for each costs more than the rest of its headers. Lines name the request.
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    // Only these proxies may name the client.
    trustProxy: trusts,
    genReqId: () => uuidV7(),
    // The schemas refuse long parameters, in an envelope like every other error.
    routerOptions: { maxParamLength: 8_192 },
    requestTimeout: 30_000,
    // A client that neither sends nor reads for this long is gone.
    connectionTimeout: 60_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    frameworkErrors: (error, request, reply) => {
      void refuseMalformed({ status: 400, reason: error.code }, request, reply);
    },
  });

  tellOfCalls(app);
  requireAccess(app);
  app.setValidatorCompiler<z.ZodMiniType>(({ schema }) => {
    const compiled = compileSchema(schema);
    return (input) => {
      const parsed = z.safeParse(compiled, input);
      return parsed.success ? { value: parsed.data } : { error: new SchemaRefused(parsed.error, input) };
    };
  });
  // Views build the answers, with types from the contract; checking them again would only cost time.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));

  // Before the plugins: their own routes use this error handler too.
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    // A path outside the client's folder, or one that no file can have.
    if (error.code === 'FST_STATIC_FORBIDDEN_PATH') return reply.callNotFound();
    if (error instanceof MalformedRequest)
      return await refuseMalformed({ status: error.statusCode, reason: error.reason }, request, reply);
    const failure = failureFor(error, request);
    if (failure.error === 'FAULT' || failure.error === 'OUTCOME_UNKNOWN')
      request.log.error({ err: error, reqId: request.id }, 'fault');
    logRefusal(failure.error, request);
    onRefused(failure, request.routeOptions.config.declared);
    figures?.refused(request.routeOptions.config.declared?.id, failure.error);
    tellOfRefusal(request, failure.error);
    if (error instanceof TooMany) reply.header('retry-after', error.waitSec);
    // The rest of a refused upload is not worth waiting for.
    if (request.routeOptions.config.upload !== undefined && !request.raw.complete) reply.header('connection', 'close');
    void reply.status(httpStatusOf(failure, error, request));
    // A person who opens a page reads text, not an envelope.
    if (error instanceof NotServing && !isApi(request.url)) return await reply.type(TEXT).send(failure.msg);
    return await reply.send(failure);
  });

  const secured = await securityHeaders(config, front);
  const ofAssets = headersOfData(secured);
  // A route that lets its answer be kept says so itself.
  const ofAnswers = { ...ofAssets, 'cache-control': 'no-store' };
  app.addHook('onRequest', async (request, reply) => {
    readForwardedHeader(request.raw, trusts);
    reply.headers(isApi(request.url) ? ofAnswers : isAsset(request.url, front) ? ofAssets : secured);
    // CORS answers a preflight itself, so the budget for it comes first. All other calls pay after CORS, so that a page
    // on another host of the site can read the refusal.
    if (request.method === 'OPTIONS') budgets.admit(request);
  });
  // Without other hosts no other page may read anything, which is what a browser takes from an answer that says nothing.
  if (front.hosts.length > 0)
    await app.register(cors, {
      origin: [...front.hosts],
      credentials: false,
      maxAge: 600,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: [
        'Authorization',
        'Content-Type',
        'Idempotency-Key',
        'Accept-Language',
        'Prefer',
        DEVICE_SIGNATURE_HEADER,
        VISITOR_HEADER,
        PUZZLE_HEADER,
      ],
    });
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS') budgets.admit(request);
    const malformed = malformedRequest(request);
    return malformed === undefined ? undefined : await refuseMalformed(malformed, request, reply);
  });
  app.decorate('openApi', describe(app, front.title));

  if (figures !== undefined)
    app.addHook('onResponse', async (request, reply) => {
      figures.answered(request.routeOptions.config.declared?.id, reply.elapsedTime / 1000);
    });
  if (log.isLevelEnabled('debug'))
    app.addHook('onResponse', async (request, reply) => {
      if (isApi(request.url)) {
        log.debug(
          {
            method: request.method,
            route: request.routeOptions.url,
            status: reply.statusCode,
            ms: Math.round(reply.elapsedTime),
          },
          'request',
        );
      }
    });

  app.setNotFoundHandler(async (request, reply) =>
    isApi(request.url)
      ? await reply.status(200).send(failureOf('NOT_FOUND', languageOf(request)))
      : await reply.status(404).type(TEXT).send('404'),
  );

  if (existsSync(`${front.dist}index.html`)) await serveClient(app, front.dist, front);
  return app;
}

/** The description of all routes as text. It is made when it is first asked for. */
function describe(app: HttpApp, title: string): () => Promise<string> {
  const calls = collectCalls(app);
  let text: Promise<string> | undefined;
  const make = async () =>
    JSON.stringify(describeCalls({ title, version: VERSION, calls, names: await schemaNames() }));
  return async () => {
    text ??= make();
    try {
      return await text;
    } catch (error) {
      text = undefined;
      throw error;
    }
  };
}

/** The headers that helmet sets. They are the same for every answer, so they are made once. */
async function securityHeaders(config: Config, front: Front): Promise<Record<string, string>> {
  const model = fastify();
  await model.register(helmet, {
    contentSecurityPolicy: {
      directives: { ...front.policy, 'upgrade-insecure-requests': null, 'script-src-attr': null },
    },
    // Browsers ignore the header on plain http, so a site with hosts of both kinds may send it always.
    strictTransportSecurity: config.hosts.some((host) => host.startsWith('https:'))
      ? { maxAge: HSTS_SEC, includeSubDomains: false }
      : false,
    crossOriginEmbedderPolicy: false,
    // They are for browsers and plugins that are gone, and the page with its head has to fit into the first packets.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    // Every browser that we support reads frame-ancestors of the policy instead.
    xFrameOptions: false,
    originAgentCluster: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  model.get('/', async (_, reply) => await reply.send());
  const { headers } = await model.inject('/');
  await model.close();
  const own = new Set(['content-length', 'content-type', 'date', 'connection', 'transfer-encoding']);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      own.has(name) || typeof value !== 'string' ? [] : [[name, value]],
    ),
  );
}

/**
 * Those of answers that are no page and no worker. If a browser shows one as a page, that page may do nothing. They are
 * short: a first screen has thirty such answers.
 */
function headersOfData(ofPages: Readonly<Record<string, string>>): Record<string, string> {
  const kept = ['strict-transport-security', 'cross-origin-resource-policy', 'x-content-type-options'];
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    ...Object.fromEntries(Object.entries(ofPages).filter(([name]) => kept.includes(name))),
  };
}

/** Our own fault, which a caller can do nothing about: the status says so too, to whatever stands between (decision 158). */
const OWN_FAULTS: ReadonlySet<ErrorKey> = new Set<ErrorKey>(['FAULT', 'OUTCOME_UNKNOWN', 'ORDER_FAILED_RETRY']);

/** Outcomes use status 200, as the contract says. Files, oversized bodies, spent budgets and our own faults use plain HTTP statuses. */
function httpStatusOf(
  { code, error: key }: Failure,
  error: Error & { statusCode?: number },
  request: FastifyRequest,
): number {
  if (error.statusCode === 413) return 413;
  if (error instanceof TooMany) return 429;
  if (error instanceof NotServing) return error.status;
  if (OWN_FAULTS.has(key)) return 500;
  return new URLSearchParams(request.url.split('?')[1]).get('format') === 'csv' ? code : 200;
}

/** A malformed request is not an outcome of the contract: it gets a plain HTTP status and one log line. */
function createRefuseMalformed(log: Log) {
  const line = limitLines((fields, text) => log.info(fields, text), MALFORMED_LINES);
  return async ({ status, reason }: Malformed, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // What stands after the question mark may open something.
    line(
      { reason, method: request.method, target: request.url.split('?')[0]?.slice(0, 120) },
      'a malformed request was refused',
    );
    // Nobody reads the rest of it.
    if (!request.raw.complete) reply.header('connection', 'close');
    return await reply.status(status).send(failureOf('BODY_INVALID', languageOf(request)));
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of the app. */
    openApi: () => Promise<string>;
  }
}

class SchemaRefused extends Error {
  override name = 'SchemaRefused';
  readonly fields: Record<string, ErrorKey>;

  constructor(zodError: z.core.$ZodError, input: unknown) {
    super('the schema refused the input');
    // Nothing was sent at all: naming a wrong value would mislead.
    this.fields = input === null || input === undefined ? { body: 'PARAMETERS_EMPTY' } : fieldErrors(zodError);
  }
}

/** The paths of the spec's own calls are outside /api. */
function isApi(url: string): boolean {
  return /^\/(api\/|captchaImage|logout)/.test(url);
}

/** A script, a style or a picture of the built app. Pages and service workers are outside this folder. */
function isAsset(url: string, { base }: Front): boolean {
  return url.startsWith(`${base}assets/`);
}

export function languageOf(request: FastifyRequest) {
  return pickLanguage(header(request, 'accept-language'));
}

/** Raised for what would begin on a closed account (0056_closed_accounts.sql). */
const ACCOUNT_CLOSED_SQLSTATE = 'CD352';

function failureFor(error: unknown, request: FastifyRequest) {
  const language = languageOf(request);
  if (error instanceof SchemaRefused) return invalidOf(error.fields, language);
  if (error instanceof Refused) {
    return failureOf(isErrorKey(error.key) ? error.key : 'FAULT', language, {
      ...(error.fields === undefined ? {} : { fields: knownKeys(error.fields) }),
      ...(error.params === undefined ? {} : { params: error.params }),
      ...(error.retryAfterSec === undefined ? {} : { retryAfterSec: error.retryAfterSec }),
    });
  }
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return failureOf('BODY_TOO_LARGE', language);
  if (status === 400 || status === 415) return failureOf('BODY_INVALID', language);
  // What was stored is stored; asked again, it is accepted in writing by the same note.
  if (error instanceof SigningAway && request.method !== 'GET') return failureOf('OUTCOME_UNKNOWN', language);
  if (error instanceof CommitUnknown) return failureOf('OUTCOME_UNKNOWN', language);
  // The account was closed while the call was on its way: its session is over.
  if (sqlState(error) === ACCOUNT_CLOSED_SQLSTATE) return failureOf('SESSION_INVALID', language);
  return failureOf('FAULT', language);
}

function knownKeys(fields: Readonly<Record<string, string>>): Record<string, ErrorKey> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, key]) => [name, isErrorKey(key) ? key : 'FIELD_INVALID']),
  );
}

/** What both apps may do. Fonts are as `default-src` says. */
const COMMON_POLICY = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'style-src': ["'self'", "'unsafe-inline'"],
  'script-src': ["'self'"],
  'object-src': ["'none'"],
  'worker-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
} as const;

/** Frames come from the hosts of the settings alone, and pictures from outside only for the map. */
function clientPolicy(hosts: readonly string[], { webviewHosts, mapTilesUrl }: Config['outside']) {
  const sockets = hosts.map((host) => host.replace(/^http/, 'ws'));
  const frames = webviewHosts.map(
    (host) => `${/^(?:localhost|127\.0\.0\.1)(?::|$)/.test(host) ? 'http' : 'https'}://${host}`,
  );
  const tiles = mapTilesUrl === undefined ? [] : [new URL(mapTilesUrl).origin];
  return {
    ...COMMON_POLICY,
    'connect-src': ["'self'", ...hosts, ...sockets],
    'img-src': [...COMMON_POLICY['img-src'], ...tiles],
    'frame-src': frames.length === 0 ? ["'none'"] : frames,
  };
}

function consolePolicy() {
  return { ...COMMON_POLICY, 'connect-src': ["'self'"], 'frame-src': ["'none'"] };
}
