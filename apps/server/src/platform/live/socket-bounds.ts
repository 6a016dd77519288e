/** How many live sockets there may be, by kind of owner. */
export interface SocketBounds {
  all: number;
  /** Sockets without a member. They stay as long as no other socket needs their place. */
  anonymous: number;
  perAddress: number;
  anonymousPerAddress: number;
  perMember: number;
}

/** Splits a number of sockets into these bounds. */
export function socketBoundsOf(all: number): SocketBounds {
  const perAddress = clamp(Math.floor(all / 8), 16, 512);
  return {
    all,
    anonymous: Math.max(8, Math.floor(all / 4)),
    perAddress,
    anonymousPerAddress: clamp(Math.floor(perAddress / 4), 8, 64),
    perMember: 20,
  };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
