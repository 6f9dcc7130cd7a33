/** Reads the payer of a message: as the search does, and also the bare answers of a conversation, such as "narrows". */
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { titleCaseName } from '@careatlas/directory/title-case'
import { wordsOf } from '@careatlas/vocabulary/words'
import type { ParsedQuery } from '@careatlas/search/query/parse-query'
import { findPayers } from '../../operations/find-payers.ts'
import type { Payer } from './conversation-context.ts'

/** A name like "blue cross" belongs to many carriers. */
const codesMax = 5
/** A text that fits more payers names none of them. */
const payersMax = 12
const nameLengthMax = 60

interface PayerOptions {
  readonly carriers: readonly Carrier[]
  /** Whether the message answers the question for the payer, so that an unknown name is a payer too. */
  readonly isAnswer: boolean
  /** Whether the message asks about a plan. */
  readonly isAboutPlan: boolean
  /** The message without the words of its requests, folded. */
  readonly words: string
}

/** Null if the message names no payer. */
export function readPayer(parsed: readonly ParsedQuery[], options: PayerOptions): Payer | null {
  const { carriers, isAnswer, isAboutPlan, words } = options
  for (const { unapplied } of parsed) {
    const { carrierHints, carriersWithoutListings, unknownPayer } = unapplied
    if (carrierHints.length > 0) return toPayer(carrierHints, carriers)
    if (carriersWithoutListings.length > 0) return toPayer(carriersWithoutListings, carriers)
    if (unknownPayer !== null) return { name: displayName(unknownPayer), codes: [] }
  }
  if (!isAnswer && !isAboutPlan) return null
  const inText = findPayerInText(words, carriers)
  if (inText !== null) return inText
  const name = words.replaceAll(nameFillers, ' ').replaceAll(/ +/g, ' ').trim()
  const found = name.length < 2 ? [] : findPayers(carriers, name)
  if (found.length > 0 && found.length <= payersMax)
    return toPayer(
      found.map(({ code }) => code),
      carriers,
    )
  return isAnswer && name !== '' ? { name: displayName(name), codes: [] } : null
}

const windowMax = 5

/** A payer whose name or alias begins with two or more neighboring words: "is she on the narrows mutual list". */
function findPayerInText(words: string, carriers: readonly Carrier[]): Payer | null {
  const tokens = words.split(' ').filter((word) => word !== '')
  for (let count = Math.min(windowMax, tokens.length); count > 1; count--)
    for (let from = 0; from + count <= tokens.length; from++) {
      const name = tokens.slice(from, from + count).join(' ')
      const found = findPayers(carriers, name).filter((carrier) =>
        [carrier.name, ...carrier.aliases].some((label) =>
          ` ${wordsOf(label).join(' ')} `.startsWith(` ${name} `),
        ),
      )
      if (found.length > 0 && found.length <= payersMax)
        return toPayer(
          found.map(({ code }) => code),
          carriers,
        )
    }
  return null
}

/** Words around the name of a payer in an answer. */
const nameFillers =
  /\b(?:i|we|my|our|it|its|is|are|have|has|got|with|the|a|an|insurance|plan|through|from|by|and|what|about|does|do|dr|doctor|in|for|or|tengo|tenemos|es|mi|con|el|la|seguro|por|de|y|que|ok|okay|yes|yeah|sorry|mean|meant|actually)\b/g

function displayName(name: string): string {
  return titleCaseName(name.slice(0, nameLengthMax).toUpperCase())
}

/** The carriers with listings, or none of them. */
function toPayer(codes: readonly string[], carriers: readonly Carrier[]): Payer {
  const known = codes.flatMap((code) => carriers.find((carrier) => carrier.code === code) ?? [])
  const listing = known.filter((carrier) => carrier.provider_count > 0)
  return {
    name: (listing[0] ?? known[0])?.name ?? codes.join(', '),
    codes: listing.slice(0, codesMax).map(({ code }) => code),
  }
}
