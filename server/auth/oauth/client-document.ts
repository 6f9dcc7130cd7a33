/** Documents in which clients say who they are (Client ID Metadata Documents): where they may be, and how they are read. */
import { type Client, errors } from 'oidc-provider'
import { checkDocument, ClientRefused, documentMetadata } from './client-metadata.ts'
import { limitedText } from './limited-text.ts'

const addressLengthMax = 2048

/** A site alone names no client (Client ID Metadata Document, section 3: there must be a path). */
export function isDocumentAddress(id: string): boolean {
  return id.length <= addressLengthMax && /^https:\/\/[^/?]+\/[^?]/i.test(id)
}

/** Throws InvalidClientMetadata for a document that says what no registration could. */
export function hasGoodDocument(client: Client): true {
  try {
    checkDocument(client)
    return true
  } catch (error) {
    if (!(error instanceof ClientRefused)) throw error
    throw new errors.InvalidClientMetadata(error.message)
  }
}

/** More than oidc-provider takes, so that it is the one to refuse what is a little longer. */
const bytesMax = 8 * 1024

/**
 * A document with what is read of it alone. `options` carries what keeps the request away from our own network: it goes along as it
 * is. Rejects where nothing comes, or too much.
 */
export async function fetchDocument(
  url: Parameters<typeof fetch>[0],
  options?: RequestInit,
): Promise<Response> {
  const response = await fetch(url, options)
  if (response.status !== 200) return response
  const text = await limitedText(response, bytesMax)
  // Its length and encoding are those of another text.
  const kept = ['cache-control', 'expires'].flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return new Response(tidied(text), {
    headers: { 'content-type': 'application/json', ...Object.fromEntries(kept) },
  })
}

function tidied(text: string): string {
  try {
    const document: unknown = JSON.parse(text)
    return typeof document === 'object' && document !== null && !Array.isArray(document)
      ? JSON.stringify(documentMetadata({ ...document }))
      : text
  } catch {
    return text
  }
}
