/** A message as JSON, in one payload or several: an array is packed into as few as fit. */
export function payloads(message: unknown, bytesMax: number): string[] {
  if (!Array.isArray(message)) return [JSON.stringify(message)];
  const packed: string[] = [];
  let pack: string[] = [];
  let bytes = 2;
  for (const item of message) {
    const text = JSON.stringify(item) ?? 'null';
    const more = Buffer.byteLength(text) + 1;
    if (pack.length > 0 && bytes + more > bytesMax) {
      packed.push(`[${pack.join(',')}]`);
      pack = [];
      bytes = 2;
    }
    pack.push(text);
    bytes += more;
  }
  packed.push(`[${pack.join(',')}]`);
  return packed;
}
