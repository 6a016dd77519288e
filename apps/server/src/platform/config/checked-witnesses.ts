/** The setting WITNESSES: who is asked to cosign the heads of the order log. */

/** `url`: where its add-checkpoint is, without a slash at the end. `key`: its key as one line; whether that is one is checked later. */
export interface WitnessEntry {
  readonly url: string;
  readonly key: string;
}

const WITNESSES_MAX = 16;
const ENTRY = /^(?<address>\S+)\s+(?<key>[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+)$/;

/** @throws Error that names the setting */
export function checkedWitnesses(entries: readonly string[]): WitnessEntry[] {
  if (entries.length > WITNESSES_MAX) throw wrong(`not more than ${WITNESSES_MAX}`);
  const witnesses = entries.map((entry) => {
    const { address = '', key = '' } = ENTRY.exec(entry)?.groups ?? {};
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url === undefined || !isPlain(url)) throw wrong(`not "${entry}"`);
    return { url: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, key };
  });
  for (const [index, { url, key }] of witnesses.entries()) {
    const isTwice = witnesses.slice(0, index).some((other) => other.url === url || nameOf(other) === nameOf({ key }));
    if (isTwice) throw wrong(`the address and the name of each only once; not again "${url} ${key}"`);
  }
  return witnesses;
}

function isPlain({ protocol, username, password, search, hash }: URL): boolean {
  return /^https?:$/.test(protocol) && username === '' && password === '' && search === '' && hash === '';
}

function nameOf({ key }: Pick<WitnessEntry, 'key'>): string {
  return key.slice(0, key.indexOf('+'));
}

function wrong(what: string): Error {
  return new Error(
    `Settings are wrong:\n  WITNESSES: for each witness its http(s) address, a blank and its key (name+hash+base64), separated by commas; ${what}`,
  );
}
