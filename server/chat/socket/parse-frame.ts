/** Parses a frame of a client: text in, a typed frame or an error out. Every frame is hostile until it is parsed. */
import {
  ClientEnvelope,
  type ClientFrame,
  type ClientFrameType,
  clientFrames,
} from '@careatlas/contract/chat-frames'
import { ApiError } from '@careatlas/contract/errors'
import { quoteValue } from '@careatlas/contract/quoted-value'
import type * as z from 'zod'

export type ParsedFrame =
  | { readonly kind: 'frame'; readonly frame: ClientFrame }
  /** A type that this version does not know; C12 says to ignore it. */
  | { readonly kind: 'unknown' }
  /** `re` is the id of the frame, if it has one. */
  | { readonly kind: 'invalid'; readonly error: ApiError; readonly re: string | null }

/** Never throws. */
export function parseFrame(text: string): ParsedFrame {
  const value = parseJson(text)
  const envelope = ClientEnvelope.safeParse(value)
  if (!envelope.success)
    return invalid(`A frame must be ${describeEnvelope}; ${describe(envelope.error)}.`, findId(value))
  const { type, id, data } = envelope.data
  if (!isKnown(type)) return { kind: 'unknown' }
  const parsed = clientFrames[type].safeParse(data)
  if (!parsed.success) return invalid(`data of ${type}: ${describe(parsed.error)}.`, id)
  return { kind: 'frame', frame: { type, id, data: parsed.data } as ClientFrame }
}

const describeEnvelope = '{"type", "id": a UUIDv7, "ts", "data": an object} as JSON'

function invalid(message: string, re: string | null): ParsedFrame {
  return { kind: 'invalid', error: new ApiError('invalid_frame', message), re }
}

/** Undefined for a text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isKnown(type: string): type is ClientFrameType {
  return Object.hasOwn(clientFrames, type)
}

function findId(value: unknown): string | null {
  return ClientEnvelope.pick({ id: true }).safeParse(value).data?.id ?? null
}

/** The first problem and where it is; never the value, which may be private. */
function describe({ issues }: z.ZodError): string {
  const [{ path, message } = { path: [], message: 'malformed' }] = issues
  return path.length === 0 ? message : `${quoteValue(path.join('.'))} ${message}`
}
