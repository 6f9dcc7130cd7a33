/**
 * No regular expression of the server may take more than linear time (ReDoS). The test checks every literal of the packages that
 * the server loads, and every expression that they construct while loading.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'acorn'
import { simple } from 'acorn-walk'
import { analyse } from 'scslre'

const root = resolve(import.meta.dirname, '..')

/** Packages that the server loads. */
const serverPackages = ['contract', 'directory', 'search', 'server', 'state', 'vocabulary']

/** Slow expressions that are accepted, by source, with the reason. */
const accepted: Readonly<Record<string, string>> = {
  [String.raw`^(?:\S*\d\S*|[A-Z])$`]: 'read at ingest, one word of an address line',
  [String.raw`\s*[,;/]?\s*(?:x|xt|ext|extn|extension|#)[\s.:]*(\d+)\s*$`]:
    'read at ingest, a telephone column',
  [String.raw`\s*[|\n]\s*`]: 'our own table of street words',
  [String.raw`^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$`]: 'read at ingest, a name',
  [String.raw`\s+(?=\.)`]: 'read at ingest, a name',
  [String.raw`\s+([,;])\s*`]: 'read at ingest, a name',
  [String.raw`\.{2,}$`]: 'read at ingest, a name',
  [String.raw`(?: AND|,? *&)(?= +(?:SUITE|STE|APT|UNIT)\b)`]: 'read at ingest, an address line',
  [String.raw` +AND +`]: 'read at ingest, an address line',
  [String.raw`[ ,]*&[ ,]*`]: 'read at ingest, an address line',
  [String.raw` *,+ *(?=\w)`]: 'read at ingest, an address line',
  [String.raw`(?<=\b(?:SUITE|STE|UNIT|ROOM|RM|APT)\.? +)(?:NUMBER|NUM|NO)\b\.? *(?=\d)`]:
    'read at ingest, an address line',
  [String.raw`(?<=\b(?:SUITE|STE|UNIT|ROOM|RM|APT)S?\.? +(?:# *)?)(?:[A-Z]|\d+[A-Z]?)(?:(?:[ ,]*&[ ,]*| *,+ *| +AND +)(?:[A-Z]|\d+[A-Z]?)(?![\w-]))+`]:
    'read at ingest, an address line',
  [String.raw`(?<=[A-Z])-(?=\d)|(?<=\d)-(?=[A-Z])|^0+(?=.)|(?<=^\d+)(?:ST|ND|RD|TH)$`]:
    'read at ingest, the unit of an address',
  [String.raw`[^AEIOUY]*$`]: 'read at ingest, one word of a name',
  [String.raw`\d+[A-Z]{2}`]: 'read at ingest, the unit of an address',
}

interface Found {
  readonly source: string
  readonly flags: string
  /** File and, if known, line. */
  readonly where: string
}

function collectLiterals(): readonly Found[] {
  return serverPackages.flatMap((folder) =>
    globSync(`${folder}/**/*.ts`, { cwd: root, exclude: (name) => name === 'node_modules' })
      .filter((file) => !/\.(test|fixture|suite|build|long)\.ts$/.test(file))
      .flatMap((file) => findLiterals(file, readFileSync(join(root, file), 'utf8'))),
  )
}

function findLiterals(file: string, text: string): readonly Found[] {
  const found: Found[] = []
  // The types are replaced with blanks, so that positions stay the same.
  const program = parse(stripTypeScriptTypes(text), { ecmaVersion: 'latest', sourceType: 'module' })
  simple(program, {
    Literal({ regex, start }) {
      if (regex === undefined) return
      const line = text.slice(0, start).split('\n').length
      found.push({ source: regex.pattern, flags: regex.flags, where: `${file}:${line}` })
    },
  })
  return found
}

/** Returns the expressions that our files construct with `new RegExp` while the server loads. */
async function collectConstructed(): Promise<readonly Found[]> {
  const found: Found[] = []
  const native = globalThis.RegExp
  globalThis.RegExp = new Proxy(native, {
    construct(target, [pattern, flags]: [string, string?]) {
      const expression = new target(pattern, flags)
      const [fileUrl] = /file:\S+(?=:\d+:\d+)/.exec(new Error().stack?.split('\n')[2] ?? '') ?? []
      const where = fileUrl === undefined ? '' : relative(root, fileURLToPath(fileUrl))
      if (where !== '' && !where.includes('node_modules'))
        found.push({ source: expression.source, flags: expression.flags, where })
      return expression
    },
  })
  try {
    await import('@careatlas/server/main')
  } finally {
    globalThis.RegExp = native
  }
  return found
}

/** The reason why an expression can take more than linear time; null if it cannot. */
function findSlowInput({ source, flags }: Pick<Found, 'source' | 'flags'>): string | null {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } })
  const [report] = reports
  return report === undefined ? null : `${report.type}${report.exponential ? ', exponential' : ''}`
}

test('no regular expression of the server can take more than linear time, except for the accepted ones', async (t) => {
  const constructed = await collectConstructed()
  assert.ok(
    constructed.some(({ where }) => where.startsWith('search/query/')),
    'no constructed expression was found',
  )
  const all = [...collectLiterals(), ...constructed]
  const slow = all.flatMap((expression) => {
    const reason = findSlowInput(expression)
    return reason === null ? [] : [{ ...expression, reason }]
  })
  assert.deepEqual(
    slow
      .filter(({ source }) => !(source in accepted))
      .map(({ where, source, reason }) => `${where} /${source}/: ${reason}`),
    [],
  )
  const unneeded = Object.keys(accepted).filter(
    (source) => !slow.some((expression) => expression.source === source),
  )
  assert.deepEqual(unneeded, [], 'an accepted expression is not slow or no longer exists')
  t.diagnostic(`${all.length} regular expressions, ${constructed.length} of them constructed`)
})

test('literals and constructed expressions are found', async () => {
  assert.deepEqual(findLiterals('a.ts', 'const a: string = "/x/"\nf(b as T, /a+/gu)'), [
    { source: 'a+', flags: 'gu', where: 'a.ts:2' },
  ])
  assert.ok(collectLiterals().length > 300)
})

for (const [source, isSlow] of [
  [String.raw`^(a+)+$`, true],
  [String.raw`(?:a|a)*b`, true],
  [String.raw`\s+$`, true],
  [String.raw`^\w+@\w+\.\w+$`, false],
  [String.raw`(?=[a-z]*\d)x`, true],
  [String.raw`^(.*?),(.*?),(.*?)$`, true],
  [String.raw`^\d{10}$`, false],
  [String.raw`\b(?:chest|heart) pains?\b`, false],
] as const) {
  test(`/${source}/ is ${isSlow ? 'reported as slow' : 'not reported'}`, () => {
    assert.equal(findSlowInput({ source, flags: '' }) !== null, isSlow)
  })
}
