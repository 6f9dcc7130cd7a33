/** Urgent phrases and look-alikes with the kinds of urgent notices that each must have. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type noticeKinds } from '@careatlas/contract/envelopes'

export interface UrgentPhrase {
  /** 1: written before the rules, which were improved on it. 2: written after them and never used to change them. */
  readonly half: 1 | 2
  /** The kinds that the notices must include; empty for a look-alike, which must have no urgent notice. */
  readonly expected: readonly (typeof noticeKinds)[number][]
  readonly phrase: string
}

export function readUrgentPhrases(): readonly UrgentPhrase[] {
  const text = readFileSync(join(import.meta.dirname, 'phrases.tsv'), 'utf8')
  const [, ...lines] = text.trimEnd().split('\n')
  return lines.map((line) => {
    const [half = '', expected = '', phrase = ''] = line.split('\t')
    const kinds = expected === 'none' ? [] : expected.split(',')
    return { half: half === '2' ? 2 : 1, expected: kinds as UrgentPhrase['expected'], phrase }
  })
}
