/** Urgent phrases and look-alikes with the kinds of urgent notices that each must have. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type noticeKinds } from '@careatlas/contract/envelopes'

/** When a set was written, and whether the rules were changed after its misses were known. */
export const phraseSets = {
  '1': 'written before the rules, which were improved on them',
  '2': 'written after the first rules, which were improved after a first reading',
  '3': 'written after the rules of the first decision; their misses are known since, and the rules were widened',
  '4': 'written while the rules were widened, and to learn the weights of words',
  '5': 'written after the rules were widened; its first reading is described below; then the weights of words were learned on it',
  '6': 'written after the weights of words; its first reading is described below; then the weights were learned on it',
  '7': 'written after all of these; never learned, but the threshold was chosen on it',
  '8': 'written with the rules for the classes of questions that blind judges found missed or falsely alarming; never learned',
  '9': 'written for the same classes after the rules for them; never learned',
  '10': 'fever of children and adults, written before the ordinary illnesses were learned; never learned',
  '11': 'written after all of these for every class, in English and Spanish; never learned',
  '12': 'written without sight of the other sets, with typing errors and in understatements; its first reading is described below; then the weights were learned on it',
  '13': 'short and oblique descriptions of every class, written to widen the rules and to learn the weights; their first reading is described below',
  '14': 'written after set 13, for every class, in plain words; never learned',
  '15': 'written after set 13, in oblique words; never learned',
  '16': 'ordinary questions and urgent descriptions by authors who saw nothing of the project, half of each; their first reading is described below; then the weights were learned on them',
  '17': 'the other half of them; never learned',
  '18': 'written after set 16 by another author who saw nothing of the project; never learned',
  '19': 'harmless messages in the middle of a conversation, with the words of urgent ones, in English and Spanish; half of them; their first reading is described below; then the weights were learned on them',
  '20': 'the other half of these messages; never learned, but the threshold was chosen on it and on the sets of oblique words',
  '21': 'written after set 18 by another author who saw nothing of the project; never learned',
  '22': 'written after set 21 by another author who saw nothing of the project; never learned',
  '23': 'oblique descriptions of every class by four authors who saw nothing of the project; their first reading is described below; then the weights were learned on them',
  '24': 'written after set 23 by another author who saw nothing of the project; never learned',
  '25': 'written after set 24 by another author who saw nothing of the project, in the shorthand of messages and charts; never learned',
  '26': 'written after set 25 by another author who saw nothing of the project, in short messages and the shorthand of charts; never learned',
  '27': 'written after set 26 by another author who saw nothing of the project, by all kinds of people; never learned',
  '28': 'written after set 26 by six authors who saw nothing of the project, each for one kind of people; their first reading is described below; then the weights were learned on them',
  '29': 'written after set 28 by another author who saw nothing of the project, half of it in indirect words; never learned',
  '30': 'written after set 29 by another author who saw nothing of the project, half of it in indirect words; never learned',
  '31': 'written after set 30 by another author who saw nothing of the project, half of it in indirect words; never learned',
  '32': 'written after set 30 by fourteen authors who saw nothing of the project, each for one kind of words; their first reading is described below; then the weights and the model were learned on them',
  '33': 'written after the model by another author who saw nothing of the project, half of it in indirect words; never learned',
  '34': 'written for the classes of the tests that failed with the model; learned',
  '35': 'written after the model by eight authors who saw nothing of the project, each for one kind of words: figures of speech, long messages, hidden crises, short lines, messages in a conversation and others; their first reading is described below; then the weights and the model were learned on them',
  '36': 'written after set 35 by two authors who saw nothing of the project: dangers that are only observed, and everyday talk with alarming words; never learned',
  '37': 'written after set 35 by two other authors who saw nothing of the project, half of it in indirect words; never learned',
  '38': 'written after set 37 by two further authors who saw nothing of the project, and first run with the present shares and thresholds of decision 65; never learned',
} as const

/**
 * Sets that are not learned. The threshold was chosen on set 7 and set 8 was written with the rules, so that only the first reading of
 * set 7, and sets 9 to 11, 14 and 15, are independent.
 */
export const measuredSets: ReadonlySet<PhraseSet> = new Set([
  '7',
  '8',
  '9',
  '10',
  '11',
  '14',
  '15',
  '17',
  '18',
  '20',
  '21',
  '22',
  '24',
  '25',
  '26',
  '27',
  '29',
  '30',
  '31',
  '33',
  '36',
  '37',
  '38',
])

export type PhraseSet = keyof typeof phraseSets

export interface UrgentPhrase {
  readonly set: PhraseSet
  /** The kinds that the notices must include; empty for a look-alike, which must have no urgent notice. */
  readonly expected: readonly (typeof noticeKinds)[number][]
  readonly phrase: string
}

export function readUrgentPhrases(): readonly UrgentPhrase[] {
  const text = readFileSync(join(import.meta.dirname, 'phrases.tsv'), 'utf8')
  const [, ...lines] = text.trimEnd().split('\n')
  return lines.map((line) => {
    const [set = '', expected = '', phrase = ''] = line.split('\t')
    const kinds = expected === 'none' ? [] : expected.split(',')
    return { set: set as PhraseSet, expected: kinds as UrgentPhrase['expected'], phrase }
  })
}
