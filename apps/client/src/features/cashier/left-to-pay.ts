/* Deposits whose member left for the payment service, as long as this tab lives. */

const NAME = 'left-to-pay';

export function markLeft(id: string): void {
  try {
    sessionStorage.setItem(NAME, id);
  } catch {
    // Without storage the page offers the way to the service again, which harms nobody.
  }
}

export function wasLeft(id: string): boolean {
  try {
    return sessionStorage.getItem(NAME) === id;
  } catch {
    return false;
  }
}
