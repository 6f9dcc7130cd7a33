/** The facts from which the long and the short biography are composed. */
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
  /** The kinds of organizations as which a person is registered, such as a medical ride service. */
  readonly organizationKinds: readonly Taxonomy[]
  /** Whether a code of individuals is registered, even one without a field. */
  readonly hasIndividualCode: boolean
  /** Whether the code of a student or trainee is registered. */
  readonly hasTraineeCode: boolean
  /** The primary place first. */
  readonly places: readonly PlacePhrase[]
  /** The day of the registration if it is old; else null. */
  readonly registeredOn: string | null
  /** The list that confirms the places of an old registration; else null. */
  readonly corroboration: Corroboration | null
  /** Texts report older statements in the past tense; null if no registry file is dated. */
  readonly recentSince: string | null
  readonly languages: readonly string[]
  readonly education: readonly Education[]
  readonly telehealth: Telehealth
  readonly assignment: MedicareAssignment
  readonly affiliations: readonly Affiliation[]
  readonly statements: readonly Statement[]
  readonly focus: ClinicalFocus
  /** The newest list of areas that a source reports. `focus` has only some of them. */
  readonly reportedFocus: AttributedValue<readonly string[]> | null
}
