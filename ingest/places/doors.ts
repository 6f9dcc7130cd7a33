/** The doors of one house: which of its mentions share a door, though one of two often leaves out the suite that the other writes. */
import { unitOf } from '@careatlas/directory/address'
import { wordsOf } from '@careatlas/directory/address-line'
import { foldName } from '@careatlas/directory/person-name'
import { unitDesignatorOf } from '@careatlas/directory/street-words'
import { isHostOf } from './facility-host.ts'
import { isClinician, isFacility, isOrganization, type Mention } from './mention.ts'
import { suiteOf } from './suite.ts'

/**
 * The mentions at each door; all `mentions` are of one house. One without a unit joins a door where its organization is
 * registered; a clinician without a unit joins the suite where their number is answered, if the house has no other unit.
 * Joining is about who shares a place of care: every mention keeps its own address.
 */
export function doorsOf(mentions: readonly Mention[]): readonly (readonly Mention[])[] {
  const byUnit = Map.groupBy(mentions, ({ door }) => unitOf(door))
  const onStreet = byUnit.get('')
  if (onStreet === undefined || byUnit.size === 1) return [...byUnit.values()]
  const inside = mentions.filter(({ door }) => unitOf(door) !== '')
  const unitBehind = unitFinder(onStreet, inside)
  return [...Map.groupBy(mentions, (one) => unitOf(one.door) || unitBehind(one)).values()]
}

/** Finds the unit for a mention without one; empty where none or several would do. */
function unitFinder(onStreet: readonly Mention[], inside: readonly Mention[]): (one: Mention) => string {
  const organizations = inside.filter(isOneDoor).filter(isOrganization)
  const unitOfOrganization = (one: Mention) =>
    one.who.kind === 'clinician' ? '' : onlyUnit(organizations.filter((other) => areOne(one, other)))
  const staying = onStreet.filter((one) => !isClinician(one) && unitOfOrganization(one) === '')
  /** No clinician moves away from an organization that answers the number itself. */
  const answered = new Set([null, ...staying.map(({ registered }) => registered.phone)])
  const suite = suiteOf(inside)
  const numbers = suite === null ? new Set<string | null>() : numbersMostlyWithin(onStreet, inside)
  return (one) => {
    if (!isClinician(one)) return unitOfOrganization(one)
    const { phone } = one.registered
    return suite !== null && !answered.has(phone) && numbers.has(phone) ? suite : ''
  }
}

/** The telephone numbers that are registered at least as often with the unit as without one: a switchboard is not. */
function numbersMostlyWithin(
  onStreet: readonly Mention[],
  inside: readonly Mention[],
): ReadonlySet<string | null> {
  const [without, within] = [onStreet, inside].map((those) =>
    Map.groupBy(those, ({ registered }) => registered.phone),
  )
  const most = [...within!].filter(([phone, those]) => those.length >= (without!.get(phone)?.length ?? 0))
  return new Set(most.map(([phone]) => phone))
}

/** The unit is nothing but a suite, an apartment or a unit, and is called so: a bare `S5632` may be where the mail goes. */
function isOneDoor({ door, registered: { address } }: Mention): boolean {
  const words = wordsOf(`${address.line_1} ${address.line_2}`)
  return /^# [^ ]+$/.test(unitOf(door)) && words.some((word) => unitDesignatorOf.get(word) === '#')
}

function onlyUnit(mentions: readonly Mention[]): string {
  const [unit = '', ...others] = new Set(mentions.map(({ door }) => unitOf(door)))
  return others.length === 0 ? unit : ''
}

/** An organization joins only by its name and number together, lest a tenant be taken for another. */
function areOne(one: Mention, organization: Mention): boolean {
  if (!isOrganization(organization)) return false
  if (isFacility(one))
    return (
      isHostOf(organization, one) && (one.who.npi === organization.who.npi || sharePhone(one, organization))
    )
  return (
    isOrganization(one) &&
    sharePhone(one, organization) &&
    foldName(one.who.name) === foldName(organization.who.name)
  )
}

function sharePhone({ registered: { phone } }: Mention, other: Mention): boolean {
  return phone !== null && phone === other.registered.phone
}
