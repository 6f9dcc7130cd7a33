/** `/providers/{npi}`: the card of a clinician for people. */
import type { CarrierListing, PracticeLocation, ProviderCard } from '@careatlas/contract/cards'
import { type Html, html } from '../../web/html.ts'
import { jsonLd } from '../../web/data-block.ts'
import { type Language, localizedPath } from '../../web/navigation.ts'
import { addressLines, addressBlock } from './contact.ts'
import { attribution } from './date-words.ts'
import {
  affiliationLines,
  datedFact,
  educationLines,
  fact,
  identifierLines,
  languageWords,
  mainSpecialty,
  mainSpecialtyName,
  optionalFact,
  otherNameLines,
  registrationWords,
  sourceList,
  sourceText,
  specialtyLines,
} from './facts.ts'
import { specialtyTitle } from '../../web/specialty-name.ts'
import { messages } from './messages.ts'
import { placeBlock, placeHeading } from './place-block.ts'
import { planAnswers, planForm } from './plan-form.ts'
import type { RecordContext } from './record-context.ts'
import { recordFrame, type RecordPage } from './record-frame.ts'
import { describeProviderForMachines } from './structured-data.ts'

/** Places beyond this number, and payers, are folded. */
const shownMax = { places: 4, carriers: 12 }

export function providerPage(card: ProviderCard, context: RecordContext): RecordPage {
  const { language, url, path } = context
  const [mainPlace, ...otherPlaces] = card.practice_locations.toSorted(
    (a, b) => Number(b.primary) - Number(a.primary),
  )
  const title = card.name.display
  const specialty = mainSpecialty(card.specialties)
  const town = mainPlace === undefined ? null : addressLines(mainPlace.address).at(-1)
  const specialtyText = specialty && specialtyTitle(specialty.name, language).text
  const aboutText = [specialtyText, town].filter(Boolean).join(', ')
  const main = html`${recordFrame(
    {
      kind: `${messages[language].clinician} · NPI ${card.npi}`,
      title,
      about: html`${mainSpecialtyName(card.specialties, language)}${town && html` · ${town}`}`,
      aboutText,
      canCompare: true,
      reach: reachSection(card, mainPlace, context),
      rest: html`${planSection(card, context)} ${about(card, language)}
      ${placesSection(card, otherPlaces, context)} ${details(card, language)}
      ${sourceList(card.sources, language)}`,
    },
    context,
  )}
  ${jsonLd(describeProviderForMachines(card, url + localizedPath(path, language)))}`
  return {
    title,
    description: `${[title, aboutText].filter((text) => text !== '').join(', ')}. ${messages[language].callWhy}`,
    main,
  }
}

function reachSection(
  { sources }: ProviderCard,
  place: PracticeLocation | undefined,
  { language, now }: RecordContext,
): Html {
  const { call, callWhy, noPlaces } = messages[language]
  if (place === undefined)
    return html`<h2 id="reach">${call}</h2>
      <p class="unknown">${noPlaces}</p>`
  return html`<h2 id="reach">${call}</h2>
    <p class="muted">${callWhy}</p>
    ${placeHeading(place, { language })} ${placeBlock(place, { language, now, sources, isMain: true })}`
}

function planSection(card: ProviderCard, context: RecordContext): Html {
  const { language, path, invalid, carriers, plan } = context
  const { planQuestion } = messages[language]
  return html`<section id="plan" aria-labelledby="plan-title">
    <h2 id="plan-title">${planQuestion}</h2>
    ${planForm({
      language,
      carriers,
      plan,
      isInvalid: invalid.includes('plan'),
      action: `${localizedPath(path, language)}#plan`,
    })}
    ${planAnswers(card, context)} ${listings(card.carriers, language)}
  </section>`
}

function listings(carriers: readonly CarrierListing[], language: Language): Html {
  const { listedBy, noListings, moreCarriers } = messages[language]
  if (carriers.length === 0) return html`<p class="unknown">${noListings}</p>`
  const items = carriers.map((listing) => html`<li>${listing.name} ${attribution(listing, language)}</li> `)
  const [shown, folded] = [items.slice(0, shownMax.carriers), items.slice(shownMax.carriers)]
  return html`<h3>${listedBy}</h3>
    <ul class="plain">
      ${shown}
    </ul>
    ${fold(moreCarriers(folded.length), folded)}`
}

/** Null without items. */
function fold(summary: string, items: readonly Html[]): Html | null {
  if (items.length === 0) return null
  return html`<details>
    <summary>${summary}</summary>
    <ul class="plain">
      ${items}
    </ul>
  </details>`
}

function about({ biography, statements, clinical_focus: focus }: ProviderCard, language: Language): Html {
  const { about: title, aboutNote, statements: statementsTitle } = messages[language]
  const quotes = statements.map(
    (statement) =>
      html`<blockquote>
        ${sourceText(statement.text, language)} ${attribution(statement, language)}
      </blockquote>`,
  )
  return html`<section aria-labelledby="about">
    <h2 id="about">${title}</h2>
    <p>${sourceText(biography, language)}</p>
    <p class="small muted">${aboutNote}</p>
    ${
      focus.areas.length === 0
        ? null
        : html`<ul class="tags">
            ${focus.areas.map((area) => html`<li>${sourceText(area, language)}</li> `)}
          </ul>`
    }
    ${quotes.length === 0 ? null : html`<h3>${statementsTitle}</h3>`} ${quotes}
  </section>`
}

function placesSection(
  { sources }: ProviderCard,
  places: readonly PracticeLocation[],
  { language, now }: RecordContext,
): Html | null {
  if (places.length === 0) return null
  const { otherPlaces, morePlaces } = messages[language]
  const items = places.map(
    (place) =>
      html`<li>
        ${placeHeading(place, { language })} ${placeBlock(place, { language, now, sources, isMain: false })}
      </li> `,
  )
  return html`<section aria-labelledby="places">
    <h2 id="places">${otherPlaces}</h2>
    <ul class="plain places">
      ${items.slice(0, shownMax.places)}
    </ul>
    ${fold(morePlaces(items.length - shownMax.places), items.slice(shownMax.places))}
  </section>`
}

function details(card: ProviderCard, language: Language): Html {
  const words = messages[language]
  const { mailing_address: mail } = card
  return html`<section aria-labelledby="details">
    <h2 id="details">${words.details}</h2>
    <p class="small muted">${words.notKnownMeaning}</p>
    <dl class="facts">
      ${fact(words.specialties, specialtyLines(card.specialties, language), language)}
      ${fact(words.languages, languageWords(card.languages, language), language)}
      ${datedFact(words.telehealth, card.telehealth, words.telehealthValues, language)}
      ${datedFact(words.medicare, card.medicare_assignment, words.medicareValues, language)}
      ${fact(words.gender, card.gender && words.genders[card.gender], language)}
      ${fact(words.education, educationLines(card.education_training, language), language)}
      ${fact(words.affiliations, affiliationLines(card.affiliations, language), language)}
      ${optionalFact(words.otherNames, otherNameLines(card.other_names, language), language)}
      ${optionalFact(words.mailingAddress, mail && addressBlock(mail, language), language)}
      ${optionalFact(words.identifiers, identifierLines(card.identifiers, language), language)}
      ${fact(words.registration, registrationWords(card, language), language)}
    </dl>
  </section>`
}
