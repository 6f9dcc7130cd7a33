/** Street addresses of registered agents and virtual offices, which forward mail: their suites are mailboxes. */
import type { Address } from '@careatlas/contract/cards'
import { wordsOf } from '@careatlas/directory/address-line'
import { readDataTable } from '../../read/data-table.ts'

interface Forwarder {
  readonly number: string
  /** A word of the street's name. */
  readonly street: string
  /** The mailboxes in a house that also has offices; empty if all suites are mailboxes. */
  readonly suites: readonly string[]
}

const byZip = Map.groupBy(readDataTable(import.meta.dirname, 'mail-forwarders.tsv'), ([zip = '']) => zip)

/** Looks the address up in `mail-forwarders.tsv`, a reviewed table; no rule can find these addresses (decision 27). */
export function isMailForwarder({ line_1, line_2, postal_code }: Address): boolean {
  const listed = byZip.get(postal_code?.slice(0, 5) ?? '')
  if (listed === undefined) return false
  const words = wordsOf(`${line_1 ?? ''} ${line_2 ?? ''}`)
  return listed.some(([, number = '', street = '', suites = '']) =>
    isAt(words, { number, street, suites: suites.split(' ').filter(Boolean) }),
  )
}

function isAt(words: readonly string[], { number, street, suites }: Forwarder): boolean {
  const at = words.indexOf(number)
  const name = words.indexOf(street, at + 1)
  if (at === -1 || name === -1 || name > at + 3) return false
  const rest = ` ${words.slice(name + 1).join(' ')} `.replace(/(?<=\d) (?=[A-Z] )/, '')
  return suites.length === 0 || suites.some((suite) => rest.includes(` ${suite} `))
}
