/** The body of a stranger's answer. @throws Error as soon as it is longer than `bytesMax` */
export async function readBounded({ body }: Response, bytesMax: number): Promise<Buffer> {
  if (body === null) return Buffer.alloc(0);
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the rest of the answer.
  for await (const part of body) {
    size += part.length;
    if (size > bytesMax) throw new Error(`the answer is longer than ${bytesMax} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
