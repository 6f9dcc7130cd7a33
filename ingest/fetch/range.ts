/** Going on with a file that began earlier: range requests and what their answers mean (RFC 9110, 13.1.5, 14, 15.3.7). */
import type { HttpResponse } from './http-get.ts'
import type { PartialDownload, Origin } from './partial-file.ts'

/** The rest, provided that the file is still the same; else all of it. */
export function createRangeHeaders(beginning: PartialDownload | null): Readonly<Record<string, string>> {
  if (beginning === null) return {}
  return { range: `bytes=${beginning.bytes}-`, 'if-range': beginning.origin.validator }
}

/** Which part of the file an answer holds. `length` is that of the whole file, null when the server does not say. */
export type RangeResponse =
  | { readonly kind: 'whole'; readonly from: 0; readonly length: number | null }
  | { readonly kind: 'rest'; readonly from: number; readonly length: number }
  /** It goes on with another file than ours. */
  | { readonly kind: 'changed' }
  /** It holds no file. */
  | { readonly kind: 'none' }

/** A server that ignores ranges, and one whose file has changed, both answer 200 with the whole. */
export function parseRangeResponse(
  { status, headers }: HttpResponse,
  beginning: PartialDownload | null,
): RangeResponse {
  if (status === 200) return { kind: 'whole', from: 0, length: readLength(headers) }
  if (beginning === null) return { kind: 'none' }
  if (status === 206) return parsePartialContent(beginning, headers)
  return { kind: status === 416 ? 'changed' : 'none' }
}

/** Null also when the server packs what it sends although it was asked not to: then it counts other bytes. */
function readLength(headers: Headers): number | null {
  const length = headers.get('content-length') ?? ''
  const packed = (headers.get('content-encoding') ?? 'identity') !== 'identity'
  return !packed && /^\d{1,15}$/.test(length) ? Number(length) : null
}

const contentRange = /^bytes (?<from>\d{1,15})-\d{1,15}\/(?<length>\d{1,15})$/

function parsePartialContent({ bytes, origin }: PartialDownload, headers: Headers): RangeResponse {
  const { from, length } = contentRange.exec(headers.get('content-range') ?? '')?.groups ?? {}
  const tag = headers.get('etag')
  const sameTag = tag === null || !origin.validator.startsWith('"') || tag === origin.validator
  const sameLength = origin.length === null || Number(length) === origin.length
  if (Number(from) !== bytes || !sameTag || !sameLength) return { kind: 'changed' }
  return { kind: 'rest', from: bytes, length: Number(length) }
}

/** Null when nothing could prove later that the file is still the same: then it has to start over. */
export function readOrigin(address: URL, headers: Headers, length: number | null): Origin | null {
  const validator = headers.has('etag') ? findStrongTag(headers) : findStrongDate(headers)
  return validator === null ? null : { address: address.href, validator, length }
}

/** A weak tag (`W/"…"`) promises the same meaning, not the same bytes. */
function findStrongTag(headers: Headers): string | null {
  const tag = headers.get('etag') ?? ''
  return /^"[\x21\x23-\x7e]{1,200}"$/.test(tag) ? tag : null
}

/** A date misses a second change within its second (RFC 9110, 8.8.2.2). */
function findStrongDate(headers: Headers): string | null {
  const modified = headers.get('last-modified') ?? ''
  const age = Date.parse(headers.get('date') ?? '') - Date.parse(modified)
  return age >= 1000 ? modified : null
}
