/** Requests with the calls that a competent agent would make first, and the comparison with a planned call. */
import type { PlannedCall } from './planner.ts'

export interface JudgedRequest {
  /** The role of the person. */
  readonly asker: string
  /** ISO 639-1. */
  readonly language: string
  readonly request: string
  /** Acceptable calls, the best first; empty: no tool fits. */
  readonly calls: readonly PlannedCall[]
}

/** Parses `requests.tsv`: one request per line, with calls as `tool {arguments}` separated by ` | `. */
export function parseRequests(text: string): readonly JudgedRequest[] {
  const [, ...lines] = text.trimEnd().split('\n')
  return lines.map((line) => {
    const [asker = '', language = '', request = '', calls = ''] = line.split('\t')
    return { asker, language, request, calls: calls === 'none' ? [] : calls.split(' | ').map(parseCall) }
  })
}

function parseCall(text: string): PlannedCall {
  const [tool = '', json = '{}'] = text.split(/ (.*)/s)
  return { tool, arguments: JSON.parse(json) as Record<string, unknown> }
}

export interface Comparison {
  readonly isRightTool: boolean
  readonly areRightArguments: boolean
}

/** The arguments are right if those of an acceptable call of the same tool are equal; `q` need only contain the expected words. */
export function compareCalls(expected: readonly PlannedCall[], planned: PlannedCall | null): Comparison {
  if (planned === null || expected.length === 0) {
    const isRight = planned === null && expected.length === 0
    return { isRightTool: isRight, areRightArguments: isRight }
  }
  const sameTool = expected.filter(({ tool }) => tool === planned.tool)
  return {
    isRightTool: sameTool.length > 0,
    areRightArguments: sameTool.some((call) => areEqual(call.arguments, planned.arguments)),
  }
}

function areEqual(
  { q, ...expected }: Readonly<Record<string, unknown>>,
  { q: plannedQ, ...planned }: Readonly<Record<string, unknown>>,
): boolean {
  const words = typeof q === 'string' ? fold(q).split(' ') : []
  const plannedText = typeof plannedQ === 'string' ? fold(plannedQ) : ''
  const hasWords = words.every((word) => plannedText.includes(word))
  return (
    hasWords && (q === undefined) === (plannedQ === undefined) && serialize(expected) === serialize(planned)
  )
}

/** With sorted keys, and ignoring case and diacritics. */
function serialize(values: Readonly<Record<string, unknown>>): string {
  return fold(JSON.stringify(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))))
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
