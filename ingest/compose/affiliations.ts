/** Composes the affiliations and the quoted statements of a card from all sources. */
import type { Affiliation, Statement } from '@careatlas/contract/cards'
import { foldName } from '@careatlas/directory/person-name'
import { titleCaseOrganization } from '@careatlas/directory/title-case'
import type { Observation, Provenance } from '../facts/facts.ts'
import { sortByPrecedence } from '../facts/source-precedence.ts'

/** Combines the newest list of each source. An organization in several lists gets the source with the highest precedence. */
export function composeAffiliations(observations: readonly Observation[]): Affiliation[] {
  const byName = new Map<string, Affiliation>()
  const withAffiliations = observations.filter(({ affiliations }) => affiliations.length > 0)
  for (const { affiliations, source, asOf } of newestOfEachSource(withAffiliations)) {
    for (const { kind, name } of affiliations) {
      if (name === null) continue
      const displayName = titleCaseOrganization(name)
      const key = `${kind} ${foldName(displayName)}`
      if (/[\p{L}\p{N}]/u.test(displayName) && !byName.has(key))
        byName.set(key, { kind, name: displayName, source, as_of: asOf })
    }
  }
  return [...byName.values()]
}

/** The newest statements of each source, in the order of precedence, each text once. */
export function composeStatements(observations: readonly Observation[]): Statement[] {
  const byText = new Map<string, Statement>()
  const withStatement = observations.filter((observation) => observation.statement !== null)
  for (const { statement, source, asOf } of newestOfEachSource(withStatement)) {
    const text = statement?.trim() ?? ''
    if (text !== '' && !byText.has(text)) byText.set(text, { text, source, as_of: asOf })
  }
  return [...byText.values()]
}

/** Keeps all values of the newest day of a source, because one file may have several lines about one clinician. */
function newestOfEachSource<T extends Provenance>(items: readonly T[]): readonly T[] {
  const ordered = sortByPrecedence(items)
  const newest = new Map(ordered.toReversed().map(({ source, asOf }) => [source, asOf]))
  return ordered.filter(({ source, asOf }) => newest.get(source) === asOf)
}
