/** With whom a clinician works, and what was stated in the source's own words: lists that several sources fill. */
import type { Affiliation, Statement } from '@careatlas/contract/cards'
import { foldName } from '@careatlas/directory/person-name'
import { titleCaseOrganization } from '@careatlas/directory/title-case'
import type { Observation, Provenance } from '../facts/facts.ts'
import { sortByPrecedence } from '../facts/source-precedence.ts'

/** Of each source its newest list; what several name once, by the one that counts first. */
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

/** Of each source its newest, the one that counts first before the others. */
export function composeStatements(observations: readonly Observation[]): Statement[] {
  const byText = new Map<string, Statement>()
  const stating = observations.filter((observation) => observation.statement !== null)
  for (const { statement, source, asOf } of newestOfEachSource(stating)) {
    const text = statement?.trim() ?? ''
    if (text !== '' && !byText.has(text)) byText.set(text, { text, source, as_of: asOf })
  }
  return [...byText.values()]
}

/** A source may say a thing on several lines of one day. */
function newestOfEachSource<T extends Provenance>(statements: readonly T[]): readonly T[] {
  const ordered = sortByPrecedence(statements)
  const newest = new Map(ordered.toReversed().map(({ source, asOf }) => [source, asOf]))
  return ordered.filter(({ source, asOf }) => newest.get(source) === asOf)
}
