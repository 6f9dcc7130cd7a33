/** Parses an absolute URL; null if the text is none, or has another protocol. Not `URL.parse`, which browsers of 2023 lack. */
export function parseUrl(text: string, protocols: RegExp): URL | null {
  try {
    const url = new URL(text)
    return protocols.test(url.protocol) ? url : null
  } catch {
    return null
  }
}
