/** Parses the parts of Da Vinci PDex Plan-Net resources (FHIR R4) that describe networks, providers, places and hours. */
import type { OfficeHours } from '@careatlas/contract/cards'
import { phoneExtension, toE164 } from '@careatlas/directory/phone'
import * as z from 'zod'
import type { NamedPerson, ObservedPhone, ObservedPlace } from '../facts/facts.ts'
import { cellText } from '../read/cell-text.ts'
import { stripInvisible } from '@careatlas/directory/strip-invisible'
import { parseSpokenLanguage } from './spoken-language.ts'

/** Longer lists and texts, such as references, are not about one practitioner, and are ignored. */
export const limits = { list: 5000, textChars: 2048 } as const

const text = z.string().max(limits.textChars).transform(stripInvisible)
/** A value that does not match the schema counts as missing. */
const optionalText = text.nullable().default(null).catch(null)
const createListSchema = <T extends z.ZodType>(itemSchema: T) =>
  z
    .array(itemSchema.nullable().catch(null))
    .max(limits.list)
    .catch([])
    .default([])
    .transform((items) => items.filter((item) => item !== null))

const Reference = z.object({ reference: text }).transform(({ reference }) => toReferenceKey(reference))
/** A FHIR date may be a year or a month: a start is its first day, an end its last day. Null for an open period. */
const createPeriodDaySchema = (suffix: '-01-01' | '-12-31') =>
  z
    .string()
    .regex(/^\d{4}(-\d{2}(-\d{2}([T ].*)?)?)?$/)
    .transform((date) => date.slice(0, 10) + suffix.slice(Math.min(date.length, 10) - 4))
    .nullable()
    .default(null)
const Coding = z.object({ code: text })
const Concept = z.object({ coding: createListSchema(Coding), text: optionalText })
const PartExtension = z.object({
  url: text,
  valueCodeableConcept: Concept.nullable().catch(null).default(null),
})
const Extension = PartExtension.extend({
  valueReference: Reference.nullable().catch(null).default(null),
  extension: createListSchema(PartExtension),
})
const AvailableTime = z.object({
  daysOfWeek: createListSchema(z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])),
  allDay: z.boolean().catch(false).default(false),
  availableStartTime: optionalText,
  availableEndTime: optionalText,
  openingTime: optionalText,
  closingTime: optionalText,
})
type AvailableTime = z.output<typeof AvailableTime>

/** The address of a Location; the list of addresses of a practitioner is not read. */
const Address = z
  .object({ line: createListSchema(text), postalCode: text })
  .transform(({ line, postalCode }) => ({
    line1: cellText(line[0]) ?? '',
    postalCode: cellText(postalCode) ?? '',
  }))
  .refine(({ line1, postalCode }) => line1 !== '' && postalCode !== '')

/** The name of a practitioner; the name of an organization is a text, and is not read. */
const HumanName = z
  .object({ use: optionalText, family: optionalText, given: createListSchema(text) })
  .transform(({ use, family, given }) => ({
    use,
    last: cellText(family ?? undefined),
    first: cellText(given[0]),
  }))

const ContactPoint = z.object({ system: text, value: text })

/** The members of all resource types. A resource with an unreadable period is invalid. */
const Resource = z.object({
  resourceType: text,
  id: optionalText,
  // An unreadable value does not make a role active.
  active: z.boolean().default(true).catch(false),
  status: z.string().default('active').catch(''),
  period: z
    .object({ start: createPeriodDaySchema('-01-01'), end: createPeriodDaySchema('-12-31') })
    .nullable()
    .default(null),
  meta: z.object({ lastUpdated: optionalText }).nullable().catch(null).default(null),
  identifier: createListSchema(z.object({ system: text, value: text })),
  name: createListSchema(HumanName),
  communication: createListSchema(Concept.extend({ extension: createListSchema(Extension) })),
  extension: createListSchema(Extension),
  practitioner: Reference.nullable().catch(null).default(null),
  participatingOrganization: Reference.nullable().catch(null).default(null),
  managingOrganization: Reference.nullable().catch(null).default(null),
  network: createListSchema(Reference),
  location: createListSchema(Reference),
  availableTime: createListSchema(AvailableTime),
  hoursOfOperation: createListSchema(AvailableTime),
  address: Address.nullable().catch(null).default(null),
  telecom: createListSchema(ContactPoint),
})
export type PlanNetResource = z.output<typeof Resource>

/** Null for a value that is not a FHIR resource. */
export function parsePlanNetResource(value: unknown): PlanNetResource | null {
  return Resource.safeParse(value).data ?? null
}

