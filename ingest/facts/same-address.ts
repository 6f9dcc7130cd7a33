/** Whether two addresses of one registration are the same, cell by cell. */
import type { Address } from '@careatlas/contract/cards'

/** Compares the addresses as registered: `STE 4` is not `SUITE 4`. */
export function areSameAddress(one: Address, other: Address): boolean {
  return (
    one.line_1 === other.line_1 &&
    one.line_2 === other.line_2 &&
    one.city === other.city &&
    one.state === other.state &&
    one.postal_code === other.postal_code &&
    one.country === other.country
  )
}
