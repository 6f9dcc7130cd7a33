/** Pay, jobs and schools of those who answer emergencies: "what does a 911 dispatcher make". */
import { readRedFlags } from './red-flag.ts'

const { group } = readRedFlags(import.meta.dirname, 'emergency-work.txt')
const serviceWord = group('word of an emergency service')
const eachWork = new RegExp(group('work that is sought').source, 'g')

/** The text without the work in emergency services that a person seeks: its words name no danger. */
export function withoutEmergencyWork(text: string): string {
  return serviceWord.test(text) ? text.replaceAll(eachWork, ' ').trim() : text
}
