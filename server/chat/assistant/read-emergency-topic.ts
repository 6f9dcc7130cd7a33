/** Reads what a message says about an emergency that the conversation has not ended: doubts, cost, another way of care. */
import { join } from 'node:path'
import { indexRedFlags, readRedFlags } from '@careatlas/search/query/triage/red-flag'
import { wordsOf } from '@careatlas/vocabulary/words'
import { spellOutIs } from './detect-requests.ts'

/** The sections of `words/emergency-topics.txt` that are no groups, the first of several that are present. */
export const emergencyTopics = [
  'afterwards',
  'over',
  'underway',
  'calling',
  'number',
  'shelter',
  'police',
  'first aid',
  'cost',
  'other care',
  'driving',
  'doubt',
  'elsewhere',
  'passed',
  'denied',
] as const

export type EmergencyTopic = (typeof emergencyTopics)[number]

export type EndTopic = 'afterwards' | 'over' | 'denied'

/** The topics that do not end the emergency. */
export function isNotEnd(topic: EmergencyTopic): topic is Exclude<EmergencyTopic, EndTopic> {
  return topic !== 'afterwards' && topic !== 'over' && topic !== 'denied'
}

const { flags, group } = readRedFlags(join(import.meta.dirname, 'words'), 'emergency-topics.txt')
const findTopics = indexRedFlags(flags)
const anotherMatter = group('another matter')
const laterAppointment = group('later appointment')
const otherPerson = new RegExp(
  String.raw`\b(?:he|she|him|her|hes|shes|his|they|them|(?:my|our|mi|nuestr[oa]) (?:${group('relative').source}|(?:\d+|\w+) ?(?:days?|weeks?|wks?|months?|mos?|years?|yrs?|yo)(?: old)?))\b`,
)

/** All topics of the message, in the order of `emergencyTopics`. */
export function readEmergencyTopics(text: string): readonly EmergencyTopic[] {
  const spellings = [text, spellOutIs(text)].map((spelling) => wordsOf(spelling).join(' '))
  const found = new Set(spellings.flatMap((words) => findTopics(words).map(({ name }) => name)))
  return emergencyTopics.filter((topic) => found.has(topic))
}

/** Whether the message is about something else than the emergency: "I'm just stressed, a cardiologist for next week" is not. */
export function isAnotherMatter(text: string, topics: readonly EmergencyTopic[]): boolean {
  const words = wordsOf(text).join(' ')
  return anotherMatter.test(words) || (laterAppointment.test(words) && !topics.includes('doubt'))
}

/** Whether the texts are about a patient other than the user. */
export function mentionsOtherPerson(texts: readonly string[]): boolean {
  return texts.some((text) => otherPerson.test(wordsOf(text).join(' ')))
}
