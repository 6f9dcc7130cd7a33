/** For tests: creates a `Facility_Affiliation.csv` in the CMS layout since 2021 (Provider Data Catalog 27ea-46a8). */

export interface AffiliationRow {
  readonly npi: string
  readonly certification: string
  readonly last?: string
  readonly first?: string
  /** Default: `Hospital`. */
  readonly type?: string
  /** For a unit, the number of its hospital. */
  readonly hospital?: string
}

const header = [
  'NPI',
  'Ind_PAC_ID',
  'Provider Last Name',
  'Provider First Name',
  'Provider Middle Name',
  'suff',
  'facility_type',
  'Facility Affiliations Certification Number',
  'Facility Type Certification Number',
]

export function affiliationsFile(rows: readonly AffiliationRow[]): string {
  const lines = rows.map(
    ({ npi, certification, last = '', first = '', type = 'Hospital', hospital = '' }, index) => [
      npi,
      String(1_000_000_000 + index),
      last,
      first,
      '',
      '',
      type,
      certification,
      hospital,
    ],
  )
  return [header, ...lines].map((cells) => `${cells.map((cell) => `"${cell}"`).join(',')}\n`).join('')
}
