/**
 * The one place where calls to the outside learn of a proxy: `fetch` (exchanges, chain nodes, text messages, push services,
 * witnesses, time stamps) and the streams of exchanges. Node does the rest: HTTPS and wss go through a CONNECT tunnel, so the
 * proxy sees the host and nothing of what is said.
 */
import http from 'node:http';
import https from 'node:https';
import type { OutgoingProxies } from '../config/config.ts';

/** This machine is never called through a proxy, unless the exceptions are named. */
const EXCEPT = 'localhost,127.0.0.1,[::1],::1';

/** Holds for the whole process. @returns how to undo it */
export function useProxies({ http: plain, https: secure, except = EXCEPT }: OutgoingProxies): () => void {
  if (plain === undefined && secure === undefined) return () => undefined;
  return http.setGlobalProxyFromEnv({
    ...(plain === undefined ? {} : { HTTP_PROXY: plain }),
    ...(secure === undefined ? {} : { HTTPS_PROXY: secure }),
    NO_PROXY: except,
  });
}

/** What opens a WebSocket so that it takes the same way as `fetch`; undefined without proxies. It keeps no connection for others. */
export function outgoingAgent(url: string): http.Agent | undefined {
  const { proxyEnv } = https.globalAgent.options;
  if (proxyEnv === undefined) return undefined;
  return url.startsWith('wss:') ? new https.Agent({ proxyEnv }) : new http.Agent({ proxyEnv });
}
