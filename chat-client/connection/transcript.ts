/** The messages of the conversation that the client shows, in the order of the service. */
import type { TranscriptMessage } from '@careatlas/contract/chat-frames'
import type { Notice } from '@careatlas/contract/envelopes'
import { append } from '../append.ts'
import type { AnswerEntry, Entry, UserEntry } from '../chat-state.ts'

interface Line {
  readonly entry: Entry
  /** The position in the conversation; null until the service has stored the message. */
  readonly seq: number | null
  /** The message of the user that an answer answers, if it is known. */
  readonly answers: string | null
  readonly suggestions: readonly string[]
}

export class Transcript {
  #lines: readonly Line[] = []
  #entries: readonly Entry[] = []
  /** The answers whose pieces arrive on the current socket. */
  readonly #arriving = new Set<string>()

  get entries(): readonly Entry[] {
    return this.#entries
  }

  /** What the user can tap after the last answer. */
  get suggestions(): readonly string[] {
    return this.#lines[this.#lines.length - 1]?.suggestions ?? []
  }

  get firstSeq(): number | null {
    return this.#lines[0]?.seq ?? null
  }

  /** The last position before the first gap; 0 without messages. What follows is requested again after a reconnection. */
  get lastSeq(): number {
    let last = 0
    for (const { seq } of this.#lines) {
      if (seq === null || (last !== 0 && seq !== last + 1)) break
      last = seq
    }
    return last
  }

  /** Replaces everything except the messages that were not accepted. */
  replace(messages: readonly TranscriptMessage[]): void {
    this.#arriving.clear()
    this.#keep(({ entry }) => entry.role === 'user' && entry.delivery !== 'accepted')
    this.add(messages)
  }

  clear(): void {
    this.#arriving.clear()
    this.#set([])
  }

  /** Adds stored messages, or completes those that the client already has. */
  add(messages: readonly TranscriptMessage[], answers: string | null = null): void {
    for (const message of messages) {
      this.#put(toLine(message, answers, this.#find(message.message_id)))
      this.#arriving.delete(message.message_id)
    }
  }

  addUser(id: string, text: string): void {
    const entry: UserEntry = { role: 'user', id, text, time: new Date().toISOString(), delivery: 'queued' }
    this.#put({ entry, seq: null, answers: null, suggestions: [] })
  }

  setDelivery(id: string, delivery: UserEntry['delivery'], seq: number | null = null): void {
    const line = this.#find(id)
    if (line?.entry.role === 'user') this.#put({ ...line, seq, entry: { ...line.entry, delivery } })
  }

  /** An answer that started again after a restart of the service replaces its unfinished predecessor. */
  startAnswer(id: string, answers: string, notices: readonly Notice[]): void {
    this.#arriving.add(id)
    const entry: AnswerEntry = {
      role: 'assistant',
      id,
      text: '',
      time: new Date().toISOString(),
      isComplete: false,
      finishReason: null,
      notices,
      cards: [],
      feedback: null,
    }
    this.#put({ entry, seq: null, answers, suggestions: [] })
  }

  /** Pieces of an answer whose beginning was lost are ignored, because the whole answer follows. */
  appendText(id: string, text: string): void {
    const line = this.#find(id)
    if (line?.entry.role === 'assistant' && this.#arriving.has(id))
      this.#put({ ...line, entry: { ...line.entry, text: line.entry.text + text } })
  }

  setFeedback(id: string, feedback: AnswerEntry['feedback']): void {
    const line = this.#find(id)
    if (line?.entry.role === 'assistant') this.#put({ ...line, entry: { ...line.entry, feedback } })
  }

  /** After the socket has closed: what has arrived of an answer is shown as incomplete. */
  endArriving(): void {
    for (const id of this.#arriving) {
      const line = this.#find(id)
      if (line?.entry.role === 'assistant') this.#put({ ...line, entry: { ...line.entry, isComplete: true } })
    }
    this.#arriving.clear()
  }

  /** On the next socket, they follow as a whole, or another answer has replaced them. */
  removeInterrupted(): void {
    this.#keep(({ entry, seq }) => entry.role === 'user' || seq !== null)
  }

  remove(id: string): void {
    this.#keep(({ entry }) => entry.id !== id)
  }

  #find(id: string): Line | undefined {
    for (const line of this.#lines) if (line.entry.id === id) return line
    return undefined
  }

  #put(line: Line): void {
    const lines: Line[] = []
    let isNew = true
    for (const other of this.#lines) {
      const isSame = other.entry.id === line.entry.id
      if (isSame) isNew = false
      if (!isReplaced(other, line)) insert(lines, isSame ? line : other)
    }
    if (isNew) insert(lines, line)
    this.#set(lines)
  }

  #keep(isKept: (line: Line) => boolean): void {
    const lines: Line[] = []
    for (const line of this.#lines) if (isKept(line)) insert(lines, line)
    this.#set(lines)
  }

  #set(lines: readonly Line[]): void {
    const entries: Entry[] = []
    for (const { entry } of lines) append(entries, entry)
    this.#lines = lines
    this.#entries = entries
  }
}

/** Inserts a line at its position. Lines without a position stay where they were added, at the end. */
function insert(lines: Line[], line: Line): void {
  let index = lines.length
  for (; index > 0 && position(lines[index - 1]!) > position(line); index -= 1)
    lines[index] = lines[index - 1]!
  lines[index] = line
}

function position({ seq }: Line): number {
  return seq ?? Infinity
}

/** Whether `other` is an answer to the same message that the service has not stored. */
function isReplaced(other: Line, { entry, answers }: Line): boolean {
  return (
    answers !== null &&
    other.answers === answers &&
    other.entry.id !== entry.id &&
    other.entry.role === 'assistant' &&
    other.seq === null
  )
}

function toLine(message: TranscriptMessage, answers: string | null, known: Line | undefined): Line {
  const { message_id: id, seq, role, text, ts: time, suggestions = [] } = message
  if (role === 'user')
    return { entry: { role, id, text, time, delivery: 'accepted' }, seq, answers: null, suggestions: [] }
  const entry: AnswerEntry = {
    role,
    id,
    text,
    time,
    isComplete: true,
    finishReason: message.finish_reason ?? 'stop',
    notices: message.notices ?? [],
    cards: message.cards ?? [],
    feedback: known?.entry.role === 'assistant' ? known.entry.feedback : null,
  }
  return { entry, seq, answers, suggestions }
}
