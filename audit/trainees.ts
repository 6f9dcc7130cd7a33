/** Physicians and dentists whose primary code is that of trainees, or whose licenses are. */
import type { NpiEvidence } from './evidence.ts'
import { isResidentByNumbers } from './supervision.ts'

/** NUCC: student in an organized health care education or training program. */
const trainee = '390200000X'

const physician = /^(?:MD|DO|MBBS|MBBCh|MBChB|MBBCH|BMBS|BM BCh|MB BCh|MB BCh BAO|MB BChir)$/i
const dentist = /^(?:DDS|DMD)$/

export function isPhysician(credential: string): boolean {
  return physician.test(credential)
}

/** By the primary code; by licenses; or by the code beside others for which nothing was ever shown. */
export function isTraining(rows: NpiEvidence): boolean {
  const code = primaryCode(rows)
  return code === trainee || isResidentByNumbers(code ?? '', rows) || isTraineeWithoutLicense(rows)
}

function primaryCode(rows: NpiEvidence): string | undefined {
  const codes = rows.taxonomies()
  return (codes.find(({ primary }) => primary) ?? codes[0])?.code
}

function isTraineeWithoutLicense(rows: NpiEvidence): boolean {
  const cells = rows.taxonomies()
  return (
    cells.some(({ code }) => code === trainee) &&
    cells.every(({ license }) => license === null || !/[1-9]/.test(license)) &&
    !/[A-Z]/i.test(rows.current?.get('provider credential text') ?? '')
  )
}

/** `physician` or `dentist` by the credentials on the card; null for anybody else and for who is not in training. */
export function traineeAs(rows: NpiEvidence, credentials: readonly string[]): 'physician' | 'dentist' | null {
  const code = primaryCode(rows)
  const isResident = isResidentByNumbers(code ?? '', rows)
  if (code !== trainee && !isResident) return null
  if (credentials.some(isPhysician) || (isResident && credentials.length === 0)) return 'physician'
  return credentials.some((one) => dentist.test(one)) ? 'dentist' : null
}
