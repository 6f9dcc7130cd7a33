/** Reads the question whether the directory serves a place: "do you cover Warwick?" */
import type { Gazetteer } from '@careatlas/search/query/extract-location'
import { resolvePlace } from '@careatlas/search/query/resolve-place'
import { wordsOf } from '@careatlas/vocabulary/words'
import type { ReadPlace } from './read-place.ts'

export interface Coverage {
  readonly place: ReadPlace
  readonly isServed: boolean
}

const question =
  /^(?:(?:hi|hello|hey|ok|okay|and|so|but|also|wait|um|hola|y|oiga|disculpe) )*(?:(?:do|does|can|will|are|is) (?:you|u|yall|you guys|you all|it|(?:this|the|your) (?:site|service|app|directory|chat|website)) (?:also |even |all )?(?:cover|serve|service|include|(?:work|operate|help(?: people)?|search|look) in|available in|in|cover(?:ing)?|serving|have (?:anything|any(?:one|body)|doctors|clinicians|listings|information) (?:in|for|near|around))|(?:tambien )?(?:cubren?|atienden?|sirven?|incluyen?|llegan?|trabajan?|estan?|tienen (?:servicio|medicos|doctores|informacion))(?: ustedes)?(?: tambien)?(?: en| a| hasta)?) (?:the |la |el )?(.+?)(?: (?:area|too|as well|also|county|region|tambien))?$/

/** Null if the message asks something else, or names no known place. */
export function readCoverage(
  text: string,
  gazetteer: Gazetteer,
  servedStates: ReadonlySet<string>,
): Coverage | null {
  const [, name] = question.exec(wordsOf(text).join(' ')) ?? []
  const place =
    name === undefined || name.split(' ').length > nameWordsMax ? null : resolvePlace(name, gazetteer)
  if (place === null) return null
  return { place, isServed: place.state === null || servedStates.has(place.state) }
}

const nameWordsMax = 5
