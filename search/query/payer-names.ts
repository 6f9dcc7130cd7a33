/** The names by which users know a payer. */
import { wordsOf } from '@careatlas/vocabulary/words'
import { companyForms, largeInsurers } from './carrier-words.ts'
import { stateProgramNames } from './state-carriers.ts'
import { statesByName } from './state-names.ts'

/** Users rarely type longer names of payer lists in full, so later words are not compared. */
export const nameWordsMax = 10

/** Variants that users type: "bcbs" is Blue Cross Blue Shield, and "BCBS Connecticut (Anthem)" is also known by its brand. */
export function nameVariants(label: string): readonly string[] {
  const [, before = '', bracketed = ''] = /^(.+) \(([^()]+)\)$/.exec(label) ?? []
  const brand = wordsOf(bracketed).join(' ')
  const names = [label, ...(largeInsurers.has(brand) ? [before, `${brand} ${before}`] : [])]
    .map((name) => wordsOf(name).slice(0, nameWordsMax).join(' '))
    .filter((name) => name !== '')
  return [...new Set(names.flatMap((name) => [name, ...blueVariants(name), ...brandVariants(name)]))]
}

/** The spellings of Blue Cross and Blue Shield in the name; none if the name contains neither. */
function blueVariants(name: string): readonly string[] {
  const spaced = name
    .replace(/\bbcbs\b/, 'blue cross blue shield')
    .replaceAll(/\bblue(?=cross\b|shield\b)/g, 'blue ')
  if (!/\bblue (?:cross|shield)\b/.test(spaced)) return []
  const bare = spaced.replace(/\bblue cross and blue shield\b/, 'blue cross blue shield')
  const withAnd = bare.replace(/\bblue cross blue shield\b/, 'blue cross and blue shield')
  const joined = bare.replaceAll(/\bblue (?=cross|shield)/g, 'blue')
  return [bare, withAnd, joined, bare.replace(/\bblue cross blue shield\b/, 'bcbs')]
}

/** Spellings of other brands, the longest first. */
const brands = [
  ['united health care', 'united healthcare', 'unitedhealthcare', 'united health', 'uhc'],
  ['vision service plan', 'vsp'],
  ['kaiser permanente', 'kaiser'],
].map((spellings) => ({ spellings, pattern: new RegExp(`\\b(?:${spellings.join('|')})\\b`) }))

/** The name with each spelling of its brand; none if it contains no brand. */
function brandVariants(name: string): readonly string[] {
  const brand = brands.find(({ pattern }) => pattern.test(name))
  return brand === undefined ? [] : brand.spellings.map((spelling) => name.replace(brand.pattern, spelling))
}

/** The name without the legal form, also with the abbreviation of its state: "… of rhode island", "… of ri". */
export function fullNames(label: string): readonly string[] {
  return nameVariants(label).flatMap((variant) => {
    const words = variant.split(' ')
    while (words.length > 1 && companyForms.has(words.at(-1)!)) words.pop()
    const name = words.join(' ')
    const [, prefix = '', state = ''] = /^(.+ of )(.+)$/.exec(name) ?? []
    const code = statesByName.get(state)
    return [
      name,
      ...(code === undefined ? [] : [`${prefix}${code.toLowerCase()}`]),
      ...stateProgramNames(name),
    ]
  })
}

/** The names in "Medicaid Tennessee / TennCare". A slash without spaces does not separate names: a town may follow it. */
export function slashParts(label: string): readonly string[] {
  const parts = label.split(/ \/ ?|\/ /)
  return parts.length === 1 ? [] : parts.flatMap(fullNames).filter((name) => !isState(name))
}

/** Whether the name is only a state: "az" of "Community Plan / AZ". */
function isState(name: string): boolean {
  return name.length < 4 || statesByName.has(name)
}
