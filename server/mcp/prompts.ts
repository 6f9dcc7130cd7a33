/** The prompts: starting points that a person chooses in a client; each becomes one message that tells a model how to use the tools. */
import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { npiPattern } from '@careatlas/contract/npi-pattern'
import { quoteValue } from '@careatlas/contract/quoted-value'
import type { Exchange } from './exchange.ts'

type Arguments = Readonly<Record<string, string>>

interface PromptArgument {
  readonly description: string
  readonly required?: true
  /** The values that contain what the person typed. */
  readonly complete?: (exchange: Exchange) => readonly string[]
}

interface PromptEntry {
  readonly title: string
  readonly description: string
  readonly arguments: Readonly<Record<string, PromptArgument>>
  /** Names what is missing, or returns the text of the message. */
  readonly write: (values: Arguments) => string
}

/** Longer values are no argument but a text. */
const argumentMax = 512

const prompts: Readonly<Record<string, PromptEntry>> = {
  'find-provider': {
    title: 'Find a clinician',
    description: 'Finds clinicians for a need, near a place, and verifies them before it recommends one.',
    arguments: {
      need: { description: 'Symptom, specialty or kind of care.', required: true },
      location: { description: 'ZIP code, or city with state.' },
      insurance: { description: 'Name of the payer or plan.', complete: carrierNames },
      language: { description: 'Language of the visit.' },
      preferences: { description: 'Other wishes, such as gender, telehealth or evening hours.' },
    },
    write: ({ need, location, insurance, language, preferences }) =>
      [
        `Find a clinician for this need: ${need}.`,
        location && `Place: ${location}. Send a ZIP code as zip; put any other place into q.`,
        !location && 'No place is given: ask for a ZIP code before you search.',
        insurance &&
          `Insurance: ${insurance}. Call list_carriers with a part of this name, and send all codes that fit as carriers. If none fits, search without carriers and say so.`,
        language && `Language: ${language}. Put it into q, and check languages of each hit.`,
        preferences && `Preferences: ${preferences}. Put them into q; they rank hits and do not filter.`,
        'Call search_providers, then get_provider for the best three. If nothing is found, call check_coverage.',
        'For each clinician give name, specialty, place, phone, distance and the page (url); state the date of each fact about insurance and new patients, and what is not known. Never call a missing carrier "out of network". Show urgent notices first.',
      ]
        .filter(Boolean)
        .join('\n'),
  },
  'verify-provider-info': {
    title: 'Verify facts about a clinician',
    description: 'Compares what someone says about a clinician with the directory, with sources and dates.',
    arguments: {
      npi: { description: 'National Provider Identifier; or send name.' },
      name: { description: 'Name of the clinician; or send npi.' },
      claim: { description: 'What to verify, such as "accepts Medicare at this address".' },
    },
    write: ({ npi, name, claim }) => {
      if (!npi && !name) throw invalidParams('verify-provider-info needs npi or name.')
      if (npi && !npiPattern.test(npi)) throw invalidParams('npi must be ten digits, beginning with 1 or 2.')
      return [
        npi
          ? `Verify the directory's facts about the clinician with NPI ${npi}: call get_provider.`
          : `Verify the directory's facts about ${name}: call search_providers with first_name and last_name, ask which one is meant if there are several, then call get_provider.`,
        claim
          ? `Claim to check: ${claim}`
          : 'Summarize specialties, places, phones, carriers and new patients.',
        'For each fact give its source and date. Say "confirmed", "contradicted" or "not known here"; a carrier or an hour that is missing is not known, never denied.',
      ].join('\n')
    },
  },
}

export function listPrompts(): readonly Prompt[] {
  return Object.entries(prompts).map(([name, { title, description, arguments: args }]) => ({
    name,
    title,
    description,
    arguments: Object.entries(args).map(([argument, { description: text, required = false }]) => ({
      name: argument,
      description: text,
      required,
    })),
  }))
}

/** Throws ProtocolError: invalid parameters. */
export function getPrompt(name: string, values: Arguments): GetPromptResult {
  const prompt = findPrompt(name)
  for (const [argument, value] of Object.entries(values)) {
    if (!Object.hasOwn(prompt.arguments, argument))
      throw invalidParams(
        `${name} has no argument ${quoteValue(argument)}; its arguments are ${Object.keys(prompt.arguments).join(', ')}.`,
      )
    if (value.length > argumentMax || /\p{Cc}/u.test(value))
      throw invalidParams(`${argument} must have at most ${argumentMax} characters on one line.`)
  }
  const trimmed = Object.fromEntries(
    Object.entries(values).map(([argument, value]) => [argument, value.trim()]),
  )
  for (const [argument, { required }] of Object.entries(prompt.arguments))
    if (required && !trimmed[argument]) throw invalidParams(`${argument} is required.`)
  const text = prompt.write(trimmed)
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
}

/** The values of an argument that contain what the person typed; the protocol allows 100. */
export function completeArgument(name: string, argument: string, typed: string, exchange: Exchange) {
  const { arguments: args } = findPrompt(name)
  if (!Object.hasOwn(args, argument)) throw invalidParams(`${name} has no argument ${quoteValue(argument)}.`)
  const text = typed.toLowerCase()
  const values = (args[argument]?.complete?.(exchange) ?? []).filter((value) =>
    value.toLowerCase().includes(text),
  )
  return {
    values: values.slice(0, completionsMax),
    total: values.length,
    hasMore: values.length > completionsMax,
  }
}

const completionsMax = 100

/** Those with the most clinicians first. */
function carrierNames({ directory }: Exchange): readonly string[] {
  const bySize = directory.snapshot.carriers.toSorted((a, b) => b.provider_count - a.provider_count)
  return [...new Set(bySize.map(({ name }) => name))]
}

function findPrompt(name: string): PromptEntry {
  if (Object.hasOwn(prompts, name)) return prompts[name]!
  throw invalidParams(
    `There is no prompt ${quoteValue(name)}; the prompts are ${Object.keys(prompts).join(', ')}.`,
  )
}

function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
