/** Composes the affiliations and the quoted statements of a card from all sources. */
import type { Affiliation, Statement } from '@careatlas/contract/cards'
import { foldName } from '@careatlas/directory/person-name'
import { titleCaseOrganization } from '@careatlas/directory/title-case'
import type { Observation, Provenance } from '../facts/facts.ts'
import { sortByPrecedence } from '../facts/source-precedence.ts'

/** Combines the newest list of each source. An organization in several lists has the source with the highest precedence. */
export function composeAffiliations(observations: readonly Observation[]): Affiliation[] {
  const byName = new Map<string, Affiliation>()
  const listing = observations.filter(({ affiliations }) => affiliations.length > 0)
  for (const { affiliations, source, asOf } of newestOfEachSource(listing)) {
    for (const { kind, name } of affiliations) {
      if (name === null) continue
      const written = titleCaseOrganization(name)
      const key = `${kind} ${foldName(written)}`
      if (/[\p{L}\p{N}]/u.test(written) && !byName.has(key))
        byName.set(key, { kind, name: written, source, as_of: asOf })
    }
  }
  return [...byName.values()]
}

/** The newest statement of each source, in the order of precedence. */
export function composeStatements(observations: readonly Observation[]): Statement[] {
  const byText = new Map<string, Statement>()
  const stating = observations.filter((observation) => observation.statement !== null)
  for (const { statement, source, asOf } of newestOfEachSource(stating)) {
    const text = statement?.trim() ?? ''
    if (text !== '' && !byText.has(text)) byText.set(text, { text, source, as_of: asOf })
  }
  return [...byText.values()]
}

/** Keeps all values of the newest day of a source, because one file may have several lines about one clinician. */
function newestOfEachSource<T extends Provenance>(statements: readonly T[]): readonly T[] {
  const ordered = sortByPrecedence(statements)
  const newest = new Map(ordered.toReversed().map(({ source, asOf }) => [source, asOf]))
  return ordered.filter(({ source, asOf }) => newest.get(source) === asOf)
}
