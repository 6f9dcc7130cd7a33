/** The texts in `placeholders.tsv`, which registrants and programs write instead of a value. */
import { readDataTable } from './data-table.ts'

type Replaced = 'cell' | 'organization' | 'person' | 'group practice'

const rows = readDataTable(import.meta.dirname, 'placeholders.tsv')

export function listPlaceholders(replaced: Replaced): ReadonlySet<string> {
  return new Set(rows.filter(([kind]) => kind === replaced).map(([, text = '']) => text))
}
