/** The profile that the page sends with `auth.upgrade` (C13): an invalid member is dropped with a warning. */
import { withTimeout } from '../connection/wait.ts'
import type { ProfileSync, ServiceChatOptions } from '../service-chat.ts'

const timeoutMs = 5000
const charactersMax = 16 * 1024

type Check = (value: unknown) => boolean
type Members = Readonly<Record<string, Check>>

const text: Check = (value) => typeof value === 'string' && value.length <= 128
const pattern =
  (allowed: RegExp): Check =>
  (value) =>
    typeof value === 'string' && allowed.test(value)
const date = pattern(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/)

const person: Members = { first_name: text, last_name: text, date_of_birth: date }

const objects: Readonly<Record<string, Members>> = {
  user_profile: { ...person, email: text, phone: text, preferred_language: text },
  user_address: {
    address_line_1: text,
    address_line_2: text,
    city: text,
    state: pattern(/^[A-Za-z]{2}$/),
    zip_code: pattern(/^\d{5}(?:-\d{4})?$/),
  },
}

const lists: Readonly<Record<string, { readonly max: number; readonly members: Members }>> = {
  user_insurance: {
    max: 5,
    members: {
      carrier_code: text,
      carrier_name: text,
      plan_name: text,
      plan_id: text,
      member_id: text,
      group_number: text,
      priority: pattern(/^(?:primary|secondary|tertiary)$/),
      relationship_to_subscriber: pattern(/^(?:self|spouse|child|other)$/),
    },
  },
  user_dependents: {
    max: 15,
    members: { ...person, relationship: pattern(/^(?:spouse|child|other)$/) },
  },
}

/** Null without a valid member, and if the function of the page fails or is slow: the sign-in continues without it. */
export async function loadProfile(
  option: ServiceChatOptions['authUpgradeProfileSync'] | null,
  signal: AbortSignal,
): Promise<ProfileSync | null> {
  if (typeof option !== 'function') return readProfile(option)
  try {
    return readProfile(await withTimeout(Promise.resolve().then(option), timeoutMs, signal))
  } catch {
    signal.throwIfAborted()
    warn('The function failed or took more than 5 seconds.')
    return null
  }
}

/** The valid members; null without any. */
export function readProfile(value: unknown): ProfileSync | null {
  if (typeof value !== 'object' || value === null) return null
  const given = value as Readonly<Record<string, unknown>>
  const profile = Object.fromEntries([
    ...Object.entries(objects).flatMap(([name, members]) =>
      keep(name, readMembers(given[name], members, name)),
    ),
    ...Object.entries(lists).flatMap(([name, { max, members }]) =>
      keep(name, readList(given[name], { max, members, name })),
    ),
  ]) as ProfileSync
  if (Object.keys(profile).length === 0) return null
  if (JSON.stringify(profile).length <= charactersMax) return profile
  warn('It is larger than 16 KiB.')
  return null
}

function keep(name: string, value: object | null): readonly (readonly [string, object])[] {
  return value === null ? [] : [[name, value]]
}

function readMembers(value: unknown, members: Members, path: string): object | null {
  if (value === undefined) return null
  if (typeof value !== 'object' || value === null) return drop(path)
  const valid = Object.entries(value).filter(([name, member]) => {
    const check = Object.hasOwn(members, name) ? members[name] : undefined
    if (check !== undefined && member !== undefined && !check(member)) drop(`${path}.${name}`)
    return check?.(member) ?? false
  })
  return valid.length === 0 ? null : Object.fromEntries(valid)
}

function readList(
  value: unknown,
  { max, members, name }: { readonly max: number; readonly members: Members; readonly name: string },
): object | null {
  if (value === undefined) return null
  if (!Array.isArray(value)) return drop(name)
  if (value.length > max) warn(`${name} has more than ${max} entries; the others are left out.`)
  const valid = value
    .slice(0, max)
    .flatMap((entry: unknown, index) => readMembers(entry, members, `${name}[${index}]`) ?? [])
  return valid.length === 0 ? null : valid
}

function drop(path: string): null {
  warn(`${path} is not valid and was left out.`)
  return null
}

/** Names members only, because their values are personal data. */
function warn(message: string): void {
  console.warn(`The chat: authUpgradeProfileSync: ${message}`)
}
