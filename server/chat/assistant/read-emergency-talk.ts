/** Reads what a message says about the emergency of the conversation. */
import type { Contacts } from '@careatlas/search/notices'
import type { Turn } from './assistant.ts'
import type { ConversationContext } from './conversation-context.ts'
import { messagePieces } from './message-pieces.ts'
import {
  type EmergencyTopic,
  type EndTopic,
  isAnotherMatter,
  isNotEnd,
  mentionsOtherPerson,
  readEmergencyTopics,
} from './read-emergency-topic.ts'
import { detectUrgency } from './read-urgency.ts'
import type { Reading } from './reading.ts'

/** What the message says about the emergency of the conversation. */
export interface EmergencyTalk {
  /** Null if the message is about none that is known. */
  readonly topic: Exclude<EmergencyTopic, EndTopic> | null
  /** Whether the emergency has ended, or never was. */
  readonly isOver: boolean
  /** Whether the patient has been cared for, so that what the message seeks is the care that follows. */
  readonly isAfterwards: boolean
  /** Whether the patient is not the user. */
  readonly isOtherPerson: boolean
}

/** An earlier message with an urgent sign decides whether the patient is the user. */
export function readEmergencyTalk(
  { text, history }: Turn,
  { live }: ConversationContext,
  requests: Reading['requests'],
  contacts: Contacts,
): EmergencyTalk {
  const found = readEmergencyTopics(text)
  const topics = isAnotherMatter(text, found) ? [] : found
  const earlier = history.filter(({ role }) => role === 'user').map((message) => message.text)
  const urgent = earlier.filter((message) => detectUrgency(messagePieces(message), contacts).length > 0)
  const isOtherPerson = mentionsOtherPerson(urgent.length === 0 ? earlier : urgent)
  // In a crisis of the user, "my wife is at work" is not about the patient.
  const isTopic = (named: EmergencyTopic) => named !== 'elsewhere' || isOtherPerson
  const isAfterwards = topics.includes('afterwards')
  const topic = isAfterwards ? null : (topics.filter(isNotEnd).find(isTopic) ?? null)
  const isInCare = topic === 'calling' || topic === 'underway'
  const isBetter =
    requests.has('recovered') &&
    !isInCare &&
    topic !== 'passed' &&
    better.test(text) &&
    !asksWhether.test(text)
  return {
    topic,
    isAfterwards,
    isOver:
      isAfterwards ||
      topics.includes('over') ||
      (isBetter && !report.test(text)) ||
      (live === 'suspected' && topics.includes('denied')),
    isOtherPerson,
  }
}

/** "I'm fine" alone is a doubt, because an emergency may have no pain. */
const better =
  /\b(?:now|again|better|stopped|passed|gone|away|woke|awake|conscious|breathing|calmed|over|joking|kidding|ya|mejor|broma)\b/iu

/** "He is fine now, do I still have to call?" */
const asksWhether = /\b(?:do|should|must) (?:i|we)\b|\b(?:tengo que|debo|hace falta)\b/iu

/** What the patient says may be a doubt, too. */
const report = /\b(?:says?|said|thinks?|claims?|swears|dice|cree)\b/iu
