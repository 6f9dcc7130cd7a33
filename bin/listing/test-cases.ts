/** Test cases for the reviewers of a listing: requests that call a tool, and requests that must not. */
import type { McpToolName } from '@careatlas/contract/mcp-tools'
import type { Sample } from './sample.ts'

interface Call {
  readonly tool: McpToolName
  readonly arguments: Readonly<Record<string, unknown>>
}

export interface TestCase {
  readonly description: string
  readonly prompt: string
  /** The calls in order; empty: no tool fits the request. */
  readonly calls: readonly Call[]
  readonly expected: string
}

/** Together these call every tool. */
export function positiveCases({ npi, specialty, zip, locationUuid, carrier }: Sample): readonly TestCase[] {
  const payer = carrier ?? 'Medicare'
  return [
    {
      description: 'Find clinicians for a need near a ZIP code.',
      prompt: `Find a ${specialty} near ${zip}.`,
      calls: [{ tool: 'search_providers', arguments: { q: specialty, zip } }],
      expected:
        'Lists clinicians with specialty, phone, distance and a link to the record, and gives the date of the data.',
    },
    {
      description: 'Look up one clinician by NPI and report what is known and unknown.',
      prompt: `What does the directory say about the clinician with NPI ${npi}, and how old is it?`,
      calls: [{ tool: 'get_provider', arguments: { npi } }],
      expected:
        'Reports specialties, practice locations and listed payers with their dates, and says what is unknown instead of guessing.',
    },
    {
      description: 'Find places of care near a ZIP code, then one of them with its clinicians.',
      prompt: `Which clinics are near ${zip}? Then tell me who works at location ${locationUuid}.`,
      calls: [
        { tool: 'search_locations', arguments: { q: 'clinic', zip } },
        { tool: 'get_location', arguments: { location_uuid: locationUuid } },
      ],
      expected:
        'Lists places of care with addresses, then the clinicians of the named place with their specialties.',
    },
    {
      description: 'Check whether an area is in the data before an empty result is interpreted.',
      prompt: `Does this directory have data for ZIP code ${zip}?`,
      calls: [{ tool: 'check_coverage', arguments: { zip } }],
      expected: 'Says that the ZIP code is served, with the counts of the state and the date of the data.',
    },
    {
      description: 'Find the code of a payer.',
      prompt: `Which payer codes does this directory have for ${payer}?`,
      calls: [{ tool: 'list_carriers', arguments: { query: payer.slice(0, 64) } }],
      expected: 'Lists the matching payers with codes and numbers of clinicians, or says that there is none.',
    },
  ]
}

/** Requests near the subject of the directory that no tool answers. */
export const negativeCases: readonly TestCase[] = [
  {
    description: 'Appointments are out of scope.',
    prompt: 'Book me an appointment with my dentist for Tuesday at 3 pm.',
    calls: [],
    expected: 'No tool is called: the directory cannot make appointments.',
  },
  {
    description: 'Medical advice is out of scope.',
    prompt: 'How much ibuprofen can I give my 4-year-old?',
    calls: [],
    expected: 'No tool is called: the directory gives no medical advice.',
  },
  {
    description:
      'Benefits and prices of a health plan are out of scope, although payers are in the directory.',
    prompt: 'What is my copay for an MRI with my health plan?',
    calls: [],
    expected: 'No tool is called: the directory lists payer networks, not benefits or prices.',
  },
]
