/** Replaces other words for a doctor by "doctor", which the names of the vocabulary have: "heart physician", "spine guy". */
import { stemOf } from '@careatlas/vocabulary/words'
import { isPatientWord } from './extract-patient.ts'
import { isInPhrase } from './filler-words.ts'
import { wordLists } from './word-lists.ts'

const lists = wordLists('doctor-synonyms.txt', ['titles', 'synonyms', 'nicknames'])
const titles: ReadonlySet<string> = new Set(lists.titles)
const synonyms: ReadonlySet<string> = new Set(lists.synonyms)
const nicknames: ReadonlySet<string> = new Set(lists.nicknames)

/** In a longer query, "man" and "lady" are the patient. */
const nicknameWordsMax = 3

/**
 * The words that describe the need, with "doctor" for a title that no phrase has ("hip physician"), and for a synonym or nickname
 * if the vocabulary has the doctor of the word before it ("ear expert").
 */
export function withPlainDoctor(
  words: readonly string[],
  isPhrase: (stems: readonly string[]) => boolean,
): readonly string[] {
  // In "Dr. Costa, a heart doctor", the title is of the name.
  if (words.length < 2 || words.includes('doctor')) return words
  return words.map((word, index) => {
    const before = words[index - 1]
    if (titles.has(word) && !isInPhrase(words, index, isPhrase)) return 'doctor'
    const isNickname = nicknames.has(word) && index === words.length - 1 && index < nicknameWordsMax
    if (before === undefined || isPatientWord(before) || !(isNickname || synonyms.has(word))) return word
    const namesDoctor = isPhrase([stemOf(before), 'doctor']) && !isPhrase([before, word].map(stemOf))
    return namesDoctor ? 'doctor' : word
  })
}
