/** Reads the body of a response up to a maximum size, because an untrusted server may send an endless body. */

export class BodyTooLargeError extends Error {
  readonly bytesMax: number
  constructor(url: string, bytesMax: number) {
    super(`${url} has more than ${bytesMax} bytes`)
    this.name = 'BodyTooLargeError'
    this.bytesMax = bytesMax
  }
}

/** Rejects with BodyTooLargeError if the body has more than `bytesMax` bytes. */
export async function readLimitedText({ body, url }: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new BodyTooLargeError(url, bytesMax)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
