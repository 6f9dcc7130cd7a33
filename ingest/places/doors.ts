/** The doors of one house. Who leaves out the suite that the rest of the practice writes stands behind its door, too. */
import { isWithoutUnit } from '@careatlas/directory/address'
import { wordsOf } from '@careatlas/directory/address-line'
import { foldName } from '@careatlas/directory/person-name'
import { unitDesignatorOf } from '@careatlas/directory/street-words'
import { isHostOf } from './facility-host.ts'
import { isClinician, isFacility, isOrganization, type Mention } from './mention.ts'
import { sharedAddress } from './shared-address.ts'

/**
 * The mentions behind each door; all `mentions` are of one house. One without a unit moves behind the only door of the
 * house where its organization is registered, or where the clinician's number is answered, and takes that door's address.
 * Only suites count: a hospital answers one number for all its floors, rooms and buildings.
 */
export function doorsOf(mentions: readonly Mention[]): readonly (readonly Mention[])[] {
  const byDoor = Map.groupBy(mentions, ({ door }) => door)
  const street = [...byDoor.keys()].find(isWithoutUnit)
  if (street === undefined || byDoor.size === 1) return [...byDoor.values()]
  const [onStreet, inside] = [byDoor.get(street)!, mentions.filter(({ door }) => door !== street)]
  const doorBehind = doorFinder(onStreet, inside)
  const moved = onStreet.map((one) => {
    const door = doorBehind(one)
    return door === null ? one : behind(byDoor.get(door)!, one)
  })
  return [...Map.groupBy([...inside, ...moved], ({ door }) => door).values()]
}

/** The part between the first two bars of the key is nothing but a suite, an apartment or a unit, and is called so: a bare `S5632` may be where the mail goes. */
function isSuite({ door, registered: { address } }: Mention): boolean {
  const words = wordsOf(`${address.line_1} ${address.line_2}`)
  return /^[^|]*\|# [^| ]+\|/.test(door) && words.some((word) => unitDesignatorOf.get(word) === '#')
}

/** Finds the door for somebody without a unit; null where none or several would do. */
function doorFinder(
  onStreet: readonly Mention[],
  inside: readonly Mention[],
): (one: Mention) => string | null {
  const suites = inside.filter(isSuite)
  const byPhone = Map.groupBy(suites, ({ registered }) => registered.phone)
  const organizations = suites.filter(isOrganization)
  const doorOfOrganization = (one: Mention) => onlyDoor(organizations.filter((other) => areOne(one, other)))
  const staying = onStreet.filter((one) => !isClinician(one) && doorOfOrganization(one) === null)
  /** Nobody moves away from an organization that answers the number itself. */
  const answered = new Set([null, ...staying.map(({ registered }) => registered.phone)])
  return (one) => {
    if (!isClinician(one)) return doorOfOrganization(one)
    const { phone } = one.registered
    return answered.has(phone) ? null : onlyDoor(byPhone.get(phone) ?? [])
  }
}

function onlyDoor(mentions: readonly Mention[]): string | null {
  const [door, ...others] = new Set(mentions.map((one) => one.door))
  return others.length === 0 ? (door ?? null) : null
}

/** An organization moves only by its name and number together, lest a tenant be taken for another. */
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

/** With the address as those who write the door share it. */
function behind(there: readonly Mention[], one: Mention): Mention {
  const address = sharedAddress(there)
  return { ...one, door: there[0]!.door, registered: { ...one.registered, address } }
}
