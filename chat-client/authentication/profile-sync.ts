/** The profile that the page sends with `auth.upgrade` (C13): an invalid member is dropped with a warning. */
import { append } from '../append.ts'
import { withTimeout } from '../connection/wait.ts'
import type { ProfileSync, ServiceChatOptions } from '../service-chat.ts'

const timeoutMs = 5000
const charactersMax = 16 * 1024
const textMax = 128

/** The members of each object, and of each entry of a list, separated by spaces. */
const memberNames: Readonly<Record<string, string>> = {
  user_profile: 'first_name last_name email phone date_of_birth preferred_language',
  user_address: 'address_line_1 address_line_2 city state zip_code',
  user_insurance:
    'carrier_code carrier_name plan_name plan_id member_id group_number priority relationship_to_subscriber',
  user_dependents: 'first_name last_name date_of_birth relationship',
}

const entriesMax: Readonly<Record<string, number>> = { user_insurance: 5, user_dependents: 15 }

/** Other members are any text. */
const patterns: Readonly<Record<string, RegExp>> = {
  date_of_birth: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  state: /^[a-z]{2}$/i,
  zip_code: /^\d{5}(-\d{4})?$/,
  priority: /^(primary|secondary|tertiary)$/,
  relationship_to_subscriber: /^(self|spouse|child|other)$/,
  relationship: /^(spouse|child|other)$/,
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
  const profile: Record<string, unknown> = {}
  for (const [name, names] of Object.entries(memberNames)) {
    const max = entriesMax[name]
    profile[name] =
      max === undefined ? readMembers(given[name], names, name) : readList(given[name], names, name, max)
  }
  const valid = withoutNulls(profile)
  if (valid === null || JSON.stringify(valid).length <= charactersMax) return valid
  warn('It is larger than 16 KiB.')
  return null
}

/** Null if nothing remains. */
function withoutNulls(members: Readonly<Record<string, unknown>>): object | null {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(members)) if (value !== null) kept[name] = value
  return Object.keys(kept).length === 0 ? null : kept
}

function readMembers(value: unknown, names: string, path: string): object | null {
  if (value === undefined) return null
  if (typeof value !== 'object' || value === null) return drop(path)
  const given = value as Readonly<Record<string, unknown>>
  const texts: Record<string, unknown> = {}
  for (const name of names.split(' ')) texts[name] = readText(given[name], name, path)
  return withoutNulls(texts)
}

function readText(value: unknown, name: string, path: string): string | null {
  if (value === undefined) return null
  const isValid =
    typeof value === 'string' && value.length <= textMax && (patterns[name]?.test(value) ?? true)
  return isValid ? value : drop(`${path}.${name}`)
}

function readList(value: unknown, names: string, name: string, max: number): object | null {
  if (value === undefined) return null
  if (!Array.isArray(value)) return drop(name)
  const valid: object[] = []
  for (let index = 0; index < value.length && index < max; index += 1) {
    const entry = readMembers(value[index], names, `${name}[${index}]`)
    if (entry !== null) append(valid, entry)
  }
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
