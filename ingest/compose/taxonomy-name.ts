/** Formats the name of a taxonomy for texts. */
import { memoizeByObject } from '@careatlas/directory/memoize'
import type { Taxonomy } from '@careatlas/directory/taxonomy'

/**
 * The plain name with the official name in parentheses: "heart doctor (cardiologist)". Returns only one of them if the other adds
 * no word: "registered nurse", "dental lab technician". A cache, because each card names one or more of only 900 taxonomies.
 */
export const formatTaxonomyName = memoizeByObject(({ plain, name }: Taxonomy): string => {
  if (plain === null || containsAllWords(name, plain)) return name
  if (containsAllWords(plain, name) || stemWords(plain) === stemWords(name)) return plain
  return containsAllWords(expandShortForms(name), expandShortForms(plain)) ? name : `${plain} (${name})`
})

/** Spells out short forms, so that "medical lab" equals "medical laboratory". */
function expandShortForms(name: string): string {
  return name
    .replace(/\blab\b/, 'laboratory')
    .replace(/\brehab\b/, 'rehabilitation')
    .replace(/\bmanager\b/, 'management')
}

/** Word stems, so that "therapist" equals "therapy". */
function stemWords(name: string): string {
  return name.replaceAll(/(?:ist|y|s)\b/g, '')
}

function containsAllWords(name: string, plain: string): boolean {
  const words = ` ${name} `
  return plain.split(' ').every((word) => words.includes(` ${word} `))
}
