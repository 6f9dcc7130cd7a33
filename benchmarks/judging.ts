/**
 * Prints each question of `relevance/judge-questions.txt` with its first five answers and its urgent notices, for judges who see
 * nothing else, and counts their judgments.
 * Usage: `bin/node benchmarks/judging.ts DATA_DIR > SHEET.tsv` or `bin/node benchmarks/judging.ts --count`, which reads
 * `relevance/judgments.tsv`: the columns of the sheet and a judgment of each answer as a whole.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ProviderSearchEnvelope } from '@careatlas/contract/envelopes'
import { ProviderSearch } from '@careatlas/contract/parameters'
import { readCurrentGeneration } from '@careatlas/directory/snapshot/current'
import { searchProviders } from '@careatlas/search/search-providers'
import { responseBudgetBytes } from '@careatlas/search/truncate'
import { LoadedSnapshot } from '@careatlas/server/snapshots/loaded-snapshot'

const judgments = ['right', 'acceptable', 'wrong', 'dangerous'] as const

const { values: options, positionals } = parseArgs({
  options: { count: { type: 'boolean' } },
  allowPositionals: true,
})
const folder = join(import.meta.dirname, 'relevance')
if (options.count) console.log(countJudgments(readFileSync(join(folder, 'judgments.tsv'), 'utf8')))
else {
  const [dataDir] = positionals
  if (dataDir === undefined) throw new Error('Give a data directory, or --count')
  await using directory = await LoadedSnapshot.open(dataDir, readCurrentGeneration(dataDir)!)
  console.log('question\tnotices\tanswers')
  for (const question of readFileSync(join(folder, 'judge-questions.txt'), 'utf8').trimEnd().split('\n'))
    console.log(await formatAnswer(question, directory))
}

async function formatAnswer(question: string, directory: LoadedSnapshot): Promise<string> {
  const parameters = ProviderSearch.parse({ q: question, limit: 5 })
  const { json } = await searchProviders(parameters, directory, { budgetBytes: responseBudgetBytes.max })
  const { data, meta } = JSON.parse(json) as ProviderSearchEnvelope
  const notices = meta.notices.filter(({ severity }) => severity === 'urgent').map(({ text }) => text)
  const answers = data.map(
    ({ specialties }) =>
      (specialties.find(({ primary }) => primary) ?? specialties[0])?.name ?? 'no specialty',
  )
  return [question, notices.join(' ') || '-', answers.join('; ') || 'no results'].join('\t')
}

function countJudgments(sheet: string): string {
  const [, ...lines] = sheet.trimEnd().split('\n')
  const given = lines.map((line) => line.split('\t').at(-1)!)
  const rows = judgments.map((judgment) => {
    const count = given.filter((each) => each === judgment).length
    return `| ${judgment} | ${count} | ${((100 * count) / given.length).toFixed(1)} % |`
  })
  return ['| judgment | answers | share |', '|---|---|---|', ...rows].join('\n')
}
