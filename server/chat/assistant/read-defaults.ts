/** Reads what the page says about its user: the place and the payer that hold unless the user names others. */
import type { ProfileSync } from '@careatlas/contract/chat-frames'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import type { Gazetteer } from '@careatlas/search/query/extract-location'
import { wordsOf } from '@careatlas/vocabulary/words'
import type { Turn } from './assistant.ts'
import type { AnswerLanguage, Payer } from './conversation-context.ts'
import { findNamedPayer } from './read-payer.ts'
import type { ReadPlace } from './read-place.ts'

export interface Defaults {
  readonly place: ReadPlace | null
  readonly payer: Payer | null
  readonly language: AnswerLanguage | null
}

/** The shared location comes before the address; the primary insurance before others. */
export function readDefaults(
  { location, profile }: Pick<Turn, 'location' | 'profile'>,
  gazetteer: Gazetteer,
  carriers: readonly Carrier[],
): Defaults {
  const shared = location && {
    ...location,
    label: '',
    state: gazetteer.stateAt(location),
    radiusMiles: null,
  }
  return {
    place: shared ?? findAddress(profile, gazetteer),
    payer: findInsurance(profile, carriers),
    language: findLanguage(profile),
  }
}

function findAddress(profile: ProfileSync | null, gazetteer: Gazetteer): ReadPlace | null {
  const { zip_code: zip, city, state } = profile?.user_address ?? {}
  const byZip = zip === undefined ? null : gazetteer.zip(zip.slice(0, 5))
  if (byZip !== null || city === undefined) return byZip
  const name = wordsOf(city).join(' ')
  const code = state?.toUpperCase() ?? null
  return gazetteer.city(name, code) ?? gazetteer.usPlace(name, code)
}

function findInsurance(profile: ProfileSync | null, carriers: readonly Carrier[]): Payer | null {
  const plans = profile?.user_insurance ?? []
  const { carrier_code: code, carrier_name: name } =
    plans.find(({ priority }) => priority === 'primary') ?? plans[0] ?? {}
  const known = carriers.find((carrier) => carrier.code === code)
  if (known !== undefined) return { name: known.name, codes: known.provider_count > 0 ? [known.code] : [] }
  return name === undefined ? null : findNamedPayer(name, carriers)
}

function findLanguage(profile: ProfileSync | null): AnswerLanguage | null {
  const [, tag = ''] = /^(en|es)\b/i.exec(profile?.user_profile?.preferred_language ?? '') ?? []
  return tag === '' ? null : (tag.toLowerCase() as AnswerLanguage)
}
