/** Writes payers as the search reads them: "double A R P", "the card from the state", and no plan that is not the patient's. */
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { titleCaseName } from '@careatlas/directory/title-case'
import { findPayers } from '@careatlas/search/query/find-payers'
import { statesByName } from '@careatlas/search/query/state-names'
import { foldText } from '@careatlas/vocabulary/words'
import type { Payer } from './conversation-context.ts'
import { insurerNames } from './named-insurers.ts'

/** Each pattern with its replacement. */
const written: readonly (readonly [RegExp, string])[] = [
  [/\bdouble a[ -]?r[ -]?p\b/giu, 'AARP'],
  [/\bu h c\b/giu, 'UHC'],
  [/\bb c b s\b/giu, 'BCBS'],
  [
    /\b(?:(?:the |my |our |his |her )?(?:(?:insurance |health )?card|insurance) from the state)\b/giu,
    'Medicaid',
  ],
  [/\ben tr[aá]mite\b/giu, 'pendiente'],
  // "He has VA and Medicare"
  [
    /\bVA(?= (?:and|plus|or|y) (?:[Mm]edicare|[Mm]edicaid|[Tt]ricare))|(?<=\b(?:[Mm]edicare|[Mm]edicaid|[Tt]ricare) (?:and|plus|or|y) (?:the )?)VA\b/gu,
    'VA benefits',
  ],
]

/** "I have Aetna but that's my job's, not hers" */
const ofOtherPerson = new RegExp(
  String.raw`\b(?:(?:i|we)(?: have|['’]ve got| got)|tengo) (?:${insurerNames}|medicare|medicaid)\b[^.?!]{0,20}\b(?:that|it|this|which|eso|ese|pero)(?:['’]?s| is| es)?\b[^.?!]{0,30}\b(?:not|no es) (?:hers|his|theirs|for (?:him|her|them)|(?:my |the )?\p{L}+['’]s|suyo|de (?:el|[eé]l|ella|mi \p{L}+))(?!\p{L})`,
  'giu',
)

/** "It is Humana, the Aetna is mine": of two plans, that of the user. */
const ownOfTwo = new RegExp(
  String.raw`,? ?(?:(?:and|but|y|pero) )?(?:the|el|la) (?:${insurerNames}|medicare|medicaid) (?:one |plan )?(?:is|was|es) (?:only |just )?(?:mine|m[ií][oa])(?!\p{L})`,
  'iu',
)
const anyPayer = new RegExp(String.raw`\b(?:${insurerNames}|medicare|medicaid)\b`, 'iu')

export function writePayers(text: string): string {
  const rest = text.replace(ownOfTwo, '')
  return written.reduce(
    (known, [pattern, name]) => known.replaceAll(pattern, name),
    (anyPayer.test(rest) ? rest : text).replaceAll(ofOtherPerson, (phrase) =>
      /^tengo/iu.test(phrase) ? 'el plan no es del paciente' : 'the plan is not that of the patient',
    ),
  )
}

const states = [...statesByName.keys()].toSorted((a, b) => b.length - a.length).join('|')
const payers = `medicaid|${insurerNames}`
const plan = String.raw`(?:insurance|coverage|medical plan|health plan|plan|seguro)`
/** "BCBS of Texas", "insurance is from Ohio", "Florida Medicaid" */
const planOfState = new RegExp(
  String.raw`\b(?:((?:${payers})(?: (?:insurance|plan))?|${plan}) (?:(?:is|es) )?(?:of|from|out of|de)(?: the state of)? (${states})|(${states})(?:['’]s)? (medicaid|blue cross(?: blue shield)?|bcbs|insurance))(?!\p{L})`,
  'iu',
)

/** The plan of a state that the directory does not serve; no list of the directory is that of the plan. */
export function findPlanOfOtherState(
  text: string,
  servedStates: ReadonlySet<string>,
  carriers: readonly Carrier[],
): Payer | null {
  const [phrase, named, after, before] = planOfState.exec(text) ?? []
  const state = statesByName.get(foldText(after ?? before ?? ''))
  if (phrase === undefined || state === undefined || servedStates.has(state)) return null
  if (findPayers(carriers, phrase).some((carrier) => carrier.provider_count > 0)) return null
  const isUnnamed = new RegExp(`^${plan}$`, 'iu').test(named ?? '')
  const name = isUnnamed ? `${/^seguro$/iu.test(named!) ? 'un plan de' : 'a plan from'} ${after}` : phrase
  return {
    name: titleCaseName(name.toUpperCase())
      .replaceAll(/\b(?:A|Un|Of|From|De|Is|Out|Insurance|Plan|Seguro|Coverage)\b/g, (word) =>
        word.toLowerCase(),
      )
      .replace(/\bBcbs\b/, 'BCBS'),
    codes: [],
  }
}
