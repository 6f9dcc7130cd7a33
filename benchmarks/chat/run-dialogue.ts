/** Runs a dialogue with the assistant, as a session of the chat does, and judges each answer. */
import type { ProviderCard } from '@careatlas/contract/cards'
import type { ProfileSync } from '@careatlas/contract/chat-frames'
import type { Answer, AnswerPart, Turn } from '@careatlas/server/chat/assistant/assistant'
import type { DemoDirectory } from './demo-directory.ts'
import { describePerson, findPerson } from './find-person.ts'
import { findFaults, type Fault } from './find-faults.ts'
import { judge } from './judge-answer.ts'
import type { Dialogue, Expectation } from './read-dialogues.ts'

export interface AnsweredTurn {
  readonly text: string
  readonly answer: Answer
  readonly milliseconds: number
  readonly unmet: readonly Expectation[]
  /** What no answer may have, whatever was expected. */
  readonly faults: readonly Fault[]
}

export interface DialogueRun {
  readonly dialogue: Dialogue
  readonly turns: readonly AnsweredTurn[]
}

export async function runDialogue(dialogue: Dialogue, directory: DemoDirectory): Promise<DialogueRun> {
  const people = new Map(
    Array.from(dialogue.people, ([letter, properties]) => [
      letter,
      findPerson(properties, dialogue.title, directory.providers),
    ]),
  )
  const turns: AnsweredTurn[] = []
  const history: { readonly role: 'user' | 'assistant'; readonly text: string }[] = []
  for (const { text: template, expectations } of dialogue.turns) {
    const text = fillIn(template, people, turns.at(-1)?.answer.suggestions ?? [])
    const turn: Turn = {
      partner: 'example',
      conversationId: dialogue.title,
      text,
      history: [...history],
      // The chat stores it as JSON.
      context: JSON.parse(JSON.stringify(turns.at(-1)?.answer.context ?? null)) as unknown,
      ...readSettings(dialogue.settings),
    }
    const start = performance.now()
    const { parts, answer } = await collect(directory, turn)
    const milliseconds = performance.now() - start
    const judged = { answer, earlier: turns.map((earlier) => earlier.answer), people, directory }
    turns.push({
      text,
      answer,
      milliseconds,
      unmet: expectations.filter(
        (expectation) => judge(expectation.text, judged) === expectation.isForbidden,
      ),
      faults: findFaults(parts, text, judged),
    })
    history.push({ role: 'user', text }, { role: 'assistant', text: answer.text })
  }
  return { dialogue, turns }
}

/** Runs the messages of a test, without expectations. */
export function runMessages(texts: readonly string[], directory: DemoDirectory): Promise<DialogueRun> {
  const turns = texts.map((text) => ({ text, expectations: [] }))
  return runDialogue(
    { set: 'test', title: texts[0]!, isHeldOut: false, people: new Map(), settings: [], turns },
    directory,
  )
}

async function collect({ assistant }: DemoDirectory, turn: Turn) {
  const parts: AnswerPart[] = []
  const generator = assistant.answer(turn, new AbortController().signal)
  for (;;) {
    const { done, value } = await generator.next()
    if (done) return { parts, answer: value }
    parts.push(value)
  }
}

function fillIn(
  template: string,
  people: ReadonlyMap<string, ProviderCard>,
  suggestions: readonly string[],
): string {
  return template
    .replaceAll(/\{([A-Z])\.([a-z]+)\}/g, (_, letter: string, part: string) => {
      const person = people.get(letter)
      return (person && describePerson(person)[part]) ?? ''
    })
    .replaceAll(/\{suggestion (\d)\}/g, (_, number: string) => suggestions[Number(number) - 1] ?? '')
    .replaceAll(/\{repeat (\d+) ([^}]+)\}/g, (_, count: string, text: string) =>
      text.repeat(Number(count)).slice(0, 4000),
    )
    .replaceAll(/\\u([\dA-F]{4})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .slice(0, 4000)
}

type TurnSettings = Pick<Turn, 'profile' | 'location' | 'isVerified' | 'canVerify'>

function readSettings(settings: readonly string[]): TurnSettings {
  const location = settings.map((setting) => /^location ([\d.-]+) ([\d.-]+)$/.exec(setting)).find(Boolean)
  const profile = settings
    .map((setting) => /^profile zip (\d{5})(?: payer (\w+))?$/.exec(setting))
    .find(Boolean)
  return {
    location: location ? { lat: Number(location[1]), lng: Number(location[2]) } : null,
    profile: profile ? toProfile(profile[1]!, profile[2]) : null,
    isVerified: settings.includes('verified'),
    canVerify: !settings.includes('cannot verify'),
  }
}

function toProfile(zip: string, carrier: string | undefined): ProfileSync {
  return {
    user_address: { zip_code: zip },
    ...(carrier !== undefined && { user_insurance: [{ carrier_code: carrier }] }),
  }
}
