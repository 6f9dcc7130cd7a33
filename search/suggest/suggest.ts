/** `GET /v1/suggest`: completes what a user types to clinicians, kinds of care, places of care and towns. */
import type { SuggestionEnvelope } from '@careatlas/contract/envelopes'
import type { SuggestionSearch } from '@careatlas/contract/parameters'
import type { Point } from '@careatlas/directory/distance'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { wordsOf } from '@careatlas/vocabulary/words'
import type { QueryResources } from '../query/query-resources.ts'
import { resolvePosition } from '../resolve-position.ts'
import { suggestCare } from './suggest-care.ts'
import { suggestPeople } from './suggest-people.ts'
import { suggestPlaces } from './suggest-places.ts'
import { suggestTowns } from './suggest-towns.ts'

/** What to complete, in the forms that the groups compare. */
export interface Typed {
  readonly q: string
  /** The words of `q` in lower case without accents, separated by spaces. */
  readonly text: string
  readonly position: Point | null
  /** The maximum number of suggestions per group. */
  readonly limit: number
}

interface SuggestionContext {
  readonly snapshot: Pick<Snapshot, 'manifest' | 'suggestions' | 'providerCard' | 'towns'>
  readonly resources: Pick<QueryResources, 'careNames' | 'gazetteer'>
}

/** @throws ApiError `unknown_zip` */
export function suggest(search: SuggestionSearch, context: SuggestionContext): SuggestionEnvelope {
  const { q = '', limit } = search
  const { snapshot, resources } = context
  const geo = resolvePosition(search)
  const typed = { q, text: wordsOf(q).join(' '), position: geo, limit }
  return {
    parameters: { q, ...(geo && { geo }), limit },
    meta: { data_as_of: snapshot.manifest.data_as_of },
    data: {
      people: suggestPeople(typed, snapshot),
      care: suggestCare(typed, resources.careNames, snapshot.suggestions.cliniciansByCode),
      places: suggestPlaces(typed, snapshot),
      towns: suggestTowns(typed, snapshot.towns, resources.gazetteer),
    },
  }
}
