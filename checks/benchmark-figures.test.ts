/** The figures of docs/benchmarks.md, docs/search-quality.md and docs/semantics.md equal those of `benchmarks/results`. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'

const root = join(import.meta.dirname, '..')

const read = (file: string) => readFileSync(join(root, file), 'utf8')
/** With each paragraph on one line. */
const readProse = (file: string) => read(file).replaceAll(/\n *(?=[^\s|#-])/g, ' ')

type Row = Readonly<Record<string, string>>

/** The rows of the first table of a result whose header has `column`, with an empty first cell filled from the row above. */
function readTable(file: string, column: string): readonly Row[] {
  const tables = read(file).matchAll(/^\|(.+)\|\n\|[ |:-]+\|\n((?:\|.+\|\n)+)/gm)
  for (const [, header = '', body = ''] of tables) {
    const names = splitCells(header)
    if (!names.includes(column)) continue
    let first = ''
    return body
      .trimEnd()
      .split('\n')
      .map((line) => {
        const cells = splitCells(line.slice(1, -1))
        first = cells[0] || first
        // Of columns with one name, such as those for more clients, the first counts.
        return Object.fromEntries(
          names
            .map((name, index) => [name, index === 0 ? first : (cells[index] ?? '')] as const)
            .toReversed(),
        )
      })
  }
  throw new Error(`${file} has no table with the column ${column}.`)
}

const splitCells = (line: string) => line.split('|').map((cell) => cell.trim().replaceAll('**', ''))

/** Returns the cell of the only row whose cells include `values`. */
function findCell(file: string, values: readonly string[], column: string): string {
  const rows = readTable(`benchmarks/results/${file}`, column).filter((row) =>
    values.every((value) => Object.values(row).includes(value)),
  )
  assert.equal(rows.length, 1, `${file}: ${values.join()}`)
  return rows[0]![column]!
}

/** Returns what `pattern` captures in the prose of a result. */
function findText(file: string, pattern: RegExp): readonly string[] {
  const [, ...captured] = pattern.exec(readProse(`benchmarks/results/${file}`)) ?? []
  assert.ok(captured.length > 0, `${file}: ${pattern}`)
  return captured
}

const ingestCell = (column: string) => findCell('ingest.md', ['9,700,000'], column)
const cardCell = (npis: string, column: string) => findCell('get-provider.md', [npis, 'keyed'], column)
const mcpCell = (tool: string, surface: string) => findCell('mcp.md', [tool, '1', surface], 'CPU µs')
const credentialCell = (check: string) => findCell('credentials.md', [check], 'p50')
const limitCell = (store: string) => findCell('limits.md', [`${store}: a count`], 'p50 µs')
const listCell = (name: string, column: string) => findCell('facility-lists.md', [name], column)
const latency = (search: string, by = 'directory', column = 'p50 ms, 1 in flight') =>
  findCell('search.md', [search, by], column)
const tailLatency = (search: string) => latency(search, 'directory', 'p99 ms')
const clientStart = (column: string) => findCell('chat-client.md', ['as it is'], column)
/** The share at scores of 0.9 and above, as a percentage. */
const calibrated = (queries: string, column: 'right' | 'sensible') =>
  `${Math.round(100 * Number(findCell('calibration.md', [queries, '0.9 and above'], column)))}%`
const findSet = (name: RegExp, column: string) =>
  findCell('triage.md', [findText('triage.md', name)[0]!], column)
/** Of the phrases that another author wrote after all rules and that were never learned. */
const triage = (column: string) => findSet(/^\| (written after set 16 by another author[^|]+) \|/m, column)
/** Of the set with more oblique words. */
const oblique = (column: string) => findSet(/^\| (the other half of them; never learned) \|/m, column)
const firstSightOfSet23 = /^\| 23, oblique words, by four authors \| the same \| (\d+) \| (\d+) \|/m
/** The newest set of urgent phrases, at first sight. */
const newestSet = () => {
  const [urgent, missed, others, alarms] = findText(
    'triage.md',
    /^\| 38, by two further authors, a quarter of it in indirect words \| [^|]+ \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|/m,
  )
  return { urgent, missed, others, alarms }
}
const relevance = (queries: string) => findCell('relevance.md', [queries], 'nDCG@10')

/** What docs/benchmarks.md says of each result. */
const answers: Readonly<Record<string, () => readonly string[]>> = {
  'search.md': () => [
    `${latency('q')} ms (median) for text, ${latency('q, 25 miles')} ms within 25 miles, ${latency('q, 25 miles, 2 carriers')} ms within 25 miles and with two carriers, ${latency('first and last name')} ms for a name`,
    `LanceDB takes ${latency('q', 'LanceDB', '× p50')} times as long for text`,
    `the worst hostile query (${findText('search.md', /the worst of \d+ hostile queries takes ([\d.]+) ms/)[0]} ms)`,
  ],
  'relevance.md': () => [
    `nDCG@10 is ${relevance('symptoms')} for symptoms and ${relevance('navigational')} for questions that name a profession`,
  ],
  'calibration.md': () => [
    `Of held-out hits that score 0.9 or more, ${calibrated('halves (b)', 'right')} are right and ${calibrated('halves (b)', 'sensible')} sensible; of those for questions of others ${calibrated('dev-graded', 'right')} and ${calibrated('dev-graded', 'sensible')}`,
  ],
  'suggest.md': () => {
    const [maximum] = findText('suggest.md', /Every mean is at most ([\d.]+) ms/)
    const tails = readTable('benchmarks/results/suggest.md', 'p99').map((row) => Number(row['p99']))
    return [
      `Every mean is at most ${maximum} ms of CPU`,
      `the slowest percent of requests takes up to ${Math.max(...tails)} ms`,
    ]
  },
  'ingest.md': () => {
    return [
      `9,700,000 rows take ${ingestCell('seconds')} seconds and ${ingestCell('peak memory, MiB')} MiB, ${ingestCell('× DuckDB')} times as long as DuckDB`,
    ]
  },
  'readers.md': () => [`csv-parse takes ${findCell('readers.md', ['csv-parse'], 'ratio')} times as long`],
  'get-provider.md': () => {
    const hot = 'hot set of 1000'
    const cold = cardCell('spread set of 30000', 'of bare')
    return [
      `${cardCell(hot, 'req/s')} cards per second with keys and limits, ${cardCell(hot, 'of bare')} of a bare server, while cards are in the cache, and ${cold} while they are not`,
    ]
  },
  'server-memory.md': () => {
    const rows = readTable('benchmarks/results/server-memory.md', 'requests')
    const [start, last] = [rows[0]!['with mapped files, GiB'], rows.at(-1)!]
    return [
      `${start} GiB after its start with a million clinicians, and at most ${last['maximum so far, GiB']} GiB during ${last['requests']} requests`,
    ]
  },
  'mcp.md': () => {
    return [
      `A search takes ${mcpCell('search_providers', 'MCP')} µs of CPU instead of ${mcpCell('search_providers', 'REST')}, a card ${mcpCell('get_provider', 'MCP')} instead of ${mcpCell('get_provider', 'REST')}`,
    ]
  },
  'tool-choice.md': () => {
    const [right, needed] = findText('tool-choice.md', /Right tool: (\d+) of (\d+)/)
    const [none, unneeded] = findText('tool-choice.md', /No tool: (\d+) of (\d+)/)
    assert.equal(none, '0')
    return [`${right} of ${needed} requests that need a tool`, `none of ${unneeded} that need none`]
  },
  'chat.md': () => {
    const [right, wrong, dangerous] = findText(
      'chat.md',
      /^\| 47 held-out \| after the third tuning \| (\d+ of \d+) \| (\d+ of \d+) \| (\d+) \|/m,
    )
    return [`${right} right cards came in time; ${wrong} answers were wrong and ${dangerous} dangerous`]
  },
  'chat-sockets.md': () => {
    const [, accepted] = findCell('chat-sockets.md', ['30 s'], '`message.accepted`').split(' / ')
    return [
      `takes ${findCell('chat-sockets.md', ['Careatlas'], 'KiB a socket')} KiB`,
      `accepted within ${accepted} ms (99 of 100)`,
    ]
  },
  'chat-client.md': () => {
    const size = (widget: string) => {
      const [brotli] = findText('chat-client.md', new RegExp(`^\\| ${widget} .*\\| ([\\d.]+) \\|$`, 'm'))
      return `${brotli} KB`
    }
    const [task] = findText('chat-client.md', /the longest task of the main thread takes (\d+) ms/)
    return [
      `${size('Careatlas `chat.mjs`')} with brotli; deep-chat has ${size('deep-chat')}, and @botpress/webchat ${size('@botpress/webchat')} with React`,
      `can write after ${clientStart('composer, median ms')} ms and is signed in after ${clientStart('auth.upgraded, median ms')} ms`,
      `no task takes longer than ${task} ms`,
    ]
  },
  'pages.md': () => {
    const paint = (interaction: string) => findCell('pages.md', [interaction], 'median ms')
    const score = findCell('pages.md', ['landing'], 'accessibility')
    return [
      `The landing page transfers ${findCell('pages.md', ['landing'], 'KB')} KB and the demo with results ${findCell('pages.md', ['demo with results'], 'KB')} KB`,
      `a search is painted after ${paint('search')} ms and a removed chip after ${paint('remove a chip')} ms`,
      `Accessibility is ${score} of 100 on the landing page`,
    ]
  },
  'triage.md': () => [
    `of ${triage('urgent')} urgent phrases that were written after the rules, ${triage('dangerous misses')} without a notice`,
    `false alarms for ${triage('false alarms')} of ${triage('look-alikes')} ordinary questions`,
    `${oblique('dangerous misses')} of ${oblique('urgent')} in a set with more oblique words`,
    `${findText('triage.md', firstSightOfSet23)[1]} of ${findText('triage.md', firstSightOfSet23)[0]} oblique urgent phrases missed at first sight`,
    `${newestSet().missed} of ${newestSet().urgent} missed and ${newestSet().alarms} false alarms of ${newestSet().others}`,
  ],
  'languages.md': () => {
    const rows = readTable('benchmarks/results/languages.md', 'fits').filter(({ half }) => half === 'c')
    const sum = (column: string) =>
      rows.reduce((total, row) => total + Number.parseInt(row[column] ?? '', 10), 0)
    const [judged, flagged] = findText('languages.md', /^\| `queries\.tsv`[^|]+\| (\d+) \| (\d+) \|/m)
    return [
      `Of ${sum('questions')} questions in six languages`,
      `${sum('recognized')} are recognized and ${sum('fits')} find the right field, and ${sum('urgent')} of ${rows.length} emergencies`,
      `${flagged} of ${judged} questions in English and Spanish`,
    ]
  },
  'credentials.md': () => {
    return [
      `${credentialCell('API key')} µs for an API key, ${credentialCell('access token')} µs for an access token`,
    ]
  },
  'limits.md': () => {
    return [
      `${limitCell('memory')} µs in memory, ${limitCell('Valkey')} µs in Valkey, ${limitCell('PostgreSQL')} µs in PostgreSQL`,
    ]
  },
  'embedding.md': () => [
    `${findCell('embedding.md', ['our model, 128 dimensions'], 'texts per second on one core')} texts per second on one core`,
  ],
  'location-identity.md': () => {
    const row = ['two real weeks']
    const [changed] = findCell('location-identity.md', row, 'now: identifiers change').split(':')
    return [`${changed} of ${findCell('location-identity.md', row, 'unchanged NPIs')} unchanged records`]
  },
  'facility-lists.md': () => {
    const rows = 'rows of the lists that are used'
    const elsewhere = 'with a ZIP code of another state, or abroad'
    return [
      `Of ${listCell(rows, 'before')} rows, ${listCell(rows, 'after')} are used`,
      `fell from ${listCell(elsewhere, 'before')} to ${listCell(elsewhere, 'after')}`,
    ]
  },
}

describe('docs/benchmarks.md', () => {
  const lines = new Map(
    Array.from(
      read('docs/benchmarks.md').matchAll(/^\| \[([\w-]+\.md)\]\(.+?\) \| .+ \|$/gm),
      ([line, file]) => [file!, line],
    ),
  )
  test('lists every result', () => {
    const files = globSync('*.md', { cwd: join(root, 'benchmarks/results') })
    assert.deepEqual([...lines.keys()].toSorted(), files.toSorted())
    assert.deepEqual(Object.keys(answers).toSorted(), files.toSorted())
  })
  for (const [file, listSentences] of Object.entries(answers))
    test(`has the figures of ${file}`, () => {
      for (const sentence of listSentences()) assert.ok(lines.get(file)?.includes(sentence), sentence)
    })
})

describe('docs/search-quality.md', () => {
  const prose = readProse('docs/search-quality.md')
  test('has the rows of the relevance results', () => {
    const rows = readTable('docs/search-quality.md', 'nDCG@10')
    const results = readTable('benchmarks/results/relevance.md', 'nDCG@10')
    const graded = results.filter((result) => result['nDCG@10'] !== '')
    assert.ok(rows.length >= 9)
    assert.equal(rows.length, graded.length, 'all but the queries without results')
    for (const row of rows) {
      const result = results.find(({ queries }) => queries === row.queries)
      assert.deepEqual(row, Object.fromEntries(Object.keys(row).map((name) => [name, result?.[name]])))
    }
  })
  test('has the size of the measurement', () => {
    const [queries] = findText('relevance.md', /(\d+) queries \(/)
    const [clinicians] = findText('relevance.md', /profession: ([\d,]+) clinicians/)
    const [places] = findText('relevance.md', / and (\d+) places\./)
    const [excluded] = findText('relevance.md', /None of the (\d+) out-of-scope queries returns results/)
    for (const sentence of [
      `${queries} queries were written`,
      `${clinicians} clinicians and ${places} places`,
      `None of ${excluded} further queries`,
    ])
      assert.ok(prose.includes(sentence), sentence)
  })
  test('has the missed emergencies', () => {
    for (const sentence of [
      `Of ${triage('urgent')} urgent phrases that were written after the rules, ${triage('dangerous misses')} without an urgent notice`,
      `${oblique('dangerous misses')} of ${oblique('urgent')} in a set with more oblique words`,
      `of ${triage('look-alikes')} ordinary questions, ${triage('false alarms')} have one`,
      `${newestSet().missed} of ${newestSet().urgent} urgent phrases without a notice, and ${newestSet().alarms} of ${newestSet().others} ordinary questions with one`,
    ])
      assert.ok(prose.includes(sentence), sentence)
  })
  test('has the choice of tools', () => {
    const [right, needed] = findText('tool-choice.md', /Right tool: (\d+) of (\d+)/)
    const sentence = `the right tool for ${right} of the ${needed} requests that need one`
    assert.ok(prose.includes(sentence), sentence)
  })
})

test('docs/semantics.md has the meaning of scores', () => {
  const prose = readProse('docs/semantics.md')
  for (const sentence of [
    `scored 0.9 or more, ${calibrated('halves (b)', 'right')} were right and ${calibrated('halves (b)', 'sensible')} sensible`,
    `who grade more strictly, ${calibrated('dev-graded', 'right')} and ${calibrated('dev-graded', 'sensible')}`,
  ])
    assert.ok(prose.includes(sentence), sentence)
})

test('docs/semantics.md has the measured relevance and latency', () => {
  const [queries] = findText('relevance.md', /(\d+) queries \(/)
  const [excluded] = findText('relevance.md', /None of the (\d+) out-of-scope queries returns results/)
  const [date] = findText('relevance.md', /^# Search quality\s+(\d{4}-\d\d-\d\d),/)
  const [year, month, day] = date!.split('-').map(Number)
  const monthName = new Date(Date.UTC(year!, month! - 1, 1)).toLocaleString('en-US', { month: 'long' })
  const prose = readProse('docs/semantics.md')
  for (const sentence of [
    `On ${queries} judged questions over a fictional directory with every profession (${day} ${monthName} ${year}), nDCG@10 is ${relevance('navigational')} for questions that name a profession, ${relevance('symptoms')} for symptoms, ${relevance('clinical')} for clinical terms and ${relevance('spanish')} for questions in Spanish.`,
    `None of ${excluded} out-of-scope questions has results.`,
    `a search by text takes ${latency('q')} ms (median) and ${tailLatency('q')} ms (99th percentile) without HTTP; within 25 miles, ${latency('q, 25 miles')} and ${tailLatency('q, 25 miles')} ms.`,
  ])
    assert.ok(prose.includes(sentence), sentence)
})
