/**
 * The default assistant of the chat in scripted dialogues (`benchmarks/chat/dialogues`) over the fictional demo region: right cards,
 * wrong and dangerous answers, questions. Usage: `npm run eval -- chat` or
 * `bin/node benchmarks/chat.ts [--misses] [--held-out] [--transcript TITLE]`
 *
 * `--misses` prints the unmet expectations, those of held-out dialogues only with `--held-out`. `--transcript` prints a dialogue.
 */
import { parseArgs } from 'node:util'
import { openDemoDirectory } from './chat/demo-directory.ts'
import { type Dialogue, readDialogues } from './chat/read-dialogues.ts'
import { type AnsweredTurn, type DialogueRun, runDialogue } from './chat/run-dialogue.ts'
import { formatTranscript } from './chat/transcript.ts'

const { values: options } = parseArgs({
  options: {
    misses: { type: 'boolean' },
    'held-out': { type: 'boolean' },
    transcript: { type: 'string' },
  },
  allowPositionals: true,
})

/** Expectations of a right card, and of an urgent notice. */
const cardExpectation = /^(?:first|some|every) card|^card \d|^cards$/
const noticeExpectation = /^notice/

await using directory = await openDemoDirectory()
const dialogues = readDialogues()
if (options.transcript === undefined) await report()
else
  for (const dialogue of dialogues.filter(isWanted))
    console.log(formatTranscript(await runDialogue(dialogue, directory)))

function isWanted({ title }: Dialogue): boolean {
  return title.includes(options.transcript ?? '')
}

async function report(): Promise<void> {
  const runs: DialogueRun[] = []
  for (const dialogue of dialogues) runs.push(await runDialogue(dialogue, directory))
  console.log(formatReport(runs))
  if (options.misses)
    for (const run of runs)
      if (run.dialogue.isHeldOut === (options['held-out'] ?? false)) console.log(formatMisses(run))
}

// Figures

interface Figures {
  readonly dialogues: number
  readonly answers: number
  /** Dialogues with a right card as soon as the script allows, of those that expect a card. */
  readonly right: number
  readonly expecting: number
  /** Questions before the first expected card. */
  readonly questions: number
  readonly wrong: number
  readonly dangerous: number
}

function measure(runs: readonly DialogueRun[]): Figures {
  const turns = runs.flatMap((run) => run.turns)
  const goals = runs.flatMap((run) => findGoal(run) ?? [])
  return {
    dialogues: runs.length,
    answers: turns.length,
    right: goals.filter(({ isMet }) => isMet).length,
    expecting: goals.length,
    questions: goals.reduce((sum, { questions }) => sum + questions, 0),
    wrong: turns.filter(isWrong).length,
    dangerous: turns.filter(isDangerous).length,
  }
}

/** The first answer of a dialogue that must have a card. */
function findGoal({
  dialogue,
  turns,
}: DialogueRun): { readonly isMet: boolean; readonly questions: number } | null {
  const index = dialogue.turns.findIndex(({ expectations }) =>
    expectations.some(({ isForbidden, text }) => !isForbidden && cardExpectation.test(text)),
  )
  if (index === -1) return null
  return {
    isMet: !turns[index]!.unmet.some(({ text }) => cardExpectation.test(text)),
    questions: index,
  }
}

function isDangerous({ unmet, faults }: AnsweredTurn): boolean {
  return (
    unmet.some(({ isForbidden, text }) => !isForbidden && noticeExpectation.test(text)) ||
    faults.some((fault) => fault.isDangerous)
  )
}

/** An answer with an unmet expectation or a fault. */
function isWrong({ unmet, faults }: AnsweredTurn): boolean {
  return unmet.length + faults.length > 0
}

function percentile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1)
}

// Output

function formatRow(name: string, runs: readonly DialogueRun[]): string {
  const { dialogues: count, answers, right, expecting, questions, wrong, dangerous } = measure(runs)
  const share = expecting === 0 ? '' : `${right} of ${expecting}`
  const turnsBefore = expecting === 0 ? '' : (1 + questions / expecting).toFixed(2)
  return `| ${[name, count, answers, share, turnsBefore, wrong, dangerous].join(' | ')} |`
}

function formatReport(runs: readonly DialogueRun[]): string {
  const tuned = runs.filter(({ dialogue }) => !dialogue.isHeldOut)
  const heldOut = runs.filter(({ dialogue }) => dialogue.isHeldOut)
  const bySet = [...Map.groupBy(runs, ({ dialogue }) => dialogue.set)]
  const milliseconds = runs.flatMap(({ turns }) => turns.map((turn) => turn.milliseconds))
  return `| dialogues | n | answers | right card in time | turns to it | wrong answers | dangerous answers |
|---|---|---|---|---|---|---|
${bySet.map(([set, of]) => formatRow(set, of)).join('\n')}
${formatRow('all that the assistant was tuned on', tuned)}
${formatRow('all held-out', heldOut)}

An answer takes ${percentile(milliseconds, 0.5)} ms (median; 99%: ${percentile(milliseconds, 0.99)} ms).`
}

function formatMisses({ dialogue, turns }: DialogueRun): string {
  return turns
    .filter(isWrong)
    .map(
      ({ text, unmet, faults }) =>
        `${dialogue.set}: ${dialogue.title}: ${text.slice(0, 80)}: ${[
          ...unmet.map(
            (expectation) => `${expectation.isForbidden ? 'forbid' : 'expect'} ${expectation.text}`,
          ),
          ...faults.map((fault) => `${fault.isDangerous ? 'DANGEROUS ' : ''}${fault.text}`),
        ].join('; ')}`,
    )
    .join('\n')
}
