/* Why a browser cannot read a picture, as far as its first bytes say. */

const BRANDS = /^ftyp(hei[cxms]|hev[cx]|mif1|msf1)$/;
const BRAND_AT = 4;
const BRAND_END = 12;

/** An iPhone's own format has a message of its own: the member can do something about it. */
export async function unreadablePicture(file: Blob): Promise<'IMAGE_HEIC' | 'IMAGE_INVALID'> {
  const head = new Uint8Array(await file.slice(BRAND_AT, BRAND_END).arrayBuffer());
  return BRANDS.test(String.fromCharCode(...head)) ? 'IMAGE_HEIC' : 'IMAGE_INVALID';
}
