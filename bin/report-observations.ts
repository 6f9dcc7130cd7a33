/** Writes confirmed reports as observations, which `careatlas ingest --observations` reads. */
import type { ConfirmedFact } from '@careatlas/state/confirmed-facts'

/** The source of these observations on cards. */
export const reportsSource = 'user_reports'

export interface ObservationExport {
  /** One JSON object per line; empty without any. */
  readonly text: string
  readonly count: number
  /** The confirmed facts that an observation cannot state. */
  readonly leftOut: readonly ConfirmedFact[]
}

/**
 * An observation can state that a clinician takes no new patients at an address. It cannot state a telephone number, nor that a
 * clinician or a place is no longer at an address.
 */
export function exportObservations(facts: readonly ConfirmedFact[]): ObservationExport {
  const lines: string[] = []
  const leftOut: ConfirmedFact[] = []
  for (const fact of facts) {
    const observation = toObservation(fact)
    if (observation === null) leftOut.push(fact)
    else lines.push(`${JSON.stringify(observation)}\n`)
  }
  return { text: lines.join(''), count: lines.length, leftOut }
}

/** Null if an observation cannot state it. An observation refers to a place by its street line and ZIP code. */
function toObservation({ report, asOf }: ConfirmedFact): object | null {
  const { record: npi, mistake, line1: line_1, postalCode: postal_code } = report
  if (mistake !== 'not_taking_patients' || !line_1 || !postal_code) return null
  return {
    npi,
    source: reportsSource,
    as_of: asOf,
    places: [{ line_1, postal_code, accepting: 'not_accepting' }],
  }
}
