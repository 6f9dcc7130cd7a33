/** Parses a URL, without `base` an absolute one; null if the text is none, or has another protocol. Not `URL.parse`, which browsers of 2023 lack. */
export function parseUrl(text: string, protocols: RegExp, base?: string): URL | null {
  try {
    const url = new URL(text, base)
    return protocols.test(url.protocol) ? url : null
  } catch {
    return null
  }
}
