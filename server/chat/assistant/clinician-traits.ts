/** Separates wishes for the person of the clinician that no source states: "a woman or nonbinary", "prefer a Black doctor". They name no care. */
import { isAnyDoctor, isClinician } from '@careatlas/search/query/care-words'
import { foldText } from '@careatlas/vocabulary/words'

export interface SeparatedTraits {
  /** The message without the traits. */
  readonly text: string
  readonly hasTrait: boolean
}

const trait =
  '(?:(?:non[- ]?binary|enby|gender[- ]?(?:queer|fluid|nonconforming)|queer|trans(?:gender)?|gay|lesbian|no[- ]binari[oae]s?|black|african[- ]american|asian|latin[aox]|hispanic|christian|muslim|jewish|catholic|mormon|buddhist|hindu|atheist|vegan|vegetarian|vegan[oa]|vegetarian[oa]|negr[oa]|cristian[oa]|cat[oó]lic[oa])(?![-\\p{L}]|[- ]friendly| eye| mole| spot| stool| (?:health|care|medicine|healthcare|affirming)\\b))'
const gender = '(?:wom[ae]n|females?|lad(?:y|ies)|m[ae]n|males?|guys?|mujer(?:es)?|hombres?)'
const noun =
  '(?:doctors?|docs?|drs?|providers?|clinicians?|persons?|people|folks|ones?|personas?|doctora?|m[eé]dic[oa])'
const article =
  "(?:(?:an?|un|una|some(?:one|body)|alguien|una persona|persona)(?: (who|that|que)(?: is|[’']s| sea| es)?)? )?"
const or = '(?: ?[,/] ?(?:(?:or|o|u|and|y) )?| (?:or|o|u|and|y) )'

const afterGender = new RegExp(
  `(?<![\\p{L}])(${gender})${or}${article}(?:${noun} )?${trait}(?: ${noun})?(?![\\p{L}])`,
  'giu',
)
const beforeGender = new RegExp(
  `(?<![\\p{L}])${trait}(?: ${noun})?${or}${article}(?=${gender}(?![\\p{L}]))`,
  'giu',
)
const preferred = new RegExp(
  `(?<![\\p{L}])(?:(?:i|we|she|he|they)(?:[’']d| would)? )?(?:would |really )?(?:pref(?:er(?:s|ably|red|iblemente)?)?|ideally|rather(?: have| see)?|like|love|want|hoping for|prefier[oe]|quisiera|de preferencia|mejor)(?: to (?:see|have|find))? ${article}${trait}(?:${or}${article}${trait}){0,2}(?: ${noun})?(?! \\p{L})`,
  'giu',
)
/** "A therapist who is Muslim" */
const ofClause = new RegExp(
  `(?<![\\p{L}])(who|that|que)(?: is|[’']?s| sea| es) (?:also )?${trait}(?: (and|but|y)(?= ))?(?![\\p{L}])`,
  'giu',
)
const beforeClinician = new RegExp(`(?<![\\p{L}])${trait} (?=(\\p{L}+))`, 'giu')
/** The whole message, or what is left of it. */
const alone = new RegExp(
  `^\\W*(?:(?:ok|and|also|y|maybe|any) )*${article}${trait}(?:${or}${article}${trait}){0,2}(?: ${noun})?(?: (?:please|por favor|if possible|si se puede))*\\W*$`,
  'iu',
)

export function separateTraits(text: string): SeparatedTraits {
  if (!new RegExp(trait, 'iu').test(text)) return { text, hasTrait: false }
  const rest = text
    .replaceAll(afterGender, '$1')
    .replaceAll(beforeGender, '')
    .replaceAll(preferred, ' ')
    .replaceAll(ofClause, (_, relative: string, next?: string) => (next === undefined ? ' ' : ` ${relative}`))
    .replaceAll(beforeClinician, (phrase, next: string) => {
      const word = foldText(next)
      return isClinician(word) && !isAnyDoctor(word) ? '' : phrase
    })
    .replace(alone, '')
  return rest === text
    ? { text, hasTrait: false }
    : { text: rest.replaceAll(/ {2,}/g, ' ').trim(), hasTrait: true }
}
