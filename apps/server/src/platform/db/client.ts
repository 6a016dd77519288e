import { setTimeout as sleep } from 'node:timers/promises';
import { callbackify } from 'node:util';
import pg from 'pg';
import { databaseHosts } from './database-hosts.ts';
import type { DatabaseHost } from './database-hosts.ts';
import { TakesNoWrites } from './takes-no-writes.ts';

export interface ClientOptions extends pg.ClientConfig {
  readonly connectionString: string;
  /** Set for the session when it begins. Not as a startup parameter: a pooler between refuses those. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** How long a host may take to say whether it takes writes, while others are asked too. */
const PROBE_MS = 2_000;
/** How long the others may still take when one has said so: two may, after a failover that did not stop the old primary. */
const OTHERS_MS = 250;
/** The database refused a write because it takes none. */
const READ_ONLY = '25006';
/** What warns that a commit is confirmed though no standby has it: somebody cancelled the statement that waited for one. */
const WAITS_FOR_STANDBY = 'SyncRepWaitForLSN';

/** What this process knows of the database of one URL. */
interface Cluster {
  /** It took writes when it was asked last. All connections of the process go there. */
  writable?: DatabaseHost | undefined;
  asking?: Promise<DatabaseHost> | undefined;
  readonly connected: Set<Client>;
}

const clusters = new Map<string, Cluster>();

/**
 * A connection to the host that takes writes, with its settings. If no host is known to, all of a URL are asked at once. A
 * connection that fails, or whose host stops taking writes, makes the next one ask again; when that finds another host, all that
 * are connected elsewhere end.
 */
export class Client extends pg.Client {
  readonly #options: ClientOptions;
  readonly #hosts: readonly DatabaseHost[];
  readonly #cluster: Cluster;
  /** What the server said of itself; a pooler may keep it back. */
  readonly #status = new Map<string, string>();
  #isOpen = false;

