/** Every phrase that the fields of a clinician's card support. */
import type { AcceptingNewPatients, Education, ProviderCard, Telehealth } from '@careatlas/contract/cards'
import { type Taxonomy, taxonomyOf } from '@careatlas/directory/taxonomy'
import { titleCaseName } from '@careatlas/directory/title-case'
import { assignmentClause } from '../biography/observed-clauses.ts'
import { isTitledDoctor } from '../credential.ts'
import { educationInWords, institutionInWords } from '../education.ts'
import { attributionPhrase, sourceInWords } from '../phrasing/attribution.ts'
import { zipConflictClauses } from '../phrasing/zip-conflict.ts'
import {
  careInWords,
  traineeTaxonomyFor,
  hasLicenseNumber,
  alternativeTaxonomies,
} from '../credential-check.ts'
import { traineeCode } from '../license-numbers.ts'
import { credentialsOf, formatName } from '../person-display.ts'
import { organizationTaxonomies, personalTaxonomies } from '../specialties.ts'
import { mayBeSupervised } from '../supervised-practice.ts'
import {
  hoursPhrases,
  languagePhrases,
  namesOfTaxonomy,
  placeNames,
  regionPhrases,
  sourceNames,
  spellings,
  type SupportedPhrases,
} from './card-phrases.ts'

/** The specialties include only those that the credentials support. */
export function clinicianPhrases(card: ProviderCard): SupportedPhrases {
  const taxonomies = supportedTaxonomies(card)
  const places = card.practice_locations
  const areas = focusAreas(card)
  return {
    names: [
      ...namesOfPerson(card.name),
      ...places.flatMap(placeNames),
      ...zipConflictClauses(places),
      ...card.affiliations.map(({ name }) => name),
      ...card.carriers.map(({ name }) => name),
      ...card.education_training.flatMap(educationPhrases),
      ...card.statements.flatMap(({ text, source }) => [`“${text}”`, `(${sourceInWords(source)}`]),
      ...areas.filter((area) => !phraseOfWords.test(area)).flatMap(spellings),
      ...places.flatMap(hoursPhrases),
      ...telehealthPhrases(card.telehealth),
      ...(['present', 'past'] as const)
        .flatMap((tense) => assignmentClause(card.medicare_assignment, tense))
        .map(({ text }) => text),
      ...taxonomies.flatMap((taxonomy) => [taxonomy.care, careInWords(taxonomy) ?? []].flat()),
    ],
    specialties: [
      ...taxonomies.flatMap(namesOfTaxonomy),
      ...organizationTaxonomies(card.specialties.map(({ code }) => code)).flatMap(namesOfTaxonomy),
      ...areas.filter((area) => phraseOfWords.test(area)),
      ...card.affiliations.flatMap(({ kind }) => affiliationPhrases[kind]),
    ],
    others: [
      ...credentialsOf(card.name),
      ...languagePhrases(card.languages),
      ...places.flatMap(({ address }) => regionPhrases(address)),
      ...places.flatMap(({ accepting_new_patients }) => acceptance[accepting_new_patients.value]),
      ...card.education_training.flatMap(({ kind, year }) => [
        ...trainingWords[kind],
        ...(year === null ? [] : [`${year}`]),
      ]),
      ...(card.affiliations.length > 0 ? ['affiliated', 'affiliation'] : []),
      ...(card.statements.length > 0 ? ['statement', 'reads'] : []),
      ...(card.carriers.length > 0 ? ['listed by', 'listed with'] : []),
      ...(card.gender === null ? [] : pronouns[card.gender]),
      ...registrationPhrases(card),
      ...(taxonomies.length === 0 ? ['The registry states no individual specialty'] : []),
      ...(places.some(({ phone }) => phone !== null) ? ['telephone number'] : []),
      ...sourceNames(card.sources),
    ],
  }
}

/** Phrases about codes that do not name the profession. */
function registrationPhrases({ specialties }: ProviderCard): readonly string[] {
  const codes = specialties.map(({ code }) => code)
  return [
    ...(organizationTaxonomies(codes).length > 0 ? ['registration also lists'] : []),
    ...(codes.includes(traineeCode) ? ['registered as a student or trainee'] : []),
  ]
}

