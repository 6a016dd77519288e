/** The addresses of a database that runs on several hosts, in one URL as libpq reads it. */

export interface DatabaseHost {
  /** A host name, an address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
}

const PORT = 5432;
const HOSTS_MAX = 16;
/** The authority of a URL: what stands before the last @, and the hosts behind it. */
const AUTHORITY = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;
const ONE_HOST = /^(?:\[(?<six>[0-9a-fA-F:.]+)\]|(?<name>[^:[\],]*))(?::(?<port>\d{1,5}))?$/;
/** Where a database that takes writes is wanted. A site always writes, so the other values of libpq make no sense here. */
const ATTRIBUTES = ['any', 'read-write', 'primary'];

/**
 * @returns the hosts of a URL in their order, and the URL of the first one alone; no hosts for a URL with at most one, which pg reads
 * as it is
 * @throws Error that says what is wrong, without the URL: it may hold a password
 */
export function databaseHosts(url: string): { hosts: readonly DatabaseHost[]; url: string } {
  const [, head, list, rest] = AUTHORITY.exec(url) ?? [];
  if (head === undefined || list === undefined || rest === undefined) return { hosts: [], url };
  const query = new URLSearchParams(/\?(.*)$/s.exec(rest)?.[1] ?? '');
  const wanted = query.get('target_session_attrs');
  if (wanted !== null && !ATTRIBUTES.includes(wanted))
    throw new Error(`target_session_attrs is one of ${ATTRIBUTES.join(', ')}: a site has to write`);
  const plain = rest.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '');
  const named = `${query.get('host') ?? ''}${query.get('port') ?? ''}`;
  if (!list.includes(',') && !named.includes(',')) return { hosts: [], url: `${head}${list}${plain}` };
  if (named !== '') throw new Error('several hosts of a database stand before the slash, not in host= or port=');
  const parts = list.split(',');
  if (parts.length > HOSTS_MAX) throw new Error(`a database has at most ${HOSTS_MAX} hosts`);
  const hosts = parts.map(hostOf);
  return { hosts, url: `${head}${parts[0]}${plain}` };
}

function hostOf(text: string): DatabaseHost {
  const { six, name, port } = ONE_HOST.exec(text)?.groups ?? {};
  const host = six ?? name;
  const number = Number(port ?? PORT);
  if (host === undefined || host === '' || number < 1 || number > 65_535)
    throw new Error('the hosts of a database are written host:port, separated by commas');
  return { host: decoded(host), port: number };
}

function decoded(host: string): string {
  try {
    return decodeURIComponent(host);
  } catch (error) {
    throw new Error('a % in the host of a database is written %25', { cause: error });
  }
}
