/** Reads the profile that a page sends about its user: an invalid member is dropped, and never fails the upgrade (C13). */
import { chatLimits, profileListMax, ProfileSync } from '@careatlas/contract/chat-frames'
import type * as z from 'zod'

/** Null if nothing of it is valid or it is too large. */
export function readProfile(sent: unknown): ProfileSync | null {
  if (typeof sent !== 'object' || sent === null || measureJson(sent) > chatLimits.profileBytes) return null
  const members = { ...sent } as Readonly<Record<string, unknown>>
  const { user_profile, user_address, user_insurance, user_dependents } = ProfileSync.shape
  const profile: ProfileSync = {
    ...keep('user_profile', readMembers(user_profile.unwrap(), members['user_profile'])),
    ...keep('user_address', readMembers(user_address.unwrap(), members['user_address'])),
    ...keep(
      'user_insurance',
      readList(user_insurance.unwrap().element, members['user_insurance'], profileListMax.user_insurance),
    ),
    ...keep(
      'user_dependents',
      readList(user_dependents.unwrap().element, members['user_dependents'], profileListMax.user_dependents),
    ),
  }
  return Object.keys(profile).length === 0 ? null : profile
}

/** The length as JSON; Infinity if it is nested too deeply for the stack of `JSON.stringify`. */
function measureJson(value: object): number {
  try {
    return JSON.stringify(value).length
  } catch {
    return Infinity
  }
}

function keep<Name extends string, Value extends object>(
  name: Name,
  value: Value | null,
): Readonly<Record<Name, Value>> | object {
  return value === null ? {} : { [name]: value }
}

/** The valid members of an object; null without one. */
function readMembers<Schema extends z.ZodObject>(schema: Schema, sent: unknown): z.infer<Schema> | null {
  if (typeof sent !== 'object' || sent === null) return null
  const valid = Object.entries(schema.shape).flatMap(([name, member]) => {
    const parsed = (member as z.ZodType).safeParse((sent as Readonly<Record<string, unknown>>)[name])
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data] as const] : []
  })
  return valid.length === 0 ? null : (Object.fromEntries(valid) as z.infer<Schema>)
}

function readList<Schema extends z.ZodObject>(
  schema: Schema,
  sent: unknown,
  max: number,
): z.infer<Schema>[] | null {
  if (!Array.isArray(sent)) return null
  const valid = sent.slice(0, max).flatMap((entry) => {
    const members = readMembers(schema, entry)
    return members === null ? [] : [members]
  })
  return valid.length === 0 ? null : valid
}
