/**
 * Profiles: millions of documents share a few thousand combinations of clinical slice and traits. A query scores each profile
 * once instead of each document.
 */
import * as z from 'zod'
import type { ClinicalSlice, Traits } from '../relevance.ts'

const ProfileKey = z.tuple([
  z.array(z.tuple([z.string(), z.number()])),
  z.string(),
  z.enum(['F', 'M', 'X']).nullable(),
  z.array(z.string()),
  z.boolean(),
  z.boolean(),
])

/** A text that is equal for equal profiles. */
export function profileKey({ codes, prose }: ClinicalSlice, traits: Traits): string {
  const { gender, languages, telehealth, accepting } = traits
  const key: z.infer<typeof ProfileKey> = [
    codes.map(({ code, weight }) => [code, weight]),
    prose,
    gender,
    languages.toSorted(),
    telehealth,
    accepting,
  ]
  return JSON.stringify(key)
}

export function parseProfileKey(key: string): { readonly slice: ClinicalSlice; readonly traits: Traits } {
  const [codes, prose, gender, languages, telehealth, accepting] = ProfileKey.parse(JSON.parse(key))
  return {
    slice: { codes: codes.map(([code, weight]) => ({ code, weight })), prose },
    traits: { gender, languages, telehealth, accepting },
  }
}
