/** The parts of a card that its biographies, the long and the short one, are composed from. */
import type {
  Affiliation,
  ClinicalFocus,
  Education,
  MedicareAssignment,
  ProviderCard,
  Statement,
  Telehealth,
} from '@careatlas/contract/cards'
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import type { AttributedValue } from '../../facts/source-precedence.ts'
import type { Corroboration } from '../registration-age.ts'
import type { PlacePhrase } from './place-phrase.ts'

export interface BiographyFacts {
  readonly npi: string
  readonly name: ProviderCard['name']
  readonly gender: ProviderCard['gender']
  /** Known taxonomies of individuals, the primary one first. */
  readonly taxonomies: readonly Taxonomy[]
  /** Codes of organizations under which a person is registered: a medical ride service. */
  readonly registeredAs: readonly Taxonomy[]
  /** Whether the code of a student or trainee is registered. */
  readonly traineeCode: boolean
  /** The primary place first. */
  readonly places: readonly PlacePhrase[]
  /** When all this was registered, if that is long ago. */
  readonly registeredOn: string | null
  /** The list that vouches for the places, if the registration is old and another's list has them; else null. */
  readonly vouchedBy: Corroboration | null
  /** What was said before this day is told as what was. */
  readonly recentSince: string | null
  readonly languages: readonly string[]
  readonly education: readonly Education[]
  readonly telehealth: Telehealth
  readonly assignment: MedicareAssignment
  readonly affiliations: readonly Affiliation[]
  readonly statements: readonly Statement[]
  readonly focus: ClinicalFocus
  /** The freshest list of areas that a source reports; the card's focus has room for some of them. */
  readonly reportedFocus: AttributedValue<readonly string[]> | null
}
