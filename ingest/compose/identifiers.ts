/** The other identifiers of a registration, for a card. */
import type { Identifier } from '@careatlas/contract/cards'
import type { RegisteredIdentifier } from '../facts/facts.ts'

export function composeIdentifiers(registered: readonly RegisteredIdentifier[] = []): Identifier[] {
  return registered.map(({ kind, number, state = null, issuer = null }) => ({ kind, number, state, issuer }))
}
