/** Recognizes registered agents and virtual offices. They forward mail at street addresses, so their suites are mailboxes. */
import type { Address } from '@careatlas/contract/cards'
import { wordsOf } from '@careatlas/directory/address-line'
import { readDataTable } from '../../read/data-table.ts'

interface Forwarder {
  readonly number: string
  /** A word of the street's name. */
  readonly street: string
  /** The mailboxes in a building that also has offices; empty if all suites are mailboxes. */
  readonly suites: readonly string[]
}

const byZip = Map.groupBy(readDataTable(import.meta.dirname, 'mail-forwarders.tsv'), ([zip = '']) => zip)

/** Looks the address up in `mail-forwarders.tsv`, a reviewed table; no rule can find these addresses (decision 27). */
export function isMailForwarder({ line_1, line_2, postal_code }: Address): boolean {
  const forwarders = byZip.get(postal_code?.slice(0, 5) ?? '')
  if (forwarders === undefined) return false
  const words = wordsOf(`${line_1 ?? ''} ${line_2 ?? ''}`)
  return forwarders.some(([, number = '', street = '', suites = '']) =>
    matchesForwarder(words, { number, street, suites: suites.split(' ').filter(Boolean) }),
  )
}

function matchesForwarder(words: readonly string[], { number, street, suites }: Forwarder): boolean {
  const numberIndex = words.indexOf(number)
  const streetIndex = words.indexOf(street, numberIndex + 1)
  if (numberIndex === -1 || streetIndex === -1 || streetIndex > numberIndex + 3) return false
  const rest = ` ${words.slice(streetIndex + 1).join(' ')} `.replace(/(?<=\d) (?=[A-Z] )/, '')
  return suites.length === 0 || suites.some((suite) => rest.includes(` ${suite} `))
}
