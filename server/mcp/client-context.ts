/** What a client says about itself and its user beside a tool call: hints, which never give access. */
import { CLIENT_CAPABILITIES_META_KEY, inputResponse, type ServerContext } from '@modelcontextprotocol/server'
import { roundPoint } from '@careatlas/directory/distance'
import { isUnitedStates, regionOfState } from '@careatlas/directory/region'
import * as z from 'zod'

export interface ClientContext {
  /** Whether the client can ask its user with a form and send the call again. */
  readonly canAsk: boolean
  /** The answer to the question `key`, if this call repeats one that asked it. */
  answer(key: string): ReturnType<typeof inputResponse>
  /** Where the host says that its user is; null if it does not, or if the operator has switched this off. */
  readonly location: HostLocation | null
}

/** A point, or the name of a town. */
export type HostLocation = { readonly lat: number; readonly lng: number } | { readonly town: string }

/** Reads the context of a call. Its location is never logged. */
export function readClientContext({ mcpReq }: ServerContext, usesHostLocation: boolean): ClientContext {
  return {
    canAsk: hasForms(mcpReq.envelope),
    answer: (key) => inputResponse(mcpReq.inputResponses, key),
    location: usesHostLocation ? readLocation(mcpReq._meta) : null,
  }
}

/** An empty object also means forms (MCP 2025-11-25, Elicitation). */
const WithForms = z.object({
  elicitation: z.union([z.object({ form: z.looseObject({}) }), z.strictObject({})]),
})

/** A schema that rejects its value takes longer than the rest of a call, so the usual absence is checked first. */
function hasForms(envelope: Readonly<Record<string, unknown>> = {}): boolean {
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY]
  if (typeof capabilities !== 'object' || capabilities === null || !('elicitation' in capabilities))
    return false
  return WithForms.safeParse(capabilities).success
}

/** A number or its text. A host that does not know a position may send null or "", which JavaScript converts to 0. */
const degrees = (max: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,3}(?:\.\d{1,20})?$/)
        .transform(Number),
    ])
    .pipe(z.number().min(-max).max(max))
const name = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{M} .'-]{1,64}$/u)

const locationKey = 'openai/userLocation'
const Point = z.object({ latitude: degrees(90), longitude: degrees(180) })
/** Of the United States: Birmingham in England is not Birmingham in Alabama. */
const Town = z.object({
  city: name,
  region: name.refine((region) => regionOfState(region) !== null),
  country: z
    .string()
    .refine((country) => isUnitedStates({ country: country.toUpperCase() }))
    .nullish(),
})

function readLocation(meta: Readonly<Record<string, unknown>> | undefined): HostLocation | null {
  const place = meta?.[locationKey]
  if (place === undefined) return null
  const point = Point.safeParse(place)
  if (point.success) return roundPoint({ lat: point.data.latitude, lng: point.data.longitude })
  const town = Town.safeParse(place)
  return town.success ? { town: `${town.data.city}, ${town.data.region}` } : null
}
