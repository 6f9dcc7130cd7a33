/** Compiles the regular expressions of query parsing before the first query, which would otherwise wait for it. */
import type { YieldingTask } from '../cooperative.ts'
import { parseQuery } from './parse-query.ts'
import type { QueryResources } from './query-resources.ts'
import { mentalRedFlags, physicalRedFlags, sameDayFlags } from './triage/detect-emergency.ts'
import { helplineFlags } from './triage/detect-helplines.ts'
import { ordinaryMatters } from './triage/ordinary-matters.ts'
import { signPatterns } from './triage/several-signs.ts'

/** V8 interprets a regular expression at its first use, and compiles it to machine code at the second one. */
const uses = 2

/** Together they reach every extractor. */
const queries = [
  'had a stroke last year, now she is choking in my first aid class near 02903 1234',
  'a stroke in the family, my mother is choking now',
  "my husband's chest pain, I need a class about it, for my son, 3 years old, and a 6 month old girl",
  'female Spanish-speaking cardiologist near Providence, RI that takes Aetna, not a chiropractor or a hospital',
  'toddler with a fever and chest pain on the stairs',
  'Dr. Maria Lopez, 45 years old, with a divorce lawyer in Chicago',
]

/** A query skips the patterns that cannot match it, and the later patterns of a flag whose first one does not match. */
const skippedPatterns = [
  ...signPatterns,
  ...[...physicalRedFlags, ...mentalRedFlags, ...sameDayFlags, ...helplineFlags, ...ordinaryMatters].flatMap(
    ({ has, unless }) => (unless === null ? has : [...has, unless]),
  ),
]

/** Parses sample queries; a repetition for the next snapshot takes a few milliseconds. */
export function* warmUp(resources: QueryResources): YieldingTask<void> {
  for (let use = 0; use < uses; use++) {
    for (const pattern of skippedPatterns) {
      pattern.test('')
      yield
    }
    for (const query of queries) {
      parseQuery(query, 'providers', 'hybrid', resources)
      yield
    }
  }
}
