/** Detects what a helpline answers besides an emergency or a crisis: a possible poisoning, and violence at home. */
import { queryTokensMax } from '../token-cursor.ts'
import { isPresent, readRedFlags } from './red-flag.ts'

const helplines = ['poison', 'violence'] as const

export type Helpline = (typeof helplines)[number]

const redFlags = helplines.map((helpline) => ({
  helpline,
  flags: readRedFlags(import.meta.dirname, `${helpline}.txt`).flags,
}))

export const helplineFlags = redFlags.flatMap(({ flags }) => flags)

/** @param spellings the words of the query in corrected spelling and as written: a flag in either counts */
export function detectHelplines(...spellings: readonly (readonly string[])[]): readonly Helpline[] {
  const texts = spellings.map((words) => words.slice(0, queryTokensMax).join(' '))
  return redFlags
    .filter(({ flags }) => flags.some((flag) => texts.some((text) => isPresent(flag, text))))
    .map(({ helpline }) => helpline)
}
