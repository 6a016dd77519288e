import { callbackify } from 'node:util';
import pg from 'pg';
import { databaseHosts } from './database-hosts.ts';
import type { DatabaseHost } from './database-hosts.ts';

/** The database takes no writes: a standby, or a primary that is set so. */
export class TakesNoWrites extends Error {
  override name = 'TakesNoWrites';
  /** Whether another host is named, which may soon take them. */
  readonly hasOthers: boolean;

  constructor(hosts: number) {
    super(
      hosts > 1
        ? `none of the ${hosts} hosts of the database takes writes`
        : 'the database takes no writes: a standby?',
    );
    this.hasOthers = hosts > 1;
  }
}

export interface ClientOptions extends pg.ClientConfig {
  readonly connectionString: string;
  /** Set for the session when it begins. Not as a startup parameter: a pooler between refuses those. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** How long a host may take to say whether it takes writes, while others are asked too. */
const PROBE_MS = 2_000;
/** By URL: the host that took writes when it was asked last. All connections of a process go there. */
const found = new Map<string, DatabaseHost>();

/**
 * A connection to the host that takes writes, with its settings. If no host is known to, all of a URL are asked at once, and the
 * first in its order is taken. A connection that fails makes the next one ask again.
 */
export class Client extends pg.Client {
  readonly #options: ClientOptions;
  readonly #hosts: readonly DatabaseHost[];
  /** What the server said of itself; a pooler may keep it back. */
  readonly #status = new Map<string, string>();

  constructor(options: ClientOptions) {
    const { hosts, url } = databaseHosts(options.connectionString);
    super({ ...options, connectionString: url });
    this.#options = options;
    this.#hosts = hosts;
    // A connection that is lost may mean that its host is.
    this.on('error', () => found.delete(options.connectionString));
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) =>
      this.#status.set(parameterName, parameterValue),
    );
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | void {
    if (callback === undefined) return this.#open();
    callbackify(async () => await this.#open())(callback);
  }

  async #open(): Promise<pg.Client> {
    const { connectionString: url } = this.#options;
    try {
      if (this.#hosts.length > 0) {
        const { host, port } = found.get(url) ?? (await findWritable(this.#options, this.#hosts));
        this.host = host;
        this.port = port;
        found.set(url, { host, port });
      }
      await super.connect();
      await this.#begin();
      return this;
    } catch (error) {
      found.delete(url);
      void this.end().catch(() => undefined);
      throw error;
    }
  }

  async #begin(): Promise<void> {
    if (await this.#takesNoWrites()) throw new TakesNoWrites(this.#hosts.length);
    const settings = Object.entries(this.#options.settings ?? {});
    if (settings.length === 0) return;
    await this.query(settings.map(([name, value]) => `set ${name} = ${this.escapeLiteral(value)}`).join(';'));
  }

  async #takesNoWrites(): Promise<boolean> {
    const isStandby = this.#status.get('in_hot_standby');
    const isReadOnly = this.#status.get('default_transaction_read_only');
    if (isStandby !== undefined && isReadOnly !== undefined) return isStandby === 'on' || isReadOnly === 'on';
    const { rows } = await this.query<{ refuses: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as refuses`,
    );
    return rows[0]?.refuses !== false;
  }
}

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/**
 * The first that answers that it takes writes: a cluster has one.
 * @throws TakesNoWrites if hosts answered and none takes writes; otherwise why the first of them did not answer
 */
async function findWritable(options: ClientOptions, hosts: readonly DatabaseHost[]): Promise<DatabaseHost> {
  try {
    return await Promise.any(hosts.map(async (host) => await ask(options, host)));
  } catch (error) {
    const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
    if (errors.some((one) => one instanceof TakesNoWrites)) throw new TakesNoWrites(hosts.length);
    throw errors[0];
  }
}

async function ask({ connectionString, ssl }: ClientOptions, host: DatabaseHost): Promise<DatabaseHost> {
  const one = new Client({
    connectionString: urlOf(connectionString, host),
    application_name: 'candor-which',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
    ...(ssl === undefined ? {} : { ssl }),
  });
  one.on('error', () => undefined);
  await one.connect();
  await one.end();
  return host;
}

/** The URL with this host alone. */
function urlOf(url: string, { host, port }: DatabaseHost): string {
  const name = host.includes(':') ? `[${host}]` : encodeURIComponent(host);
  return url.replace(/^([^:]+:\/\/(?:[^/?#]*@)?)[^/?#]*/, `$1${name}:${port}`);
}
