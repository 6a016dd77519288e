import { BlockList, isIPv6 } from 'node:net';

/** This machine alone, and the networks that nobody reaches from outside (RFC 1918, 4193, 3927, 6598). */
const INSIDE = new BlockList();
INSIDE.addSubnet('127.0.0.0', 8, 'ipv4');
INSIDE.addSubnet('10.0.0.0', 8, 'ipv4');
INSIDE.addSubnet('172.16.0.0', 12, 'ipv4');
INSIDE.addSubnet('192.168.0.0', 16, 'ipv4');
INSIDE.addSubnet('169.254.0.0', 16, 'ipv4');
INSIDE.addSubnet('100.64.0.0', 10, 'ipv4');
INSIDE.addAddress('::1', 'ipv6');
INSIDE.addSubnet('fc00::', 7, 'ipv6');
INSIDE.addSubnet('fe80::', 10, 'ipv6');

/** Whether what listens at this address cannot be reached from outside. A name, or an address that stands for all, may be. */
export function isInside(host: string): boolean {
  if (host === 'localhost') return true;
  try {
    return INSIDE.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
  } catch {
    return false;
  }
}