  constructor(options: ClientOptions) {
    const { hosts, url } = databaseHosts(options.connectionString);
    super({ ...options, connectionString: url });
    this.#options = options;
    this.#hosts = hosts;
    this.#cluster = clusterOf(options.connectionString);
    // A connection that is lost may mean that its host is.
    this.on('error', () => this.#forget());
    this.connection.once('end', () => this.#cluster.connected.delete(this));
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      this.#status.set(parameterName, parameterValue);
      if (this.#isOpen && this.#saysOfWrites() === false) this.#leave();
    });
    this.connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
      // Whoever asked hears the refusal first.
      if (this.#isOpen && code === READ_ONLY) setImmediate(() => this.#leave());
    });
    this.connection.on('notice', ({ routine }: pg.DatabaseError) => {
      // The answer comes right behind, and must not be heard.
      if (routine !== WAITS_FOR_STANDBY) return;
      this.connection.emit('error', new Error('no standby confirmed the commit'));
      this.connection.stream.destroy();
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | void {
    if (callback === undefined) return this.#open();
    callbackify(async () => await this.#open())(callback);
  }

  async #open(): Promise<pg.Client> {
    try {
      if (this.#hosts.length > 0) {
        const { host, port } = this.#cluster.writable ?? (await this.#ask());
        this.host = host;
        this.port = port;
      }
      await super.connect();
      await this.#begin();
      this.#isOpen = true;
      this.#cluster.connected.add(this);
      return this;
    } catch (error) {
      this.#forget();
      void this.end().catch(() => undefined);
      throw error;
    }
  }

  /** Connections that open at once ask once. */
  async #ask(): Promise<DatabaseHost> {
    const cluster = this.#cluster;
    cluster.asking ??= findWritable(this.#options, this.#hosts).finally(() => (cluster.asking = undefined));
    const found = await cluster.asking;
    cluster.writable = found;
    for (const other of cluster.connected) if (other.host !== found.host || other.port !== found.port) other.#leave();
    return found;
  }

  #forget(): void {
    const { writable } = this.#cluster;
    if (writable?.host === this.host && writable.port === this.port) this.#cluster.writable = undefined;
  }

  /** Whoever waits for an answer does not get one. */
  #leave(): void {
    this.#cluster.connected.delete(this);
    this.connection.stream.destroy(new TakesNoWrites(this.#hosts.length));
  }

  async #begin(): Promise<void> {
    if (await this.#takesNoWrites()) throw new TakesNoWrites(this.#hosts.length);
    const settings = Object.entries(this.#options.settings ?? {});
    if (settings.length === 0) return;
    await this.query(settings.map(([name, value]) => `set ${name} = ${this.escapeLiteral(value)}`).join(';'));
  }

  async #takesNoWrites(): Promise<boolean> {
    const takesWrites = this.#saysOfWrites();
    if (takesWrites !== undefined) return !takesWrites;
    const { rows } = await this.query<{ refuses: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as refuses`,
    );
    return rows[0]?.refuses !== false;
  }

  /** Whether the server said that it takes writes; undefined if it said neither. */
  #saysOfWrites(): boolean | undefined {
    const isStandby = this.#status.get('in_hot_standby');
    const isReadOnly = this.#status.get('default_transaction_read_only');
    if (isStandby === undefined || isReadOnly === undefined) return undefined;
    return isStandby === 'off' && isReadOnly === 'off';
  }
}

function clusterOf(url: string): Cluster {
  const known = clusters.get(url) ?? { connected: new Set() };
  clusters.set(url, known);
  return known;
}

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/** A host that takes writes, and how many times its database was promoted. */
interface Writable {
  readonly host: DatabaseHost;
  readonly timeline: number;
}

/**
 * The one that takes writes; of several, the one that was promoted last.
 * @throws TakesNoWrites if hosts answered and none takes writes; otherwise why, as telling as it gets
 */
async function findWritable(options: ClientOptions, hosts: readonly DatabaseHost[]): Promise<DatabaseHost> {
  const found: Writable[] = [];
  const asked = hosts.map(async (host) => found.push(await ask(options, host)));
  try {
    await Promise.any(asked);
  } catch (error) {
    const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
    if (errors.some((one) => one instanceof TakesNoWrites)) throw new TakesNoWrites(hosts.length);
    // A refused login or certificate says more than a host that is away, and that more than a name that nobody has just now.
    throw errors.find((one) => !isAway(one)) ?? errors.find((one) => !isNoName(one)) ?? errors[0];
  }
  await Promise.race([Promise.allSettled(asked), sleep(OTHERS_MS)]);
  return found.reduce((best, one) => (one.timeline > best.timeline ? one : best)).host;
}

async function ask({ connectionString, ssl }: ClientOptions, host: DatabaseHost): Promise<Writable> {
  const one = new Client({
    connectionString: urlOf(connectionString, host),
    application_name: 'candor-which',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
    ...(ssl === undefined ? {} : { ssl }),
  });
  try {
    await one.connect();
    return { host, timeline: await timelineOf(one) };
  } finally {
    void one.end().catch(() => undefined);
  }
}

/** 0 where a database of somebody's own kind does not say. */
async function timelineOf(client: Client): Promise<number> {
  const { rows } = await client
    .query<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file')
    .catch(() => ({ rows: [] }));
  return Number.parseInt(rows[0]?.file.slice(0, 8) ?? '0', 16);
}

/** No way to the host, or no answer from it. */
function isAway(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || /timeout|terminated/.test(error.message));
}

function isNoName(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOTFOUND';
}

/** The URL with this host alone. */
function urlOf(url: string, { host, port }: DatabaseHost): string {
  const name = host.includes(':') ? `[${host}]` : encodeURIComponent(host);
  return url.replace(/^([^:]+:\/\/(?:[^/?#]*@)?)[^/?#]*/, `$1${name}:${port}`);
}
