/** The profile that the page sends with `auth.upgrade` (C13): an invalid member is dropped with a warning. */
import { append } from '../append.ts'
import { withTimeout } from '../connection/wait.ts'
import { isObject } from '../parse-object.ts'
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

/** Of the lists; the others are one object. */
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

/** The user of each object that a page has given: the first one, because the object cannot change with the user. */
const subjects = new WeakMap<object, unknown>()

/** Null without a valid member, and if the function of the page fails or is slow: the sign-in continues without it. */
export async function loadProfile(
  option: NonNullable<ServiceChatOptions['authUpgradeProfileSync']>,
  subject: unknown,
  signal: AbortSignal,
): Promise<ProfileSync | null> {
  if (typeof option !== 'function') {
    if (!subjects.has(option)) subjects.set(option, subject)
    return subjects.get(option) === subject ? readProfile(option) : null
  }
  try {
    return readProfile(await withTimeout(async () => option(), timeoutMs, signal))
  } catch {
    signal.throwIfAborted()
    warn('It failed or was slow.')
    return null
  }
}

/** The valid members; null without any. */
export function readProfile(value: unknown): ProfileSync | null {
  if (!isObject(value)) return null
  const profile: Record<string, object> = {}
  for (const name of Object.keys(memberNames)) {
    const part = value[name] === undefined ? null : readPart(value[name], name)
    if (part !== null) profile[name] = part
  }
  if (JSON.stringify(profile).length <= charactersMax) return nullIfEmpty(profile)
  warn('It is too long.')
  return null
}

function readPart(value: unknown, name: string): object | null {
  const max = entriesMax[name]
  if (max === undefined) return readMembers(value, name, name)
  if (!Array.isArray(value)) return drop(name)
  if (value.length > max) warn(`Only the first ${max} of ${name} are used.`)
  const valid: object[] = []
  for (let index = 0; index < value.length && index < max; index += 1) {
    const entry = readMembers(value[index], name, `${name}[${index}]`)
    if (entry !== null) append(valid, entry)
  }
  return nullIfEmpty(valid)
}

function readMembers(value: unknown, part: string, path: string): object | null {
  if (!isObject(value)) return drop(path)
  const texts: Record<string, string> = {}
  for (const name of memberNames[part]!.split(' ')) {
    const text = value[name]
    if (typeof text === 'string' && text.length <= textMax && (patterns[name]?.test(text) ?? true))
      texts[name] = text
    else if (text !== undefined) drop(`${path}.${name}`)
  }
  return nullIfEmpty(texts)
}

function nullIfEmpty(value: object): object | null {
  return Object.keys(value).length === 0 ? null : value
}

function drop(path: string): null {
  warn(`${path} is not valid.`)
  return null
}

/** Names members only, because their values are personal data. */
function warn(message: string): void {
  console.warn(`authUpgradeProfileSync: ${message}`)
}
