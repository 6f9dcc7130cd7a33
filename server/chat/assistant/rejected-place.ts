/** Finds the place that a message rejects: "not Westerly", "instead of Westerly", "not there". */
import type { Gazetteer } from '@careatlas/search/query/extract-location'
import { isClinician, isFacility } from '@careatlas/search/query/care-words'
import { resolvePlace } from '@careatlas/search/query/resolve-place'
import { wordsOf } from '@careatlas/vocabulary/words'

export interface RejectedPlace {
  /** The message without the rejected place. */
  readonly text: string
  /** Whether the message rejects a place, also one without a name: "not there". */
  readonly rejects: boolean
  /** The labels of the places of the conversation that the message rejects by name. */
  readonly labels: readonly string[]
}

/** "Not far from Westerly" is near it. */
const rejection =
  /(?<![\p{L}\p{N}])(?:not|instead of|rather than|en vez de|en lugar de|ya no|no) (?:(?:in|near|at|around|by|en|por|cerca de)(?: el| la)? )?(\p{L}+(?: \p{L}+){0,2})/giu

const elsewhere =
  /^(?:(?:no|ok|okay|oh|sorry|actually|but|please|pero|perdon) )*(?:not (?:there|(?:that|this) (?:town|city|area|place|zip))|(?:somewhere|some place|anywhere) else|(?:in )?(?:another|a different) (?:town|city|area)|wrong (?:town|city|area|place)|(?:ahi|alli|alla) no|no (?:ahi|alli|alla)|(?:en )?otr[oa] (?:ciudad|pueblo|zona|lado|lugar))(?: please| por favor| sorry| perdon)*$/

/**
 * @param known the labels of the places of the conversation. Only these places are rejected by "no": "no Providence" may also correct
 * another one.
 */
export function removeRejectedPlace(
  text: string,
  known: readonly string[],
  gazetteer: Gazetteer,
): RejectedPlace {
  const labels: string[] = []
  const rest = text.replaceAll(rejection, (phrase, words: string, at: number) => {
    const name = findTown(words, gazetteer)
    if (name === null || isFacilityAfter(text.slice(at + phrase.length))) return phrase
    const label = known.find((each) => townOf(each) === wordsOf(name).join(' '))
    if (/^no /iu.test(phrase) && label === undefined) return phrase
    if (label !== undefined) labels.push(label)
    return `,${words.slice(name.length)}`
  })
  const withoutKnown = known.reduce((left, label) => {
    const next = left.replace(rejectionOf(label), ',')
    if (next !== left) labels.push(label)
    return next
  }, rest)
  const rejects = labels.length > 0 || elsewhere.test(wordsOf(text).join(' '))
  return { text: withoutKnown === text ? text : withoutKnown.replace(/^[\s,.]+/, ''), rejects, labels }
}

/** "Westerly is too far, take it out", "drop Westerly", "take Westerly off the list" */
function rejectionOf(label: string): RegExp {
  const town = (label.split(',')[0] ?? '').replaceAll(/[^\p{L}\p{N} ]/gu, '.')
  const out =
    '(?:,? ?(?:so )?(?:please )?(?:take|leave|drop|remove|cut|skip|forget) (?:it|that|that one)(?: out| off)?)?'
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${town}(?: ri| ma| ct)?(?:['’]s| is| was| would be| queda)? (?:(?:way|just|a bit|a little|really|kind of|muy|demasiado) )*(?:too far|lejos|out)(?: away| for (?:me|us|him|her))?${out}|(?:take|leave|drop|remove|cut|skip|forget|lose|exclude|quite|quita)(?: out| off)? ${town}(?: out| off)?(?: (?:of|from) (?:it|the (?:list|search)))?)(?![\\p{L}\\p{N}])`,
    'iu',
  )
}

function townOf(label: string): string {
  return wordsOf(label.split(',')[0] ?? '').join(' ')
}

/** The longest town at the beginning of the words. */
function findTown(words: string, gazetteer: Gazetteer): string | null {
  const parts = words.split(' ')
  for (let count = parts.length; count > 0; count--) {
    const name = parts.slice(0, count).join(' ')
    const next = wordsOf(parts[count] ?? '')[0] ?? ''
    if (!isFacility(next) && !isClinician(next) && resolvePlace(name, gazetteer) !== null) return name
  }
  return null
}

/** "Not Warwick Hospital" rejects a hospital. */
function isFacilityAfter(rest: string): boolean {
  const [next = ''] = wordsOf(rest.split(/[,.;!?]/)[0] ?? '')
  return isFacility(next)
}
