/**
 * How often the texts of `tools/list` lead to the right tool: 60 requests with the call that a competent agent would make, and the
 * call that a planner without a language model makes. Usage: `bin/node benchmarks/tool-choice.ts [--misses]`
 *
 * `--misses` prints each wrong call.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { careToolMeta } from '@careatlas/server/mcp/care-view'
import { describeTools } from '@careatlas/server/mcp/list-tools'
import { openEmbedder } from '@careatlas/vocabulary/embedder'
import { type ListedTool, type PlannedCall, Planner } from './tool-choice/planner.ts'
import {
  type Comparison,
  compareCalls,
  type JudgedRequest,
  parseRequests,
} from './tool-choice/judged-requests.ts'

const none = 'none'

const { values: options } = parseArgs({ options: { misses: { type: 'boolean' } } })

interface Outcome extends Comparison {
  readonly judged: JudgedRequest
  readonly planned: PlannedCall | null
}

const tools = describeTools(careToolMeta('careatlas')) as unknown as readonly ListedTool[]
const requests = parseRequests(readFileSync(join(import.meta.dirname, 'tool-choice/requests.tsv'), 'utf8'))
const planner = await Planner.create(tools, await openEmbedder({ name: 'static' }))
const outcomes: Outcome[] = []
for (const judged of requests) {
  const planned = await planner.plan(judged.request)
  outcomes.push({ judged, planned, ...compareCalls(judged.calls, planned) })
}
console.log(report())
if (options.misses) for (const outcome of outcomes) printMiss(outcome)

function printMiss({ judged, planned, isRightTool, areRightArguments }: Outcome): void {
  if (isRightTool && areRightArguments) return
  const expected = judged.calls.map(formatCall).join(' | ') || none
  console.log(
    `\n${judged.request}\n  expected ${expected}\n  planned  ${planned ? formatCall(planned) : none}`,
  )
}

function formatCall({ tool, arguments: values }: PlannedCall): string {
  return `${tool} ${JSON.stringify(values)}`
}

function confusionTable(): string {
  const columns = [...tools.map(({ name }) => name), none]
  const rows = columns.map((expected) => {
    const ofTool = outcomes.filter(({ judged }) => firstTool(judged) === expected)
    const counts = columns.map((chosen) => ofTool.filter((outcome) => chosenTool(outcome) === chosen).length)
    const right = ofTool.filter(({ isRightTool }) => isRightTool).length
    return `| ${[`\`${expected}\``, ...counts, `${right} of ${ofTool.length}`].join(' | ')} |`
  })
  const head = ['expected', ...columns.map((name) => `\`${name}\``), 'right']
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows].join('\n')
}

function firstTool({ calls }: JudgedRequest): string {
  return calls[0]?.tool ?? none
}

/** The accepted alternative counts in the column of the expected tool. */
function chosenTool({ judged, planned, isRightTool }: Outcome): string {
  return isRightTool ? firstTool(judged) : (planned?.tool ?? none)
}

function share(right: number, of: number): string {
  return `${right} of ${of} (${Math.round((100 * right) / of)}%)`
}

function report(): string {
  const withTool = outcomes.filter(({ judged }) => judged.calls.length > 0)
  const rightTool = withTool.filter(({ isRightTool }) => isRightTool)
  const spanish = withTool.filter(({ judged }) => judged.language === 'es')
  const refused = outcomes.filter(({ judged, planned }) => judged.calls.length === 0 && planned === null)
  const longest = Math.max(...tools.map(({ description }) => description.length))
  return `# Choice of tools

${new Date().toISOString().slice(0, 10)}. ${requests.length} requests of patients, caregivers, care navigators, clinicians and developers, ${outcomes.filter(({ judged }) => judged.language === 'es').length} of them
in Spanish; for ${outcomes.length - withTool.length}, no tool fits. They were written before the descriptions. The planner (\`benchmarks/tool-choice/planner.ts\`) has no
language model: it compares the request with the texts of \`tools/list\`. It shows whether a change of a text helps or harms; an
agent with a language model understands more. The longest description has ${longest} characters.

${confusionTable()}

- Right tool: ${share(rightTool.length, withTool.length)} of the requests that need one, ${share(spanish.filter(({ isRightTool }) => isRightTool).length, spanish.length)} of those in Spanish.
- Right arguments: ${share(rightTool.filter(({ areRightArguments }) => areRightArguments).length, rightTool.length)} of the calls with the right tool. \`q\` is right if it contains the words that matter.
- No tool: ${share(refused.length, outcomes.length - withTool.length)} of the requests that no tool fits.

Repeat with \`bin/node benchmarks/tool-choice.ts\`; \`--misses\` also prints each wrong call.`
}
