/** Splits a fact into readable statements, one for each value. */
import type { Address, OfficeHours } from '@careatlas/contract/cards'
import type {
  Fact,
  MailingAddress,
  Observation,
  RegisteredAddress,
  RegisteredName,
  Registration,
} from './facts.ts'

export interface Statement {
  /** "telehealth", "hours at 110 LOCKWOOD ST 02903". */
  readonly field: string
  readonly value: string
  /** Whether the card uses only one statement of this field; it combines the values of other fields. */
  readonly single: boolean
}

/** The statements in the order of the fields of the fact, without empty fields. */
export function listStatements(fact: Fact): readonly Statement[] {
  switch (fact.kind) {
    case 'clinician':
      return [
        ...toSingle('entity', 'clinician'),
        ...toSingle('name', formatName(fact.name)),
        ...fact.otherNames.flatMap(({ kind, first, middle, last }) =>
          toRepeatable(`${kind} name`, joinWords(first, middle, last)),
        ),
        ...toSingle('gender', fact.gender),
        ...listRegistration(fact),
      ]
    case 'organization':
      return [
        ...toSingle('entity', fact.subpart ? 'organization, subpart of another' : 'organization'),
        ...toSingle('legal name', fact.legalName),
        ...toSingle('doing business as', fact.doingBusinessAs),
        ...(fact.otherName === undefined ? [] : toSingle(`${fact.otherName.kind} name`, fact.otherName.name)),
        ...toSingle('parent organization', fact.parent ?? null),
        ...toSingle('title of the authorized official', fact.officialTitle ?? null),
        ...listRegistration(fact),
      ]
    case 'deactivation':
      return toSingle('deactivated', fact.deactivatedOn ?? 'on an unknown day')
    case 'secondary_location':
      return listPlace('practice address', fact.practice)
    case 'other_organization_name':
      return toRepeatable(`other name (type ${fact.type})`, fact.name)
    case 'endpoint':
      return toRepeatable(
        `endpoint (${fact.type})`,
        joinWords(fact.endpoint, fact.use, fact.content, fact.affiliation),
      )
    case 'unfit_text':
      return fact.texts.flatMap(({ field, text }) => toRepeatable(field, escapeInvisible(text)))
    case 'network_listing':
      return toSingle(`carrier ${fact.carrier}`, 'listed')
    case 'observation':
      return listObservation(fact)
    case 'facility':
      return [
        ...toSingle('facility', fact.name),
        ...toSingle('certification number', fact.certification ?? null),
        ...fact.taxonomyCodes.flatMap((code) => toRepeatable('facility code', code)),
        ...listPlace('facility address', fact.practice),
        ...toSingle('facility point', fact.point && `${fact.point.lat}, ${fact.point.lng}`),
        ...toSingle('emergency services', formatYesNo(fact.emergency)),
      ]
  }
}

function listRegistration(row: Registration): readonly Statement[] {
  return [
    ...row.taxonomies.flatMap(({ code, primary }) =>
      toRepeatable(primary ? 'primary taxonomy' : 'taxonomy', code),
    ),
    ...row.taxonomies.flatMap(({ code, licenses }) =>
      licenses.flatMap(({ state, number }) =>
        toRepeatable(`license for ${code}`, joinWords(state, number ?? 'without a number')),
      ),
    ),
    ...(row.identifiers ?? []).flatMap(({ kind, number, state = null, issuer = null }) =>
      toRepeatable(`${kind} identifier`, joinWords(number, state, issuer)),
    ),
    ...(row.practice === null ? [] : listPlace('practice address', row.practice)),
    ...toSingle('mailing address', formatMailingAddress(row.mailing)),
    ...toSingle('enumerated', row.enumeratedOn),
    ...toSingle('registration updated', row.updatedOn),
  ]
}

function listObservation(fact: Observation): readonly Statement[] {
  return [
    ...fact.languages.flatMap((tag) => toRepeatable('language', tag)),
    ...fact.education.flatMap(({ kind, institution, field, year }) =>
      toRepeatable(kind.replaceAll('_', ' '), joinWords(institution, field, year?.toString() ?? null)),
    ),
    ...fact.focus.flatMap((area) => toRepeatable('focus', area)),
    ...toSingle('telehealth', formatYesNo(fact.telehealth)),
    ...fact.affiliations.flatMap(({ kind, name, certification }) =>
      toRepeatable(kind.replaceAll('_', ' '), name ?? `certification number ${certification}`),
    ),
    ...toSingle('Medicare assignment', fact.assignment?.replaceAll('_', ' ') ?? null),
    ...toRepeatable('statement', fact.statement),
    ...fact.places.flatMap(({ line1, postalCode, officeHours, accepting, phone }) => [
      ...toSingle(`hours at ${line1} ${postalCode}`, formatHours(officeHours)),
      ...toSingle(`new patients at ${line1} ${postalCode}`, accepting?.replaceAll('_', ' ') ?? null),
      ...toSingle(
        `phone at ${line1} ${postalCode}`,
        phone === undefined ? null : formatPhone(phone.number, phone.extension),
      ),
    ]),
  ]
}

function listPlace(
  field: string,
  { address, phone, extension, fax }: RegisteredAddress,
): readonly Statement[] {
  return [
    ...toRepeatable(field, formatAddress(address)),
    ...toRepeatable(`${field}, phone`, phone && formatPhone(phone, extension)),
    ...toRepeatable(`${field}, fax`, fax ?? null),
  ]
}

function formatPhone(number: string, extension: string | undefined): string {
  return extension === undefined ? number : `${number} ext. ${extension}`
}

function formatMailingAddress(mailing: MailingAddress | undefined): string | null {
  if (mailing === undefined) return null
  return mailing === 'practice' ? 'the practice address' : formatAddress(mailing.address)
}

function formatAddress({ line_1, line_2, city, state, postal_code, country }: Address): string {
  return (
    joinWords(line_1, line_2, city, state, postal_code, country === 'US' ? null : country) ?? 'no address'
  )
}

function formatName({ prefix, first, middle, last, suffix, credential }: RegisteredName): string | null {
  return joinWords(prefix, first, middle, last, suffix, credential)
}

function formatHours(hours: readonly OfficeHours[]): string | null {
  return joinWords(...hours.map(({ day, open, close }) => `${day} ${open}-${close}`))
}

function formatYesNo(value: boolean | null): string | null {
  if (value === null) return null
  return value ? 'yes' : 'no'
}

/** Null if all parts are empty. */
function joinWords(...parts: readonly (string | null)[]): string | null {
  return parts.filter((part) => part !== null && part !== '').join(' ') || null
}

function toSingle(field: string, value: string | null): readonly Statement[] {
  return value === null || value === '' ? [] : [{ field, value, single: true }]
}

function toRepeatable(field: string, value: string | null): readonly Statement[] {
  return value === null || value === '' ? [] : [{ field, value, single: false }]
}

/** Escapes invisible characters, so that a text is safe on a terminal: `A\u202eB` → `A\\u{202e}B`. Markup is not escaped. */
function escapeInvisible(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  )
}
