/** For tests: faults of location cards that a defect of the ingest could cause. */
import type { LocationCard } from '@careatlas/contract/cards'
import {
  replaceInTexts,
  ifChanged,
  type PlantedFault,
  changeOrganizationPlace,
  replaceInCard,
  toTitleCase,
  unitPattern,
  unknownValue,
  createSharedFaults,
  unfitTexts,
} from './planted-fault.fixture.ts'
import { findMeaning } from './tables.ts'

export const locationFaults: readonly PlantedFault<LocationCard>[] = [
  ...createSharedFaults<LocationCard>(),
  ...unfitTexts.map((text) => ({
    name: `the name ${text}`,
    plant: (card: LocationCard) => ({ ...card, name: text }),
  })),
  {
    name: 'a home or a mailbox as a practice address',
    plant: (card) =>
      card.provider_count !== 1 || card.organization_npi !== null || card.address.line_1 === null
        ? null
        : ifChanged(card, {
            ...card,
            summary: card.summary.replace(
              /^(.+) is registered(?= in )/,
              `${card.address.line_1} is a practice address of $1`,
            ),
          }),
  },
  {
    name: 'another legal name',
    plant: (card) =>
      card.legal_name === null ? null : { ...card, legal_name: `${card.legal_name} Holdings` },
  },
  {
    name: 'a parent',
    plant: (card) => changeOrganizationPlace(card, { parent_organization: 'Mayo Clinic' }),
  },
  {
    name: 'the name of the authorized official',
    plant: (card) =>
      card.authorized_official_title === null
        ? null
        : { ...card, authorized_official_title: `JANE ROE, ${card.authorized_official_title}` },
  },
  {
    name: 'another name',
    plant: (card) =>
      changeOrganizationPlace(card, {
        other_names: [...card.other_names, { kind: 'trade', name: 'Mayo Clinic' }],
      }),
  },
  {
    name: 'another kind of another name',
    plant: (card) => {
      const [first, ...others] = card.other_names
      if (first === undefined) return null
      const kind = first.kind === 'legal' ? ('trade' as const) : ('legal' as const)
      return { ...card, other_names: [{ ...first, kind }, ...others] }
    },
  },
  {
    name: 'a registration of another organization',
    plant: (card) =>
      card.organization_npi === null
        ? null
        : { ...card, organization_npis: [...card.organization_npis, '1234567893'] },
  },
  { name: 'another suite', plant: (card) => replaceInCard(card, unitPattern, '$1 9$2') },
  {
    name: 'another city',
    plant: ({ address, ...card }) =>
      address.city === null ? null : { ...card, address: { ...address, city: 'SPRINGFIELD' } },
  },
  {
    name: 'another organization name',
    plant: (card) =>
      card.organization_npi === null || card.name === null
        ? null
        : replaceInCard(card, card.name, 'Mayo Clinic'),
  },
  {
    name: 'another kind of organization',
    plant: (card) =>
      card.organization_npi === null
        ? null
        : ifChanged(card, {
            ...card,
            summary: card.summary.replace(
              /\b(is an?|, an?) [a-z][\w -]+?(?= \(| at |,| in )/,
              '$1 veterinary hospital',
            ),
          }),
  },
  {
    name: 'a clinician added to the roster',
    plant: (card) => {
      const stranger = {
        npi: '1234567893',
        name: 'Zebulon Quartz',
        specialty: null,
        accepting_new_patients: unknownValue,
      }
      return { ...card, providers: [...card.providers, stranger], provider_count: card.provider_count + 1 }
    },
  },
  { name: 'a wrong count', plant: (card) => ({ ...card, provider_count: card.provider_count + 1 }) },
  {
    name: 'a wrong count only in the prose',
    plant: (card) =>
      ifChanged(card, {
        ...card,
        summary: card.summary.replace(
          /\b(?:two|three|four|five|six|seven|eight)(?= clinicians)/i,
          'nineteen',
        ),
      }),
  },
  {
    name: 'one clinician too many of a kind',
    plant: (card) =>
      ifChanged(card, {
        ...card,
        summary: card.summary.replace(
          /\b(?:two|three|four|five|six)(?= (?!clinicians|others|of\b|other\b)[a-z-]+ ?[a-z-]*s\b)/,
          'fifteen',
        ),
      }),
  },
  {
    name: 'the specialty of a clinician on the roster',
    plant: (card) => {
      const [first, ...others] = card.providers
      return first === undefined
        ? null
        : { ...card, providers: [{ ...first, specialty: 'Neurological Surgery Physician' }, ...others] }
    },
  },
  {
    name: 'the name of a clinician on the roster',
    plant: (card) => {
      const [first, ...others] = card.providers
      return first === undefined
        ? null
        : { ...card, providers: [{ ...first, name: `${first.name}q` }, ...others] }
    },
  },
  {
    name: 'emergency services',
    plant: (card) => ({
      ...card,
      emergency_services: { value: 'yes', source: 'cms_facilities', as_of: '2031-01-01' },
    }),
  },
  {
    name: 'emergency services only in the prose',
    plant: (card) =>
      card.emergency_services.value === 'yes'
        ? null
        : { ...card, summary: `${card.summary} It has emergency services.` },
  },
  {
    name: 'a practice at a home or a mailbox in a sentence',
    plant: (card) => replaceRegistered(card, 'practices'),
  },
  {
    name: 'work at a home or a mailbox in a sentence',
    plant: (card) => replaceRegistered(card, 'works'),
  },
  {
    name: 'the street of a home or a mailbox in the summary',
    plant: (card) => {
      const line = card.address.line_1
      return line === null || !/^\d+ [A-Z]/.test(line)
        ? null
        : replaceRegistered(card, `is registered at ${toTitleCase(line)}`)
    },
  },
  {
    name: 'the street of a home or a mailbox as the name',
    plant: (card) => {
      const line = card.address.line_1
      return line === null || !/^\d+ [A-Z]/.test(line) || replaceRegistered(card, '') === null
        ? null
        : { ...card, name: toTitleCase(line) }
    },
  },
  { name: 'no summary', plant: (card) => ({ ...card, summary: '' }) },
  {
    name: 'another primary field of care',
    plant: (card) => ({ ...card, clinical_focus: { ...card.clinical_focus, primary: 'Brain surgery' } }),
  },
  {
    name: 'a field of the roster as the primary field of an organization',
    plant: (card) => {
      const { primary, areas } = card.clinical_focus
      const registered = card.specialties.map(({ code }) => findMeaning(code)?.field)
      const field = areas.find((area) => !registered.includes(area.toLowerCase()))
      return card.organization_npi === null || primary === null || field === undefined
        ? null
        : { ...card, clinical_focus: { primary: field, areas } }
    },
  },
  {
    name: 'a field of care added',
    plant: (card) => {
      const { primary, areas } = card.clinical_focus
      return { ...card, clinical_focus: { primary, areas: [...areas, 'Brain surgery'] } }
    },
  },
  { name: 'a language added', plant: (card) => ({ ...card, languages: [...card.languages, 'yo'] }) },
  {
    name: 'a digit of the telephone',
    plant: (card) => replaceInCard(card, /"phone":"(\+\d{10})\d"/, '"phone":"$1x"'),
  },
  { name: 'a point moved', plant: (card) => (card.lat === null ? null : { ...card, lat: card.lat + 0.01 }) },
  {
    name: 'a sentence of praise',
    plant: (card) => ({ ...card, summary: `${card.summary} The best care in town.` }),
  },
  {
    name: 'hours',
    plant: (card) => ({
      ...card,
      office_hours: [...card.office_hours, { day: 'sun', open: '03:00', close: '04:00' }],
    }),
  },
  {
    name: 'another organization',
    plant: (card) => (card.organization_npi === null ? null : { ...card, organization_npi: '1234567893' }),
  },
]

/** The card of a home or a mailbox with another verb than "is registered" in its summary; null for other cards. */
function replaceRegistered(card: LocationCard, verb: string): LocationCard | null {
  return card.organization_npi === null
    ? replaceInTexts(card, /(?<= )is registered(?= in )/g, () => verb)
    : null
}
