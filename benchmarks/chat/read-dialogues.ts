/**
 * Reads the scripted dialogues. A file is a set; a line is one of
 *
 * | line                                | meaning                                                                          |
 * | ----------------------------------- | -------------------------------------------------------------------------------- |
 * | `== ear ache` `[held-out]`          | a dialogue begins; a held-out one was not read while the assistant was tuned      |
 * | `person A: specialty dentist, hours`| a clinician of the directory with these properties, see `find-person.ts`          |
 * | `setting: verified`                 | `verified`, `cannot verify`, `location LAT LNG`, `profile zip ZIP payer CODE`     |
 * | `user: …`                           | a message; `{A.name}`, `{suggestion 1}` and `{repeat 40 text}` are replaced       |
 * | `expect: …`, `forbid: …`            | what the answer to the message must and must not have, see `judge-answer.ts`      |
 *
 * Expectations are about the cards and the facts of an answer, not about the wording of its text.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface Dialogue {
  readonly set: string
  readonly title: string
  readonly isHeldOut: boolean
  /** The properties of each person by its letter. */
  readonly people: ReadonlyMap<string, readonly string[]>
  readonly settings: readonly string[]
  readonly turns: readonly DialogueTurn[]
}

export interface DialogueTurn {
  readonly text: string
  readonly expectations: readonly Expectation[]
}

export interface Expectation {
  readonly isForbidden: boolean
  readonly text: string
}

const folder = join(import.meta.dirname, 'dialogues')

/** Throws an Error that names the file and the line that it cannot read. */
export function readDialogues(): readonly Dialogue[] {
  return globSync('*.txt', { cwd: folder })
    .toSorted()
    .flatMap((file) => parseDialogues(readFileSync(join(folder, file), 'utf8'), file))
}

interface OpenDialogue extends Dialogue {
  readonly people: Map<string, readonly string[]>
  readonly settings: string[]
  readonly turns: (DialogueTurn & { readonly expectations: Expectation[] })[]
}

export function parseDialogues(text: string, file: string): readonly Dialogue[] {
  const dialogues: OpenDialogue[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const error = new Error(`${file}, line ${index + 1}: cannot read ${JSON.stringify(line)}`)
    const heading = /^== (.+?)( \[held-out\])?$/.exec(line)
    if (heading !== null) {
      const [, title = '', heldOut] = heading
      dialogues.push({
        set: basename(file, '.txt'),
        title,
        isHeldOut: heldOut !== undefined,
        people: new Map(),
        settings: [],
        turns: [],
      })
      continue
    }
    const dialogue = dialogues.at(-1)
    const [, key = '', letter, value = ''] = /^(person ([A-Z])|[a-z]+): (.+)$/.exec(line) ?? []
    if (dialogue === undefined || key === '') throw error
    if (letter !== undefined) dialogue.people.set(letter, value.split(', '))
    else if (key === 'setting') dialogue.settings.push(value)
    else if (key === 'user') dialogue.turns.push({ text: value, expectations: [] })
    else if (key === 'expect' || key === 'forbid') {
      const turn = dialogue.turns.at(-1)
      if (turn === undefined) throw error
      turn.expectations.push({ isForbidden: key === 'forbid', text: value })
    } else throw error
  }
  return dialogues
}
