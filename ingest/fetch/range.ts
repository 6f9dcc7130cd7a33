/** Range requests for resuming a download, and the meaning of their responses (RFC 9110, 13.1.5, 14, 15.3.7). */
import type { HttpResponse } from './http-get.ts'
import type { PartialDownload, Origin } from './partial-file.ts'

/** Requests the rest of the file if it has not changed, else the whole file. */
export function createRangeHeaders(partial: PartialDownload | null): Readonly<Record<string, string>> {
  if (partial === null) return {}
  return { range: `bytes=${partial.bytes}-`, 'if-range': partial.origin.validator }
}

/** The part of the file that a response has. `length` is that of the whole file; null if the server does not send it. */
export type RangeResponse =
  | { readonly kind: 'whole'; readonly from: 0; readonly length: number | null }
  | { readonly kind: 'rest'; readonly from: number; readonly length: number }
  /** The rest of another version of the file. */
  | { readonly kind: 'changed' }
  /** No part of the file. */
  | { readonly kind: 'none' }

/** A server that ignores ranges, or whose file has changed, responds 200 with the whole file. */
export function parseRangeResponse(
  { status, headers }: HttpResponse,
  partial: PartialDownload | null,
): RangeResponse {
  if (status === 200) return { kind: 'whole', from: 0, length: readLength(headers) }
  if (partial === null) return { kind: 'none' }
  if (status === 206) return parsePartialContent(partial, headers)
  return { kind: status === 416 ? 'changed' : 'none' }
}

/** Null also if the server compresses the body against the request, because the length is then that of the compressed body. */
function readLength(headers: Headers): number | null {
  const length = headers.get('content-length') ?? ''
  const isCompressed = (headers.get('content-encoding') ?? 'identity') !== 'identity'
  return !isCompressed && /^\d{1,15}$/.test(length) ? Number(length) : null
}

const contentRange = /^bytes (?<from>\d{1,15})-\d{1,15}\/(?<length>\d{1,15})$/

function parsePartialContent({ bytes, origin }: PartialDownload, headers: Headers): RangeResponse {
  const { from, length } = contentRange.exec(headers.get('content-range') ?? '')?.groups ?? {}
  const tag = headers.get('etag')
  const isSameTag = tag === null || !origin.validator.startsWith('"') || tag === origin.validator
  const isSameLength = origin.length === null || Number(length) === origin.length
  if (Number(from) !== bytes || !isSameTag || !isSameLength) return { kind: 'changed' }
  return { kind: 'rest', from: bytes, length: Number(length) }
}

/** Null without a strong validator: a later run cannot verify that the file is the same, and must start over. */
export function readOrigin(address: URL, headers: Headers, length: number | null): Origin | null {
  const validator = headers.has('etag') ? findStrongTag(headers) : findStrongDate(headers)
  return validator === null ? null : { address: address.href, validator, length }
}

/** A weak tag (`W/"…"`) does not guarantee the same bytes. */
function findStrongTag(headers: Headers): string | null {
  const tag = headers.get('etag') ?? ''
  return /^"[\x21\x23-\x7e]{1,200}"$/.test(tag) ? tag : null
}

/** A date does not reveal a second change within the same second (RFC 9110, 8.8.2.2). */
function findStrongDate(headers: Headers): string | null {
  const lastModified = headers.get('last-modified') ?? ''
  const ageMs = Date.parse(headers.get('date') ?? '') - Date.parse(lastModified)
  return ageMs >= 1000 ? lastModified : null
}
