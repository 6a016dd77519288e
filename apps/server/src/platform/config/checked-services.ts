/* Services of others that a site calls, and the time zone and currency that it has. */

export function checkedGateway(
  url: string | undefined,
  token: string | undefined,
): { url: string; token: string } | undefined {
  if ((url === undefined) !== (token === undefined))
    throw new Error('CODE_GATEWAY_URL and CODE_GATEWAY_TOKEN belong together: set both or none');
  return url === undefined || token === undefined ? undefined : { url, token };
}

/** Without encryption only from this machine: who answers could choose when there is no randomness. */
export function checkedBeacon(text: string): string | undefined {
  if (text === 'off') return undefined;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isHere = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url === null || (url.protocol !== 'https:' && !isHere) || url.search !== '' || url.username !== '')
    throw new Error('Settings are wrong:\n  BEACON: off, or the https address of a relay of drand');
  return url.href.replace(/\/$/, '');
}

export function checkedAuthority(
  url: string | undefined,
  rootsFile: string | undefined,
): { url: string; rootsFile: string } | undefined {
  if ((url === undefined) !== (rootsFile === undefined))
    throw new Error('TIMESTAMP_AUTHORITY and TIMESTAMP_ROOTS belong together: set both or none');
  return url === undefined || rootsFile === undefined ? undefined : { url, rootsFile };
}

export function checkedTimeZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw new Error(`Settings are wrong:\n  SITE_TIME_ZONE: no such time zone: ${name}`);
  }
}

/** Decimals and symbol default to those that Intl knows for the currency. */
export function checkedCurrency(
  code: string,
  decimals: number | undefined,
  symbol: string | undefined,
): { code: string; symbol: string; decimals: number } {
  if (!Intl.supportedValuesOf('currency').includes(code))
    throw new Error(
      `Settings are wrong:\n  SITE_CURRENCY: no such currency: ${code} (three capital letters, such as CNY)`,
    );
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
  const usual = format.resolvedOptions().maximumFractionDigits;
  if (usual === undefined) throw new Error(`Intl knows no decimals of ${code}`);
  return {
    code,
    decimals: decimals ?? usual,
    symbol: symbol ?? format.formatToParts(0).find((part) => part.type === 'currency')?.value ?? code,
  };
}
