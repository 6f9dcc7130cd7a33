/** Detects what a helpline answers besides an emergency or a crisis: a possible poisoning, and violence at home. */
import { queryTokensMax } from '../token-cursor.ts'
import { isPresent, readRedFlags } from './red-flag.ts'

export type Helpline = 'poison' | 'violence'

const helplineFlags = {
  poison: readRedFlags(import.meta.dirname, 'poison.txt').flags,
  violence: readRedFlags(import.meta.dirname, 'violence.txt').flags,
} as const

/** @param spellings the words of the query in corrected spelling and as written: a flag in either counts */
export function detectHelplines(...spellings: readonly (readonly string[])[]): readonly Helpline[] {
  const texts = spellings.map((words) => words.slice(0, queryTokensMax).join(' '))
  return (['poison', 'violence'] as const).filter((helpline) =>
    helplineFlags[helpline].some((flag) => texts.some((text) => isPresent(flag, text))),
  )
}
