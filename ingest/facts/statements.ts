/** A fact taken apart into what it states, one thing at a time, for people to read. */
import type { Address, OfficeHours } from '@careatlas/contract/cards'
import { escapedText } from './escaped-text.ts'
import type {
  Fact,
  MailingAddress,
  Observation,
  RegisteredAddress,
  RegisteredIdentifier,
  RegisteredName,
  RegisteredTaxonomy,
} from './facts.ts'

export interface Statement {
  /** "telehealth", "hours at 110 LOCKWOOD ST 02903". */
  readonly field: string
  readonly value: string
  /** Whether one statement of this field makes the others void; the values of other fields add up. */
  readonly single: boolean
}

/** In the order of the fact's own fields; a field that states nothing is left out. */
export function statementsIn(fact: Fact): readonly Statement[] {
  switch (fact.kind) {
    case 'clinician':
      return [
        ...one('entity', 'clinician'),
        ...one('name', nameText(fact.name)),
        ...fact.otherNames.flatMap(({ kind, first, middle, last }) =>
          more(`${kind} name`, words(first, middle, last)),
        ),
        ...one('gender', fact.gender),
        ...registered(fact),
      ]
    case 'organization':
      return [
        ...one('entity', fact.subpart ? 'organization, subpart of another' : 'organization'),
        ...one('legal name', fact.legalName),
        ...one('doing business as', fact.doingBusinessAs),
        ...(fact.otherName === undefined ? [] : one(`${fact.otherName.kind} name`, fact.otherName.name)),
        ...one('parent organization', fact.parent ?? null),
        ...one('title of the authorized official', fact.officialTitle ?? null),
        ...registered(fact),
      ]
    case 'deactivation':
      return one('deactivated', fact.deactivatedOn ?? 'on an unknown day')
    case 'secondary_location':
      return place('practice address', fact.practice)
    case 'other_organization_name':
      return more(`other name (type ${fact.type})`, fact.name)
    case 'endpoint':
      return more(`endpoint (${fact.type})`, words(fact.endpoint, fact.use, fact.content, fact.affiliation))
    case 'unfit_text':
      return fact.texts.flatMap(({ field, text }) => more(field, escapedText(text)))
    case 'network_listing':
      return one(`carrier ${fact.carrier}`, 'listed')
    case 'observation':
      return observed(fact)
    case 'facility':
      return [
        ...one('facility', fact.name),
        ...one('certification number', fact.certification ?? null),
        ...fact.taxonomyCodes.flatMap((code) => more('facility code', code)),
        ...place('facility address', fact.practice),
        ...one('facility point', fact.point && `${fact.point.lat}, ${fact.point.lng}`),
        ...one('emergency services', yesOrNo(fact.emergency)),
      ]
  }
}

function registered(row: {
  readonly taxonomies: readonly RegisteredTaxonomy[]
  readonly practice: RegisteredAddress | null
  readonly mailing?: MailingAddress
  readonly identifiers?: readonly RegisteredIdentifier[]
  readonly enumeratedOn: string | null
  readonly updatedOn: string | null
}): readonly Statement[] {
  return [
    ...row.taxonomies.flatMap(({ code, primary }) => more(primary ? 'primary taxonomy' : 'taxonomy', code)),
    ...row.taxonomies.flatMap(({ code, licenses }) =>
      licenses.flatMap(({ state, number }) =>
        more(`license for ${code}`, words(state, number ?? 'without a number')),
      ),
    ),
    ...(row.identifiers ?? []).flatMap(({ kind, number, state = null, issuer = null }) =>
      more(`${kind} identifier`, words(number, state, issuer)),
    ),
    ...(row.practice === null ? [] : place('practice address', row.practice)),
    ...one('mailing address', mailingText(row.mailing)),
    ...one('enumerated', row.enumeratedOn),
    ...one('registration updated', row.updatedOn),
  ]
}

function observed(fact: Observation): readonly Statement[] {
  return [
    ...fact.languages.flatMap((tag) => more('language', tag)),
    ...fact.education.flatMap(({ kind, institution, field, year }) =>
      more(kind.replaceAll('_', ' '), words(institution, field, year?.toString() ?? null)),
    ),
    ...fact.focus.flatMap((area) => more('focus', area)),
    ...one('telehealth', yesOrNo(fact.telehealth)),
    ...fact.affiliations.flatMap(({ kind, name, certification }) =>
      more(kind.replaceAll('_', ' '), name ?? `certification number ${certification}`),
    ),
    ...one('Medicare assignment', fact.assignment?.replaceAll('_', ' ') ?? null),
    ...more('statement', fact.statement),
    ...fact.places.flatMap(({ line1, postalCode, officeHours, accepting, phone }) => [
      ...one(`hours at ${line1} ${postalCode}`, hoursText(officeHours)),
      ...one(`new patients at ${line1} ${postalCode}`, accepting?.replaceAll('_', ' ') ?? null),
      ...one(`phone at ${line1} ${postalCode}`, phone === undefined ? null : phoneText(phone)),
    ]),
  ]
}

function place(field: string, { address, phone, extension, fax }: RegisteredAddress): readonly Statement[] {
  return [
    ...more(field, addressText(address)),
    ...more(`${field}, phone`, phone === null ? null : phoneText({ number: phone, extension })),
    ...more(`${field}, fax`, fax ?? null),
  ]
}

function phoneText({
  number,
  extension,
}: {
  readonly number: string
  readonly extension?: string | undefined
}): string {
  return extension === undefined ? number : `${number} ext. ${extension}`
}

function mailingText(mailing: MailingAddress | undefined): string | null {
  if (mailing === undefined) return null
  return mailing === 'practice' ? 'the practice address' : addressText(mailing.address)
}

function addressText({ line_1, line_2, city, state, postal_code, country }: Address): string {
  return words(line_1, line_2, city, state, postal_code, country === 'US' ? null : country) ?? 'no address'
}

function nameText({ prefix, first, middle, last, suffix, credential }: RegisteredName): string | null {
  return words(prefix, first, middle, last, suffix, credential)
}

function hoursText(hours: readonly OfficeHours[]): string | null {
  return words(...hours.map(({ day, open, close }) => `${day} ${open}-${close}`))
}

function yesOrNo(value: boolean | null): string | null {
  if (value === null) return null
  return value ? 'yes' : 'no'
}

/** Null where nothing is stated. */
function words(...parts: readonly (string | null)[]): string | null {
  return parts.filter((part) => part !== null && part !== '').join(' ') || null
}

function one(field: string, value: string | null): readonly Statement[] {
  return value === null || value === '' ? [] : [{ field, value, single: true }]
}

function more(field: string, value: string | null): readonly Statement[] {
  return value === null || value === '' ? [] : [{ field, value, single: false }]
}