/** The areas of focus and of training, in the words of a source. */
function focusAreas({
  clinical_focus: { primary, areas },
  education_training,
}: ProviderCard): readonly string[] {
  const trainingFields = education_training.flatMap(({ field }) => field ?? [])
  return [...(primary === null ? [] : [primary]), ...areas, ...trainingFields]
}

/** Areas of this form are compared by words, like specialties. Others, such as `Children (2-5)`, are compared as a whole. */
const phraseOfWords = /^[\p{L}\p{N}](?:.*[\p{L}\p{N}])?$/u

/**
 * The taxonomies that credentials and licenses support. The credential cell may have a license number or a remark (`MFT INTERN`,
 * `RN (INACTIVE)`) that is not on the card. Therefore every code also supports
 * - "registered as", and the levels of a profession that may be practiced under supervision;
 * - without a license number, a student, and a physician or dentist in training;
 * - without a license number but with the trainee code, the profession itself.
 */
function supportedTaxonomies({ specialties, name }: ProviderCard): readonly Taxonomy[] {
  const numbers = specialties.flatMap(({ licenses }) => licenses.flatMap(({ number }) => number ?? []))
  const mayBeTrainee = numbers.length === 0 && specialties.some(({ code }) => code === traineeCode)
  const isLicensed = hasLicenseNumber(specialties)
  const individual = specialties
    .map(({ code }) => taxonomyOf(code))
    .filter((taxonomy) => taxonomy !== null)
    .filter(({ kind }) => kind === 'individual')
  const registered = individual.flatMap((taxonomy) => [
    ...(mayBeTrainee || mayBeSupervised(taxonomy.code) ? [taxonomy] : []),
    ...alternativeTaxonomies(taxonomy),
    ...(isLicensed ? [] : [taxonomyOf(traineeCode), traineeTaxonomyFor(taxonomy.code)]),
  ])
  const found = [...personalTaxonomies(specialties, credentialsOf(name)), ...registered]
  return found.filter((taxonomy) => taxonomy !== null)
}

function namesOfPerson(name: ProviderCard['name']): readonly string[] {
  const [short, full] = [formatName(name, false), formatName(name, true)]
  const last = name.last === null ? short : titleCaseName(name.last)
  const all = [name.display, full, short, last]
  return isTitledDoctor(credentialsOf(name)) ? [...all, ...all.map((spelling) => `Dr. ${spelling}`)] : all
}

function telehealthPhrases(telehealth: Telehealth): readonly string[] {
  const phrase = `telehealth visits${attributionPhrase(telehealth)}`
  if (telehealth.value === 'not_offered') return [`does not offer ${phrase}`]
  return telehealth.value === 'offered' ? [phrase] : []
}

function educationPhrases(entry: Education): readonly string[] {
  const { institution } = entry
  const school = institution === null ? [] : [institution, institutionInWords(institution)]
  return [educationInWords(entry) ?? [], school].flat()
}

const acceptance: Readonly<Record<AcceptingNewPatients['value'], readonly string[]>> = {
  accepting: [
    'accepts new patients',
    'is accepting new patients',
    'takes new patients',
    'welcomes new patients',
  ],
  not_accepting: ['does not accept new patients', 'is not accepting new patients'],
  existing_only: ['sees existing patients only'],
  unknown: [],
}

const pronouns = {
  F: ['she', 'her', 'hers', 'herself'],
  M: ['he', 'him', 'his', 'himself'],
  X: [],
} as const

const affiliationPhrases = { group_practice: ['group practice'], hospital: ['hospital affiliation'] } as const

const trainingWords: Readonly<Record<Education['kind'], readonly string[]>> = {
  medical_school: ['graduated', 'graduate', 'medical school', 'studied'],
  degree: ['earned', 'degree', 'studied'],
  residency: ['completed', 'residency', 'trained'],
  fellowship: ['completed', 'fellowship', 'trained'],
  certification: ['holds', 'certification', 'certified'],
  other: ['trained', 'training'],
}
