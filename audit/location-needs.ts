/** Whether the evidence that a reviewed phrase needs exists for a place. */
import type { LocationCard } from '@careatlas/contract/cards'
import type { Context } from './context.ts'
import { isApartment, mailboxIn } from './address-claims.ts'
import { type Captured, numberOf } from './phrase-tree.ts'
import { haveOneSurname, noPracticeAt } from './place-claims.ts'
import type { PlaceRows } from './place-rows.ts'
import { isMonth, isYearAlone } from './provider-needs.ts'
import { givesCare } from './remarks.ts'
import { timesInWords } from './spoken.ts'
import { isTraining, traineeAs } from './trainees.ts'
import { isoDate } from './words.ts'

export function isTrueOfLocation(
  needs: string,
  captured: Captured,
  card: LocationCard,
  rows: PlaceRows,
  context: Context,
): boolean {
  const { organization, roster, members, neighbors, facilities } = rows
  const count = captured['count'] === undefined ? NaN : numberOf(captured['count'])
  const registered = members.map(({ current }) =>
    current === null ? null : (isoDate(current.get('last update date')) ?? current.table.asOf),
  )
  switch (needs) {
    case 'roster':
      return card.provider_count > 0
    case 'roster_count':
      return count === card.provider_count
    case 'part_of_roster':
      return count <= card.provider_count
    case 'no_roster':
      return card.provider_count === 0
    case 'one_clinician':
      return card.provider_count === 1
    case 'two_clinicians':
      return card.provider_count === 2
    case 'street':
      if (organization !== null || roster.length === 0) return true
      if (mailboxIn(card.address) !== null) return false
      return (
        !haveOneSurname(roster) ||
        roster.some((one) => noPracticeAt(card, one, oneHousehold, context) === null)
      )
    // To leave a name out is no statement.
    case 'no_name':
      return true
    case 'practicing':
      return (
        roster.every((one) => givesCare(one) && !isTraining(one)) &&
        mailboxIn(card.address) === null &&
        !isApartment(card.address) &&
        isTrueOfLocation('street', captured, card, rows, context)
      )
    case 'physician_in_training':
    case 'dentist_in_training':
      return card.providers.some(({ name }, at) =>
        needs.startsWith(traineeAs(roster[at]!, name.split(', ').slice(1)) ?? '-'),
      )
    case 'practice':
      return isTrueOfLocation('street', captured, card, rows, context)
    case 'organization':
      return organization !== null || facilities.length > 0
    case 'zip_conflict':
      return card.address_conflict !== null
    case 'registered':
      return organization !== null || roster.length > 0 || neighbors.length > 0
    case 'part_registered':
      return (
        count <=
        registered.filter((day) => day !== null && day.slice(0, 4) <= (captured['year'] ?? '')).length
      )
    case 'listed':
      return facilities.length > 0
    case 'group_code':
      return organization?.taxonomies().some(({ code }) => /^19[34]/.test(code)) ?? false
    case 'emergency':
      return card.emergency_services.value === 'yes'
    case 'no_emergency':
      return card.emergency_services.value === 'no'
    case 'undated':
      return facilities.some(({ row }) => row.table.asOf === null)
    case 'language':
      return card.languages.length > 0
    case 'hours':
      return card.office_hours.length > 0
    case 'hours_time':
      return timesInWords(card.office_hours).has(captured['time'] ?? '')
    case 'hours_day':
      return card.office_hours.some(({ day }) => (captured['day'] ?? '').startsWith(day))
    case 'registered_year':
      return registered.some((day) => day?.startsWith(captured['year'] ?? '-'))
    case 'registered_month':
      return registered.some((day) => isMonth(day, captured))
    case 'listed_year':
    case 'any_year':
      return facilities.some(({ row }) => isYearAlone(row.table.asOf, captured))
    case 'listed_month':
    case 'any_month':
      return facilities.some(({ row }) => isMonth(row.table.asOf, captured))
    case 'listed_psychiatric':
      return isListedAs('273R00000X', rows)
    case 'listed_rehabilitation':
      return isListedAs('273Y00000X', rows)
    case 'listed_swing_bed':
      return isListedAs('275N00000X', rows)
    case 'service_code':
      return [organization, ...neighbors].some((one) =>
        one?.taxonomies().some(({ code }) => /^(?:146|17[125]|246|37)/.test(code)),
      )
    case 'observed_month':
      return observedDays(rows).some((day) => isMonth(day, captured))
    case 'observed_year':
      return observedDays(rows).some((day) => isYearAlone(day, captured))
    default:
      return false
  }
}

/** A roster of one surname is checked like a lone clinician. */
export const oneHousehold = { organization_npi: null, provider_count: 1 } as const

function isListedAs(code: string, { facilities }: PlaceRows): boolean {
  return facilities.some(({ kinds }) => kinds.some(({ codes }) => codes.includes(code)))
}

/** Days of the facility lists and of the observations. */
function observedDays({ members, facilities }: PlaceRows): readonly (string | null)[] {
  const observed = members.flatMap((one) => one.observed)
  return [
    ...facilities.map(({ row }) => row.table.asOf),
    ...observed.map(({ asOf, table }) => asOf ?? table.asOf),
  ]
}
