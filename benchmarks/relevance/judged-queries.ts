/** Reads judged queries from `queries.tsv`, from both halves of the new ones, and from files with JSON lines. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface JudgedQuery {
  readonly set: string
  readonly query: string
  /** By taxonomy code: 2 for the specialty that a receptionist would choose, 1 for other sensible ones. */
  readonly grades: ReadonlyMap<string, number>
  /** `language=es`, `gender=F`, `place=02903`, `first=…`, `last=…`. */
  readonly wants: ReadonlyMap<string, string>
}

export function readQueries(file = join(import.meta.dirname, 'queries.tsv')): readonly JudgedQuery[] {
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const [set = '', query = '', best = '', good = '', wants = ''] = line.split('\t')
    const pairs = wants
      .split(';')
      .filter(Boolean)
      .map((want): [string, string] => {
        const [key = '', value = ''] = want.split('=')
        return [key, value]
      })
    return {
      set,
      query,
      grades: new Map([...toGrades(good, 1), ...toGrades(best, 2)]),
      wants: new Map(pairs),
    }
  })
}

/** The halves of the new queries, each set split at random: the search may be tuned on a, and is only measured on b. */
const newQueryHalves = ['a', 'b'] as const

/** Reads the new queries of both halves; the name of a set includes the half, as in `new-lay (a)`. */
export function readNewQueries(): readonly JudgedQuery[] {
  return newQueryHalves.flatMap((half) =>
    readQueries(join(import.meta.dirname, `new-queries-${half}.tsv`)).map((query) => ({
      ...query,
      set: `${query.set} (${half})`,
    })),
  )
}

/** JSON lines: `{set, query, grades}`, or `{query, specialties, kind}` if all the specialties are best. */
export function readGradedLines(file: string): readonly JudgedQuery[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const { set, kind, query, grades, specialties, lang } = JSON.parse(line) as {
      readonly set?: string
      readonly kind?: string
      readonly query: string
      readonly grades?: Readonly<Record<string, number>>
      readonly specialties?: readonly string[]
      readonly lang?: string
    }
    const pairs = grades ? Object.entries(grades) : (specialties ?? []).map((code) => [code, 2] as const)
    const tag = languageTags.get(lang ?? '')
    return {
      set: set ?? kind ?? '',
      query,
      grades: new Map(pairs),
      wants: new Map(tag ? [['language', tag]] : []),
    }
  })
}

const languageTags = new Map([
  ['Spanish', 'es'],
  ['Portuguese', 'pt'],
  ['Mandarin', 'zh'],
])

function toGrades(codes: string, value: number): readonly (readonly [code: string, grade: number])[] {
  return codes
    .split(' ')
    .filter(Boolean)
    .map((code) => [code, value])
}
