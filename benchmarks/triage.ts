/**
 * Urgent notices: urgent phrases and look-alikes in sets, some of them written after the rules and never learned.
 * Usage: `bin/node benchmarks/triage.ts [--misses]`
 *
 * `--misses` prints each phrase without an expected kind, and each false alarm.
 */
import { parseArgs } from 'node:util'
import { createUrgentNotices, usContacts } from '@careatlas/search/notices'
import { emptyResources } from '@careatlas/search/query/empty-resources.fixture'
import { parseQuery } from '@careatlas/search/query/parse-query'
import { phraseSets, readUrgentPhrases, type UrgentPhrase } from './triage/urgent-phrases.ts'

const { values: options } = parseArgs({ options: { misses: { type: 'boolean' } } })

/** Those of a directory without records: urgency does not depend on them. */
const resources = { ...emptyResources, vectors: null }

interface Outcome extends UrgentPhrase {
  readonly found: readonly string[]
  readonly missing: readonly string[]
}

const outcomes = readUrgentPhrases().map(judge)

function judge(judged: UrgentPhrase): Outcome {
  const parsed = parseQuery(judged.phrase, 'providers', 'lexical', resources)
  const found = createUrgentNotices({ parsed }, usContacts).map(({ kind }) => kind)
  return { ...judged, found, missing: judged.expected.filter((kind) => !found.includes(kind)) }
}

function describeSet([set, name]: readonly [string, string]): string {
  const ofSet = outcomes.filter((outcome) => outcome.set === set)
  const urgent = ofSet.filter(({ expected }) => expected.length > 0)
  const others = ofSet.filter(({ expected }) => expected.length === 0)
  const cells = [
    name,
    urgent.length,
    urgent.filter(({ found }) => found.length === 0).length,
    urgent.filter(({ missing }) => missing.length > 0).length,
    others.length,
    others.filter(({ found }) => found.length > 0).length,
  ]
  return `| ${cells.join(' | ')} |`
}

console.log(`# Urgent notices

${new Date().toISOString().slice(0, 10)}. A dangerous miss is an urgent phrase without any urgent notice; every urgent notice gives the number of the emergency
services. An incomplete answer lacks one of the expected kinds, and includes the dangerous misses. A false alarm is an urgent notice
for a look-alike.

| phrases | urgent | dangerous misses | incomplete | look-alikes | false alarms |
|---|---|---|---|---|---|
${Object.entries(phraseSets).map(describeSet).join('\n')}

\`benchmarks/triage/phrases.tsv\` has the phrases with the expected kinds. Repeat with \`bin/node benchmarks/triage.ts\`; \`--misses\`
also prints each miss.`)

if (options.misses)
  for (const { set, phrase, expected, found, missing } of outcomes)
    if (missing.length > 0 || (expected.length === 0 && found.length > 0))
      console.log(
        `${set}\t${expected.length === 0 ? `false alarm: ${found.join(',')}` : `missing: ${missing.join(',')}${found.length === 0 ? ' (dangerous)' : ''}`}\t${phrase}`,
      )
