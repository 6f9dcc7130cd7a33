/** For tests: a report of a mistake. */
import type { NewReport } from './reports.ts'

export const exampleReport: NewReport = {
  record: '2000000002',
  locationUuid: '5b0c2a3e-8c1f-5a57-9f6e-0d0a7a2f4c11',
  mistake: 'moved',
  shown: '110 LOCKWOOD ST',
  shownSource: null,
  shownAsOf: null,
  line1: '110 LOCKWOOD ST',
  postalCode: '02903',
  generation: '2026-11-09.1',
  correctPhone: null,
  isFromOffice: false,
  address: '192.0.2.1',
}
