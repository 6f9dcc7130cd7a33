/** For tests: faults of clinicians' cards that a defect of the ingest could cause. */
import type { ProviderCard } from '@careatlas/contract/cards'
import {
  replaceInTexts,
  ifChanged,
  registeredOnlyWording,
  type PlantedFault,
  getPronoun,
  replaceInCard,
  toTitleCase,
  unitPattern,
  addSentence,
  createSharedFaults,
  unfitTexts,
} from './planted-fault.fixture.ts'

export const providerFaults: readonly PlantedFault<ProviderCard>[] = [
  ...createSharedFaults<ProviderCard>(),
  { name: 'another suite', plant: (card) => replaceInCard(card, unitPattern, '$1 9$2') },
  {
    name: 'a suite that no row has, such as that of a neighbor',
    plant: (card) => {
      const [place] = card.practice_locations
      const street = /\d+ [\w ]+? (?:Street|Avenue|Road|Drive)(?=[ .,)])/.exec(card.biography)?.[0]
      if (place === undefined || street === undefined) return null
      const biography = card.biography.replace(street, `${street}, Suite 777`)
      const address = { ...place.address, line_2: 'STE 777' }
      return {
        ...card,
        biography,
        practice_locations: [{ ...place, address }, ...card.practice_locations.slice(1)],
      }
    },
  },
  {
    name: 'another suite only in the prose',
    plant: (card) =>
      ifChanged(card, { ...card, biography: card.biography.replace(/Suite (\d)/, 'Suite 8$1') }),
  },
  {
    name: 'another house number only in the prose',
    plant: (card) =>
      ifChanged(card, { ...card, biography: card.biography.replace(/(?<= (?:at|is) )(\d)/, '7$1') }),
  },
  {
    name: 'another house number',
    plant: (card) => {
      const number = /^\d+/.exec(card.practice_locations[0]?.address.line_1 ?? '')?.[0]
      return number === undefined
        ? null
        : replaceInCard(card, new RegExp(`(?<![\\d.-])${number}(?= [A-Z])`), `4${number}`)
    },
  },
  {
    name: 'another street word',
    plant: (card) =>
      replaceInCard(replaceInCard(card, / (?:ST|STREET)(?=["| ])/, ' AVE') ?? card, / Street/, ' Avenue'),
  },
  {
    name: 'another city',
    plant: (card) => {
      const city = card.practice_locations[0]?.address.city
      return city
        ? replaceInCard(replaceInCard(card, city, 'SPRINGFIELD')!, toTitleCase(city), 'Springfield')
        : null
    },
  },
  {
    name: 'another ZIP code',
    plant: (card) => replaceInCard(card, /"postal_code":"(\d{4})\d"/, '"postal_code":"$1X"'),
  },
  {
    name: 'a digit of the telephone',
    plant: (card) => replaceInCard(card, /"phone":"(\+\d{10})\d"/, '"phone":"$1x"'),
  },
  {
    name: 'a credential added',
    plant: (card) => {
      const { credential, display } = card.name
      const name = {
        ...card.name,
        credential: credential === null ? 'FACP' : `${credential}, FACP`,
        display: `${display}, FACP`,
      }
      return { ...card, name }
    },
  },
  {
    name: 'a credential without its level',
    plant: (card) =>
      card.name.credential === null
        ? null
        : { ...card, name: { ...card.name, credential: card.name.credential.slice(0, -1) } },
  },
  {
    name: 'a specialty added',
    plant: (card) => ({
      ...card,
      specialties: [
        ...card.specialties,
        { code: '207T00000X', name: 'Neurological Surgery Physician', primary: false, licenses: [] },
      ],
    }),
  },
  {
    name: 'a specialty added only in the prose',
    plant: (card) => ({ ...card, biography: card.biography.replace(/\.(?: |$)/, ' and a neurosurgeon. ') }),
  },
  {
    name: 'a school',
    plant: (card) =>
      replaceInCard(card, card.education_training[0]?.institution ?? 'no school', 'Harvard Medical School'),
  },
  {
    name: 'a school that no row has',
    plant: (card) => ({
      ...addSentence(card, 'Dr. X graduated from Harvard Medical School in 1999.'),
      education_training: [
        ...card.education_training,
        { kind: 'medical_school', institution: 'Harvard Medical School', field: null, year: 1999 },
      ],
    }),
  },
  {
    name: 'another year of graduation',
    plant: (card) => {
      const year = card.education_training[0]?.year
      return year == null
        ? null
        : replaceInCard(card, new RegExp(`(?<!-)\\b${year}\\b(?!-)`), String(year - 1))
    },
  },
  {
    name: 'a number of an address as a year',
    plant: (card) => {
      const number = /^\d+(?= )/.exec(card.practice_locations[0]?.address.line_1 ?? '')?.[0]
      return number === undefined ? null : replaceInTexts(card, /(?<=\bin )\d{4}\b/g, () => number)
    },
  },
  {
    name: 'another month in the prose',
    plant: (card) =>
      ifChanged(card, {
        ...card,
        biography: card.biography.replaceAll(/\b(?:January|March|June|September) (?=20)/g, 'August '),
      }),
  },
  {
    name: 'English in the prose that no row states',
    plant: (card) =>
      card.languages.includes('en') ? null : addSentence(card, `${getPronoun(card)} speaks English.`),
  },
  {
    name: 'English in the prose that the card does not have',
    plant: (card) =>
      /english/i.test(card.biography)
        ? { ...card, languages: card.languages.filter((tag) => tag !== 'en') }
        : null,
  },
  {
    name: 'besides English, without another language',
    plant: (card) =>
      card.languages.join() === 'en'
        ? addSentence(card, `Besides English ${getPronoun(card).toLowerCase()} speaks English.`)
        : null,
  },
  { name: 'a language added', plant: (card) => ({ ...card, languages: [...card.languages, 'yo'] }) },
  {
    name: 'a language only in the prose',
    plant: (card) => addSentence(card, `${getPronoun(card)} speaks Yoruba.`),
  },
  {
    name: 'a payer added',
    plant: (card) => ({
      ...card,
      carriers: [
        ...card.carriers,
        { code: '60054', name: '60054', status: 'listed', source: 'plan_network', as_of: '2025-10-31' },
      ],
    }),
  },
  {
    name: 'another date of a payer',
    plant: (card) => {
      const [carrier, ...others] = card.carriers
      return carrier === undefined
        ? null
        : { ...card, carriers: [{ ...carrier, as_of: '2031-01-01' }, ...others] }
    },
  },
  {
    name: 'a hospital affiliation',
    plant: (card) => ({
      ...card,
      affiliations: [
        ...card.affiliations,
        {
          kind: 'hospital',
          name: 'Massachusetts General Hospital',
          source: 'cms_doctors_clinicians',
          as_of: null,
        },
      ],
    }),
  },
  {
    name: 'a hospital affiliation only in the prose',
    plant: (card) =>
      addSentence(card, `${getPronoun(card)} is affiliated with Massachusetts General Hospital.`),
  },
  { name: 'other hours', plant: (card) => replaceInCard(card, /"close":"17:00"/, '"close":"21:00"') },
  {
    name: 'other hours only in the prose',
    plant: (card) =>
      ifChanged(card, { ...card, biography: card.biography.replace(/(from \d+(?::\d\d)? to )\d+/, '$111') }),
  },
  {
    name: 'telehealth',
    plant: (card) =>
      card.telehealth.value === 'offered'
        ? null
        : { ...card, telehealth: { value: 'offered', source: 'demo_survey', as_of: '2025-09-24' } },
  },
  {
    name: 'telehealth only in the prose',
    plant: (card) =>
      card.telehealth.value === 'offered'
        ? null
        : addSentence(card, `${getPronoun(card)} offers telehealth visits.`),
  },
  {
    name: 'new patients accepted',
    plant: (card) => {
      const [place, ...others] = card.practice_locations
      if (place === undefined || place.accepting_new_patients.value === 'accepting') return null
      const accepting = { value: 'accepting' as const, source: 'demo_survey', as_of: '2025-09-24' }
      return { ...card, practice_locations: [{ ...place, accepting_new_patients: accepting }, ...others] }
    },
  },
  {
    name: 'new patients accepted only in the prose',
    plant: (card) =>
      card.practice_locations.some((place) => place.accepting_new_patients.value === 'accepting')
        ? null
        : addSentence(card, `${getPronoun(card)} accepts new patients there.`),
  },
  {
    name: 'Medicare assignment',
    plant: (card) =>
      card.medicare_assignment.value === 'accepts'
        ? null
        : {
            ...card,
            medicare_assignment: { value: 'accepts', source: 'cms_doctors_clinicians', as_of: null },
          },
  },
  {
    name: 'another license number',
    plant: (card) => replaceInCard(card, /"number":"([^"]*)\w"/, '"number":"$1~"'),
  },
  {
    name: 'a license for supervised practice as a full one',
    plant: (card) => replaceInCard(card, / who works under supervision/, ''),
  },
  {
    name: 'a full license as one for supervised practice',
    plant: (card) =>
      /who works under supervision/.test(card.biography)
        ? null
        : ifChanged(card, {
            ...card,
            biography: card.biography.replace(
              /(?:counselor|social worker)(?=\)|[ ,.])/,
              '$& who works under supervision',
            ),
          }),
  },
  {
    name: 'a student as a clinician',
    plant: (card) =>
      ifChanged(card, {
        ...card,
        biography: card.biography.replace('a health care student or trainee', 'a physician assistant'),
      }),
  },
  {
    name: 'a trainee as a physician',
    plant: (card) => ifChanged(card, { ...card, biography: card.biography.replaceAll(' in training', '') }),
  },
  {
    name: 'an inactive member of a profession as a full one',
    plant: (card) =>
      ifChanged(card, {
        ...card,
        biography: card.biography
          .replace(/(?<=(?:is|and) a )clinician registered as an? /, '')
          .replace(/is registered as (?=an? (?:registered nurse|nurse practitioner))/, 'is '),
      }),
  },
  {
    name: 'a driver who practices',
    plant: (card) =>
      card.biography.includes('patient transport driver')
        ? ifChanged(card, {
            ...card,
            biography: card.biography
              .replace(/is registered (?=as|at|in)/, 'practices ')
              .replace('registered address', 'practice address'),
          })
        : null,
  },
  {
    name: 'a letter of the last name',
    plant: (card) =>
      card.name.last === null ? null : { ...card, name: { ...card.name, last: `${card.name.last}X` } },
  },
  {
    name: 'a letter of the name only in the prose',
    plant: (card) => {
      const last = card.name.display.split(',')[0]!.split(' ').at(-1)!
      return ifChanged(card, { ...card, biography: card.biography.replace(last, `${last}q`) })
    },
  },
  {
    name: 'another sex',
    plant: (card) => (card.gender === null ? null : { ...card, gender: card.gender === 'F' ? 'M' : 'F' }),
  },
  {
    name: 'another pronoun',
    plant: (card) =>
      ifChanged(card, {
        ...card,
        biography: card.biography.replace(
          /\b(She|she|He|he)\b/,
          (word) => ({ She: 'He', she: 'he', He: 'She', he: 'she' })[word]!,
        ),
      }),
  },
  {
    name: 'a point moved',
    plant: (card) => {
      const [place, ...others] = card.practice_locations
      return place?.lat == null
        ? null
        : { ...card, practice_locations: [{ ...place, lat: place.lat + 0.01 }, ...others] }
    },
  },
  {
    name: 'a sentence of praise',
    plant: (card) => addSentence(card, 'A highly skilled and compassionate provider.'),
  },
  {
    name: 'an unsupported sentence',
    plant: (card) => addSentence(card, `${getPronoun(card)} is board certified.`),
  },
  ...unfitTexts.map((text) => ({
    name: `the text ${text}`,
    plant: (card: ProviderCard) => addSentence(card, text),
  })),
  {
    name: 'a practice at a private mailbox',
    plant: (card) => {
      const [place, ...others] = card.practice_locations
      if (place === undefined || !/practice/.test(card.biography)) return null
      const address = { ...place.address, line_2: 'PMB 204' }
      return { ...card, practice_locations: [{ ...place, address }, ...others] }
    },
  },
  {
    name: 'a place of another NPI',
    plant: (card) => {
      const [place] = card.practice_locations
      if (place === undefined) return null
      const address = { ...place.address, line_1: '1 NOWHERE PLZ', line_2: null }
      return {
        ...card,
        practice_locations: [...card.practice_locations, { ...place, primary: false, address }],
      }
    },
  },
  {
    name: 'an area of focus',
    plant: (card) => ({
      ...card,
      clinical_focus: { ...card.clinical_focus, areas: [...card.clinical_focus.areas, 'Brain surgery'] },
    }),
  },
  {
    name: 'a statement',
    plant: (card) => ({
      ...card,
      statements: [
        ...card.statements,
        { text: 'We never close.', source: 'demo_survey', as_of: '2025-09-24' },
      ],
    }),
  },
  {
    name: 'another name',
    plant: (card) => ({
      ...card,
      other_names: [...card.other_names, { kind: 'former', first: 'ZEBULON', middle: null, last: 'QUARTZ' }],
    }),
  },
  {
    name: 'the day of a source',
    plant: (card) => ({ ...card, sources: [...card.sources, { id: 'nppes', as_of: '2031-01-01' }] }),
  },
  {
    name: 'a practice at a home or a mailbox, or of a trainee',
    plant: (card) => {
      const line = card.practice_locations[0]?.address.line_1
      return line == null || /practi/.test(card.biography) || !registeredOnlyWording.test(card.biography)
        ? null
        : addSentence(card, `${getPronoun(card)} practices at ${line}.`)
    },
  },
  {
    name: 'the street of a home or a mailbox',
    plant: (card) => {
      const [place, another] = card.practice_locations
      const { line_1: line = null, city = null } = place?.address ?? {}
      const isCalledByTown = city !== null && place?.name?.toUpperCase().startsWith(`${city}, `)
      if (!isCalledByTown || another !== undefined || line === null || !/^\d+ /.test(line)) return null
      return addSentence(card, `The registered address is ${line} in ${city}.`)
    },
  },
  {
    name: 'the type of another name',
    plant: (card) => {
      const [first, ...others] = card.other_names
      if (first === undefined) return null
      const kind = first.kind === 'former' ? ('professional' as const) : ('former' as const)
      return { ...card, other_names: [{ ...first, kind }, ...others] }
    },
  },
  createRosterFault(),
  {
    name: 'a source that was not read',
    plant: (card) => ({
      ...card,
      sources: [...card.sources, { id: 'cms_clinicians', as_of: card.updated_on }],
    }),
  },
  {
    name: 'a source without a row',
    plant: (card) =>
      card.sources.some(({ id }) => id === 'cms_doctors_clinicians')
        ? null
        : { ...card, sources: [...card.sources, { id: 'cms_doctors_clinicians', as_of: '2025-10-01' }] },
  },
  {
    name: 'another status',
    plant: (card) => ({ ...card, status: 'deactivated' }) as unknown as ProviderCard,
  },
  {
    name: 'another status of a listing',
    plant: (card) => replaceInCard(card, '"status":"listed"', '"status":"not_listed"'),
  },
  {
    name: 'another source of a listing',
    plant: (card) =>
      replaceInCard(card, '"status":"listed","source":"plan_network"', '"status":"listed","source":"nppes"'),
  },
  { name: 'no biography', plant: (card) => ({ ...card, biography: '' }) },
  { name: 'no short biography', plant: (card) => ({ ...card, short_biography: ' ' }) },
  {
    name: 'the primary specialty left out',
    plant: (card) => {
      const specialties = card.specialties.filter(({ primary }) => !primary)
      return specialties.length === card.specialties.length ? null : { ...card, specialties }
    },
  },
  {
    name: 'the names in another order',
    plant: (card) => {
      const [, first, rest, last] =
        /^([A-Z][a-z]+)( [A-Z]\.)? ([A-Z][a-z]+)(?=,|$)/.exec(card.name.display) ?? []
      return first === undefined || first === last
        ? null
        : { ...card, name: { ...card.name, display: `${last}${rest ?? ''} ${first}` } }
    },
  },
  {
    name: 'a place that is not active',
    plant: (card) => replaceInCard(card, '"active":true', '"active":false'),
  },
  {
    name: 'another primary place',
    plant: (card) => replaceInCard(card, /"primary":true(?=,"active")/, '"primary":false'),
  },
  {
    name: 'a field without a check',
    plant: (card) => ({ ...card, awards: ['Best of Town'] }) as ProviderCard,
  },
]

/** Gives a clinician the place of the previous card. */
function createRosterFault(): PlantedFault<ProviderCard> {
  let before: string | undefined
  return {
    name: 'a place of an organization that does not list the clinician',
    plant: (card) => {
      const [place, ...others] = card.practice_locations
      if (place === undefined || !/Clinic|Hospital|Center|Associates|Dentistry/.test(place.name ?? ''))
        return null
      const other = before ?? place.location_uuid
      before = place.location_uuid
      return other === place.location_uuid
        ? null
        : { ...card, practice_locations: [{ ...place, location_uuid: other }, ...others] }
    },
  }
}