/** `https://plan.example/fhir/Practitioner/17/_history/2` → `Practitioner/17`; a `urn:uuid:` remains unchanged. */
function toReferenceKey(reference: string): string {
  const segments = reference.split('/')
  const history = segments.indexOf('_history')
  return segments
    .slice(0, history < 0 ? undefined : history)
    .slice(-2)
    .join('/')
}

/** The value of the NPI identifier, which may be invalid; null if there is none. */
export function findNpi({ identifier }: PlanNetResource): string | null {
  return identifier.find(({ system }) => system === 'http://hl7.org/fhir/sid/us-npi')?.value.trim() ?? null
}

/** The official name of a practitioner, else the first one; null without a first or last name. */
export function findPersonName({ name }: PlanNetResource): NamedPerson | null {
  const { first, last } = name.find(({ use }) => use === 'official') ?? name[0] ?? { first: null, last: null }
  return first === null || last === null ? null : { first, last }
}

/** The networks of a role, which are in an extension, or of an affiliation, which are in a member. */
export function listNetworks({ extension, network }: PlanNetResource): readonly string[] {
  const references = extension
    .filter(({ url }) => endsWithName(url, 'network-reference'))
    .map(({ valueReference }) => valueReference)
  return [...network, ...references.filter((reference) => reference !== null)]
}

/**
 * Codes of the Interagency Language Roundtable below limited working proficiency (no proficiency, and courtesy phrases), which
 * is not enough for a conversation with a patient.
 */
const insufficientProficiency: ReadonlySet<string> = new Set(['00', '10'])

/** The languages that the practitioner can use with patients, as BCP 47 tags. */
export function listLanguages({ communication }: PlanNetResource): readonly string[] {
  const usable = communication.filter(({ extension }) => {
    const proficiency = extension.find(({ url }) => endsWithName(url, 'communication-proficiency'))
    return !proficiency?.valueCodeableConcept?.coding.some(({ code }) => insufficientProficiency.has(code))
  })
  const tags = usable.map(({ coding, text: name }) => {
    return (
      coding.map(({ code }) => parseSpokenLanguage(code)).find((tag) => tag !== null) ??
      parseSpokenLanguage(name ?? '')
    )
  })
  return [...new Set(tags.filter((tag) => tag !== null))]
}

/** Codes of AcceptingPatientsCS; `existptfam` also accepts the family of a patient. */
const acceptingCodes: Readonly<Record<string, NonNullable<ObservedPlace['accepting']>>> = {
  newpt: 'accepting',
  nopt: 'not_accepting',
  existptonly: 'existing_only',
  existptfam: 'existing_only',
}

/** Null if the resource has no value, or different values for several networks. */
export function parseAccepting({ extension }: PlanNetResource): ObservedPlace['accepting'] {
  const codes = extension
    .filter(({ url }) => endsWithName(url, 'newpatients'))
    .flatMap((newPatients) => newPatients.extension.filter(({ url }) => url === 'acceptingPatients'))
    .flatMap(({ valueCodeableConcept }) => valueCodeableConcept?.coding ?? [])
    .map(({ code }) => (Object.hasOwn(acceptingCodes, code) ? acceptingCodes[code]! : null))
  const [code, ...others] = new Set(codes)
  return others.length === 0 ? (code ?? null) : null
}

/** Omits intervals without a day or with invalid times. */
export function parseOfficeHours(times: readonly AvailableTime[]): readonly OfficeHours[] {
  return times.flatMap(({ daysOfWeek, allDay, ...time }) => {
    const open = allDay ? '00:00' : parseHourAndMinute(time.availableStartTime ?? time.openingTime)
    const closeTime = allDay ? '24:00' : parseHourAndMinute(time.availableEndTime ?? time.closingTime)
    const close = closeTime === '00:00' ? '24:00' : closeTime
    if (open === null || close === null || close <= open) return []
    return daysOfWeek.map((day) => ({ day, open, close }))
  })
}

/** The first telephone number, such as `(401) 555-0100 x78374`; null if there is none or it is invalid. */
export function findPhone({ telecom }: PlanNetResource): ObservedPhone | null {
  const value = telecom.find(({ system }) => system === 'phone')?.value ?? null
  const number = toE164(value, 'US')
  const extension = phoneExtension(value)
  return number === null ? null : { number, ...(extension !== null && { extension }) }
}

/** `09:00:00` → `09:00` */
function parseHourAndMinute(time: string | null): string | null {
  return /^(?:[01]\d|2[0-3]):[0-5]\d(?=$|:)/.exec(time ?? '')?.[0] ?? null
}

/** Compares the end of the URL of an extension, because the rest differs between guides and versions. */
function endsWithName(url: string, name: string): boolean {
  return url.endsWith(`/StructureDefinition/${name}`) || url.endsWith(`/StructureDefinition/base-ext-${name}`)
}
