/**
 * The names of specialties on pages. We wrote `specialty-names-spanish.tsv`, which has a Spanish name in the generic masculine for
 * each name of the taxonomy. No native speaker has reviewed it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Html, html } from './html.ts'
import type { Language } from './navigation.ts'

const spanishNames = readSpanishNames()

/** As a title: `cardiologist` → `Cardiologist`, `Cardiólogo`; a name without a Spanish one is marked as English. */
export function specialtyName(name: string, language: Language): Html {
  const title = specialtyTitle(name, language)
  return language === 'en' || title.language === 'es'
    ? html`${title.text}`
    : html`<span lang="${title.language}">${title.text}</span>`
}

/** The same without markup, with its language. */
export function specialtyTitle(
  name: string,
  language: Language,
): { readonly text: string; readonly language: Language } {
  const spanish = language === 'es' ? findSpanishName(name) : undefined
  return spanish === undefined
    ? { text: capitalize(name), language: 'en' }
    : { text: capitalize(spanish), language: 'es' }
}

/** Cards have the names with a capital letter; in the table, only abbreviations and proper names have one. */
function findSpanishName(name: string): string | undefined {
  return spanishNames.get(name) ?? spanishNames.get(`${name.charAt(0).toLowerCase()}${name.slice(1)}`)
}

/** English name → Spanish name, both as within a sentence. Throws an Error for a row without two columns. */
export function readSpanishNames(): ReadonlyMap<string, string> {
  const file = join(import.meta.dirname, 'specialty-names-spanish.tsv')
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n')
  return new Map(
    rows.map((row, index) => {
      const [english, spanish, ...more] = row.split('\t')
      if (!english || !spanish || more.length > 0)
        throw new Error(`${file}, line ${index + 1}: a row has an English and a Spanish name`)
      return [english, spanish] as const
    }),
  )
}

function capitalize(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
