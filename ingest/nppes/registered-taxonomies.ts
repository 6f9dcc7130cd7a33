/** Parses the taxonomies of a registry row: each code once, with all its licenses, and at most one primary code. */
import type { RegisteredTaxonomy } from '../facts/facts.ts'
import { cellText } from '../read/cell-text.ts'
import { taxonomyCells } from './main-columns.ts'

interface TaxonomyDraft {
  readonly code: string
  readonly licenses: RegisteredTaxonomy['licenses'][number][]
}

/**
 * The primary taxonomy has the switch `Y`, in any slot; without such a switch (`X`: not answered), no taxonomy is primary. The
 * text after the ten characters of a code is its description.
 */
export function parseRegisteredTaxonomies(cells: readonly string[]): RegisteredTaxonomy[] {
  const taxonomies: TaxonomyDraft[] = []
  let primary: string | null = null
  for (const slot of taxonomyCells) {
    const code = parseTaxonomyCode(cells[slot.code] ?? '')
    if (code === null) continue
    let taxonomy = taxonomies.find((known) => known.code === code)
    if (taxonomy === undefined) taxonomies.push((taxonomy = { code, licenses: [] }))
    addLicense(taxonomy, cellText(cells[slot.license]), cellText(cells[slot.licenseState]))
    if (cells[slot.primarySwitch] === 'Y') primary ??= code
  }
  return taxonomies.map(({ code, licenses }) => ({
    code,
    primary: code === primary,
    licenses: licenses.length < 2 ? licenses : dropRepeatedLicenses(licenses),
  }))
}

/** Ten characters, the last an X (NUCC). */
function parseTaxonomyCode(cell: string): string | null {
  if (cell === '') return null
  const code = cell.trim().slice(0, 10).toUpperCase()
  return /^[0-9A-Z]{9}X$/.test(code) ? code : null
}

function addLicense({ licenses }: TaxonomyDraft, number: string | null, state: string | null): void {
  if (number !== null || state !== null) licenses.push({ state, number })
}

/** Drops a state without a number if there is a number of that state. */
function dropRepeatedLicenses(licenses: TaxonomyDraft['licenses']): TaxonomyDraft['licenses'] {
  return licenses.filter(
    ({ state, number }, index) =>
      !licenses.some(
        (other, otherIndex) =>
          other.state === state &&
          (other.number === number ? otherIndex < index : number === null && other.number !== null),
      ),
  )
}
