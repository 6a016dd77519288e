import ipaddr from 'ipaddr.js';

/*
 * The keys for limits per address. An IPv4 address written inside IPv6 counts as the IPv4 address. What is no address
 * stays as it is.
 */

/** Key of a limit per address: the IPv4 address, or the /64 of an IPv6 address (a customer gets at least a /64). */
export function limitAddress(ip: string): string {
  return blocksOf(ip)[0].key;
}

/** The network of an address: its /24 in IPv4, its /48 in IPv6, the usual size for one site. */
export function networkOf(ip: string): string {
  const blocks = blocksOf(ip);
  return blocks.at(-1)?.key ?? blocks[0].key;
}

/** A block of addresses that one person may own as a whole. */
export interface AddressBlock {
  readonly key: string;
  /** How many times as much as one address this block may use: it can also hold many people, such as a mobile network. */
  readonly share: number;
}

/** Of IPv6: a customer's smallest block, and the two larger ones that providers give to one customer. */
const IPV6_BLOCKS = [
  { groups: 4, bits: 64, share: 1 },
  { groups: 4, bits: 56, share: 3 },
  { groups: 3, bits: 48, share: 8 },
] as const;
const IPV4_NETWORK_SHARE = 8;
const LAST_8_BITS = 0xff;

/**
 * The blocks that a call counts in, the smallest first. Who owns a /48 owns 65,536 blocks of /64: a limit that counts only the
 * smallest block is no limit.
 */
export function blocksOf(ip: string): readonly [AddressBlock, ...AddressBlock[]] {
  if (!ipaddr.isValid(ip)) return [{ key: ip, share: 1 }];
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) {
    const text = address.toString();
    const network = `${text.slice(0, text.lastIndexOf('.'))}.0/24`;
    return [
      { key: text, share: 1 },
      { key: network, share: IPV4_NETWORK_SHARE },
    ];
  }
  const { parts } = address;
  const [smallest, ...larger] = IPV6_BLOCKS.map(({ groups, bits, share }) => ({
    key: `${groupsOf(parts, groups, bits).join(':')}::/${bits}`,
    share,
  }));
  return smallest === undefined ? [{ key: ip, share: 1 }] : [smallest, ...larger];
}

/** The first groups of an address. A /56 ends in the middle of the fourth group. */
function groupsOf(parts: readonly number[], groups: number, bits: number): string[] {
  const first = parts.slice(0, groups);
  return first.map((group, index) =>
    (bits % 16 !== 0 && index === groups - 1 ? group & ~LAST_8_BITS : group).toString(16),
  );
}
