/** `/locations/{location_uuid}`: the card of a place of care for people. */
import type { LocationCard } from '@careatlas/contract/cards'
import { jsonLd } from '../../web/data-block.ts'
import { type Html, html } from '../../web/html.ts'
import { type Language, localizedPath } from '../../web/navigation.ts'
import { addressBlock, addressLines } from './contact.ts'
import {
  datedFact,
  fact,
  identifierLines,
  languageWords,
  optionalFact,
  otherNameLines,
  registrationWords,
  sourceList,
  sourceText,
  specialtyLines,
} from './facts.ts'
import { messages } from './messages.ts'
import { placeBlock, placeLabel } from './place-block.ts'
import type { RecordContext } from './record-context.ts'
import { recordFrame, type RecordPage } from './record-frame.ts'
import { rosterSection } from './roster.ts'
import { describeLocationForMachines } from './structured-data.ts'

export function locationPage(card: LocationCard, context: RecordContext): RecordPage {
  const { language, url, path, now } = context
  const { placeOfCare, call, callWhy } = messages[language]
  const title = placeLabel(card, language)
  const town = addressLines(card.address).at(-1) ?? ''
  const main = html`${recordFrame(
    {
      kind: placeOfCare,
      title,
      about: html`${town}`,
      aboutText: town,
      canCompare: false,
      reach: html`<h2 id="reach">${call}</h2>
        <p class="muted">${callWhy}</p>
        ${placeBlock(card, { language, now, sources: card.sources, isMain: true })}`,
      rest: html`${about(card, language)} ${rosterSection(card, context)} ${details(card, language)}
      ${sourceList(card.sources, language)}`,
    },
    context,
  )}
  ${jsonLd(describeLocationForMachines(card, url + localizedPath(path, language)))}`
  return {
    title,
    description: `${[title, town].filter((text) => text !== '').join(', ')}. ${messages[language].callWhy}`,
    main,
  }
}

function about({ summary }: LocationCard, language: Language): Html {
  const { about: title, aboutNote, planAtPlace } = messages[language]
  return html`<section aria-labelledby="about">
    <h2 id="about">${title}</h2>
    <p>${sourceText(summary, language)}</p>
    <p class="small muted">${aboutNote} ${planAtPlace}</p>
  </section>`
}

function details(card: LocationCard, language: Language): Html {
  const words = messages[language]
  const { mailing_address: mail } = card
  return html`<section aria-labelledby="details">
    <h2 id="details">${words.details}</h2>
    <p class="small muted">${words.notKnownMeaning}</p>
    <dl class="facts">
      ${datedFact(words.emergency, card.emergency_services, words.yesNo, language)}
      ${fact(words.languages, languageWords(card.languages, language), language)}
      ${fact(words.specialties, specialtyLines(card.specialties, language), language)}
      ${fact(words.legalName, card.legal_name, language)}
      ${optionalFact(words.otherNames, otherNameLines(card.other_names, language), language)}
      ${optionalFact(words.parentOrganization, card.parent_organization, language)}
      ${optionalFact(words.mailingAddress, mail && addressBlock(mail, language), language)}
      ${optionalFact(words.identifiers, identifierLines(card.identifiers, language), language)}
      ${fact(words.npis, card.organization_npis.join(', '), language)}
      ${fact(words.registration, registrationWords(card, language), language)}
    </dl>
  </section>`
}
