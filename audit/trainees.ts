/** Physicians and dentists whose primary code is that of trainees. */
import type { NpiEvidence } from './evidence.ts'

/** NUCC: student in an organized health care education or training program. */
const trainee = '390200000X'

const physician = /^(?:MD|DO|MBBS|MBBCh|MBChB|MBBCH|BMBS|BM BCh|MB BCh|MB BCh BAO|MB BChir)$/i
const dentist = /^(?:DDS|DMD)$/

export function isPhysician(credential: string): boolean {
  return physician.test(credential)
}

export function isTraining(rows: NpiEvidence): boolean {
  const codes = rows.taxonomies()
  return (codes.find(({ primary }) => primary) ?? codes[0])?.code === trainee
}

/** `physician` or `dentist` by the credentials on the card; null for anybody else and for who is not in training. */
export function traineeAs(rows: NpiEvidence, credentials: readonly string[]): 'physician' | 'dentist' | null {
  if (!isTraining(rows)) return null
  if (credentials.some(isPhysician)) return 'physician'
  return credentials.some((one) => dentist.test(one)) ? 'dentist' : null
}
