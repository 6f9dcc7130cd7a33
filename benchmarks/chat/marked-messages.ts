/**
 * Reads conversations in which the words for care and places are marked with what they mean. Format of the files in `marked/`:
 *
 *     == 12
 *     new: my {m:cardiologist} retired to {x:Florida} so I need a {n:heart doctor} around {p:Coventry}
 *     ask: does the second one take Aetna? my wife's {m:dermatologist} never did
 *
 * `n` marks care that is sought, `m` care that is only mentioned, `p` a place in which to search and `x` a place that is only mentioned or
 * refused. The label of a message says what it does: `new` asks for care, `refine` changes the search, `ask` asks something, `tell` only
 * says something.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Meaning, type Token, tokensOf } from '@careatlas/server/chat/assistant/meaning-features'

const meaningOfMark: Readonly<Record<string, Meaning>> = {
  n: 'care',
  m: 'mentioned care',
  p: 'place',
  x: 'mentioned place',
}

export const markedFiles = [
  'older-adults.txt',
  'short-messages.txt',
  'spanish-and-english.txt',
  'several-wishes.txt',
  'long-illnesses.txt',
  'relatives.txt',
  'several-places.txt',
  'questions.txt',
  'spanish.txt',
  'other-care.txt',
  'long-stories.txt',
  'plain-requests.txt',
  'spanish-follow-ups.txt',
  'negations.txt',
  'working-people.txt',
  'families.txt',
  'mixed-languages.txt',
  'refusals.txt',
  'rural-older-adults.txt',
  'texting-youth.txt',
  'several-illnesses.txt',
  'everyday-needs.txt',
  'mental-health.txt',
  'plain-spanish.txt',
] as const

export interface MarkedMessage {
  readonly file: string
  readonly label: 'new' | 'refine' | 'ask' | 'tell'
  readonly isFollowUp: boolean
  readonly text: string
  readonly tokens: readonly Token[]
  /** Of each token. */
  readonly meanings: readonly Meaning[]
}

export function readMarkedMessages(): readonly MarkedMessage[] {
  return markedFiles.flatMap(readFile)
}

function readFile(file: string): readonly MarkedMessage[] {
  const lines = readFileSync(join(import.meta.dirname, 'marked', file), 'utf8')
    .trim()
    .split('\n')
  return lines.flatMap((line, index) => {
    if (line === '' || line.trim() === '' || line.startsWith('== ')) return []
    const [, label, marked] = /^(new|refine|ask|tell): ?(.*)$/.exec(line) ?? []
    if (label === undefined || marked === undefined) throw new Error(`${file}, line ${index + 1}: ${line}`)
    const isFollowUp = lines[index - 1]?.startsWith('== ') === false
    return { file, label: label as MarkedMessage['label'], isFollowUp, ...withoutMarks(marked) }
  })
}

function withoutMarks(marked: string): Pick<MarkedMessage, 'text' | 'tokens' | 'meanings'> {
  const spans: { readonly from: number; readonly to: number; readonly meaning: Meaning }[] = []
  let text = ''
  for (const [piece, mark, words] of marked.matchAll(/\{([nmpx]):([^{}]*)\}|[^{]+|\{/g)) {
    if (mark !== undefined)
      spans.push({ from: text.length, to: text.length + words!.length, meaning: meaningOfMark[mark]! })
    text += words ?? piece
  }
  const tokens = tokensOf(text)
  const meaningAt = (at: number): Meaning =>
    spans.find(({ from, to }) => at >= from && at < to)?.meaning ?? 'other'
  return { text, tokens, meanings: tokens.map(({ from }) => meaningAt(from)) }
}
