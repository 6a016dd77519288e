/** How many live sockets there may be, by who holds them. */
export interface SocketBounds {
  all: number;
  /** Sockets that have not named their member. They live as long as nobody needs their place. */
  anonymous: number;
  perAddress: number;
  anonymousPerAddress: number;
  perMember: number;
}

/** The shares of a number of sockets. */
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
