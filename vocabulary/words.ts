/** Splits text into words, for concepts, the model, the index and every query alike. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoize } from '@careatlas/directory/memoize'
import { stemmer } from 'stemmer'
import { parseLists, readLists } from './data-file.ts'

/** Longer words are cut; the longest in English medical dictionaries have 45 letters. */
const wordLengthMax = 64

const combiningMarks = /\p{M}+/gu
const printableAscii = /^[ -~]*$/
const apostrophe = /['’`]/
const apostrophes = /['’`]/g

/**
 * Lowercase without accents: `Mañana` → `manana`. Combining marks are removed before NFKD too, because NFKD sorts each run of
 * them, which takes half a second for a run of 40,000.
 */
export function foldText(text: string): string {
  if (printableAscii.test(text)) return text.toLowerCase()
  const base = text.replaceAll(combiningMarks, '')
  return base.normalize('NFKD').replaceAll(combiningMarks, '').toLowerCase()
}

/** The word without apostrophes, which people type in several forms or leave out: `pa'm` → `pam`. */
export function removeApostrophes(word: string): string {
  return word.replaceAll(apostrophes, '')
}

/** The folded words of a text in their order, without the possessive: `Crohn's disease` → `crohn`, `disease`. */
export function wordsOf(text: string): string[] {
  const folded = foldText(text)
  const plain = apostrophe.test(folded) ? removePossessives(folded) : folded
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, wordLengthMax))
}

function removePossessives(folded: string): string {
  return folded.replaceAll(/(?<=\p{L})['’`]s(?!\p{L})/gu, '').replaceAll(/(?<=\p{L})['’`](?=\p{L})/gu, '')
}

const stopWords: ReadonlySet<string> = new Set(
  readLists(import.meta.dirname, 'stop-words.txt', ['words']).words,
)

/** Whether the word is ignored in queries, phrases and documents. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word)
}

/**
 * The S-stemmer (D. Harman, "How effective is suffixing?", 1991) for words of four letters or more:
 * `therapies` → `therapy`, `diseases` → `disease`, `knees` → `knee`; `illness` and `virus` stay.
 */
export function singularize(word: string): string {
  if (word.length < 4 || !word.endsWith('s')) return word
  if (/[^ae]ies$/.test(word)) return `${word.slice(0, -3)}y`
  return /[us]s$/.test(word) ? word : word.slice(0, -1)
}

/** Word families that Porter's rules do not reduce to one stem, such as a field, its clinicians and their activity. */
const families: readonly (readonly [pattern: RegExp, stem: string])[] = [
  [/(?:ologist|ological|ologic|ology|ologo|ologa|ologia)s?$/, 'olog'],
  [/(?:iatrician|iatrist|iatry|iatrics?|iatrico|iatria|iatra)s?$/, 'iatr'],
  [/^orthop(?:a?edist|a?edic|a?ed)s?$/, 'orthop'],
  [/^(?:dentistry|dentist|dental|dentista|dentures?)s?$/, 'dent'],
  [/(?:surgeon|surgical|surgery|surgeries)s?$/, 'surg'],
  [/(?:metrist|metric|metry)s?$/, 'metr'],
  [/(?:therapist|therapeutic|therapy|therapie|terapeuta|terapia)s?$/, 'therap'],
  [/(?:practor|practic)s?$/, 'pract'],
  [/^doc(?:tor)?s?$/, 'doctor'],
  [/^midwi(?:fe|ves)$/, 'midwif'],
  [/^counsel(?:l?or|l?ing)?s?$/, 'counsel'],
  [/^pregnan(?:cy|cies|t)$/, 'pregnan'],
  [/^allerg(?:ist|y|ic|ie)s?$/, 'allerg'],
  [/^anxi(?:ety|eties|ous)$/, 'anxi'],
  [/^infect(?:ion|ious|ed)?s?$/, 'infect'],
  [/^swollen$|^swell(?:ing|s)?$/, 'swell'],
  [/^(?:throwing|threw|throws?)$/, 'throw'],
  [/^(?:broke|broken|breaks?)$/, 'break'],
  [/^(?:bleed(?:ing|s)?|blood|bloody)$/, 'blood'],
  [/^(?:peeing|pees?|urin\w+)$/, 'urin'],
]

const abbreviationsFile = 'abbreviations.txt'
/** Abbreviations of four letters are no plurals: "pcos" is not "pco", a condition of the eye; "cts" may be one. */
const abbreviations: ReadonlySet<string> = new Set(
  [
    ...parseLists(
      readFileSync(join(import.meta.dirname, abbreviationsFile), 'utf8'),
      abbreviationsFile,
    ).keys(),
  ].filter((word) => word.length > 3),
)

/**
 * The stem for matching phrases: `cardiologists`, `cardiology` → `cardiolog`. Words without a family have the stem of M. Porter,
 * "An algorithm for suffix stripping", 1980: `urinating` → `urin`. A query needs the stems of its words several times.
 */
export const stemOf = memoize((word: string): string => {
  if (abbreviations.has(word)) return word
  // Not "HAE", hereditary angioedema.
  const american = word.length > 3 ? word.replaceAll('ae', 'e').replace(/^oe/, 'e') : word
  for (const [pattern, stem] of families) if (pattern.test(american)) return american.replace(pattern, stem)
  // Porter reduces "itching" to "itch", but "itchy" to "itchi".
  return stemmer(american).replace(/(?<=.{4})i$/, '')
})
