/** Places of a field with places of its own: where none is registered, clinicians of the field are listed, and no places of other fields. */
import type { QueryResources } from '@careatlas/search/query/query-resources'
import type { ConversationContext } from './conversation-context.ts'
import { parseNeed } from './read-need.ts'

type Need = ConversationContext['need']

export interface SpecialtyPlaces {
  /** Taxonomy codes that the words of the need describe best. */
  readonly sought: readonly string[]
  /** Words that name such a place, whatever else they describe. */
  readonly named: RegExp
  /** Taxonomy codes of the places that give this care. */
  readonly places: ReadonlySet<string>
  /** Its clinicians also give the care, or know where it is done. */
  readonly clinicians: NonNullable<Need>
}

function ofField(text: string): NonNullable<Need> {
  return { text, kind: 'provider', isNamed: false }
}

const methadoneClinic = '261QM2800X'
const addictionRehabilitation = '261QR0405X'
const sleepLaboratory = '261QS1200X'
const painClinic = '261QP3300X'
const familyPlanning = '261QF0050X'

const specialties: readonly SpecialtyPlaces[] = [
  {
    sought: [methadoneClinic, addictionRehabilitation],
    named:
      /\b(?:detox\w*|desintoxicacion)\b|\b(?:rehab\w*|inpatient|residential)\b.*\b(?:alcohol\w*|drink(?:ing|ers?)|drugs?|addict\w*|opioids?|heroin|drogas?|adict\w*)\b|\b(?:alcohol\w*|drug) rehab/,
    // With residential and detoxification units, and community mental health.
    places: new Set([
      methadoneClinic,
      addictionRehabilitation,
      '324500000X',
      '3245S0500X',
      '276400000X',
      '261QM0801X',
      '261QM0850X',
      '261QM0855X',
      '251S00000X',
    ]),
    clinicians: ofField('addiction medicine'),
  },
  {
    sought: [sleepLaboratory],
    named:
      /\bsleep (?:disorders? )?(?:labs?|laborator(?:y|ies)|cent(?:er|re)s?|clinics?|stud(?:y|ies) (?:lab|center|place|clinic)s?)\b|\b(?:laboratorio|clinica|centro|estudio) (?:del?|para el) sueno\b/,
    places: new Set([sleepLaboratory]),
    clinicians: ofField('sleep medicine'),
  },
  {
    sought: [painClinic],
    named:
      /\bpain (?:management |treatment |medicine )?(?:clinics?|cent(?:er|re)s?|places?)\b|\b(?:clinica|centro|unidad) (?:del|para el|de) dolor\b/,
    places: new Set([painClinic]),
    clinicians: ofField('pain medicine doctor'),
  },
  {
    sought: [familyPlanning],
    named:
      /\b(?:planned parenthood|(?:family planning|birth control|planificacion familiar) (?:clinics?|cent(?:er|re)s?|places?)|clinica de planificacion)\b/,
    places: new Set([familyPlanning, '261QA0005X']),
    clinicians: ofField('obstetrician gynecologist for birth control'),
  },
]

const weightMin = 0.7

/** The field of the place that the need seeks; null for other places and for clinicians. */
export function findSpecialtyPlaces(need: Need, resources: QueryResources): SpecialtyPlaces | null {
  if (need === null || need.kind !== 'location' || need.isNamed) return null
  const named = specialties.find((specialty) => specialty.named.test(need.text))
  if (named !== undefined) return named
  const [concept] = parseNeed(need.text, resources).care
  const best = concept?.codes.filter(({ weight }) => weight >= weightMin).map(({ code }) => code) ?? []
  return specialties.find(({ sought }) => sought.some((code) => best.includes(code))) ?? null
}
