/** The notices of a search: urgent ones, which come first on the page, and others with the reasons why results may be missing. */
import type { Notice } from '@careatlas/contract/envelopes'
import { filterResultsMax, textResultsMax } from '@careatlas/contract/paging-limits'
import type { Contacts } from '@careatlas/search/notices'
import { describeUnsupportedWishes, findUnsupportedWishes } from '@careatlas/search/unsupported-wishes'
import { allPhrasebooks } from '@careatlas/vocabulary/phrasebook'
import { type Html, html } from '../../web/html.ts'
import { type Answer, carrierNames, type Envelope, type View } from './answer.ts'
import { chosenCarriers } from './demo-request.ts'

const isUrgent = ({ severity }: Notice): boolean => severity === 'urgent'

export function urgentNotices(view: View, { envelope }: Answer, contacts: Contacts): readonly Html[] {
  const urgent = envelope.meta.notices.filter(isUrgent)
  return urgent.map((notice, index) => urgentNote(view, notice, { envelope, contacts, isFirst: index === 0 }))
}

export function notices(view: View, answer: Answer, contacts: Contacts): Html | null {
  const { envelope } = answer
  const { messages, request, plan } = view
  const { notices: all, coverage } = envelope.meta
  const texts = [
    unknownPlaceNote(view, answer),
    ...all
      .filter((notice) => !isUrgent(notice))
      .map((notice) => noticeText(view, notice, { envelope, contacts })),
    coverage === 'partial' ? html`<p>${messages.partialCoverage}</p>` : null,
    request.kind === 'places' && (chosenCarriers(request).length > 0 || plan !== null)
      ? html`<p>${messages.carriersIgnored}</p>`
      : null,
  ].filter((text) => text !== null)
  return texts.length === 0 ? null : html`<div class="note calm">${texts}</div>`
}

/** Says that the place is not known, and what was searched; null if it is known. */
export function unknownPlaceSentence({ messages }: View, { unknownPlace }: Answer): string | null {
  if (unknownPlace === null) return null
  const { text, state } = unknownPlace
  return state === null ? messages.placeIgnored(text) : messages.stateInstead(text, state)
}

function unknownPlaceNote(view: View, answer: Answer): Html | null {
  const sentence = unknownPlaceSentence(view, answer)
  if (sentence === null) return null
  return html`<p><strong>${sentence}</strong> <a href="#place">${view.messages.changePlace}</a></p>`
}

interface NoticeContext {
  readonly envelope: Envelope
  readonly contacts: Contacts
}

/** An urgent notice is announced at once, and has a link that calls. The first one is the main action of the page. */
function urgentNote(
  view: View,
  notice: Notice,
  context: NoticeContext & { readonly isFirst: boolean },
): Html {
  const { contact } = notice
  const call = contact === null ? null : callLink(view, contact, context)
  return html`<div class="note wrong" role="alert">${noticeText(view, notice, context)} ${call}</div> `
}

function callLink(
  { messages }: View,
  { tel, label }: NonNullable<Notice['contact']>,
  { contacts, isFirst }: { readonly contacts: Contacts; readonly isFirst: boolean },
): Html {
  const role = contactRoles.find((name) => contacts[name].tel === tel)
  const purpose = role === undefined ? null : html`<small>${messages.callPurposes[role]}</small>`
  return html`<p>
    <a class="button call-for-help ${isFirst ? 'danger' : 'quiet'}" href="tel:${tel}"
      ><span>${messages.call(tel, messages.contactLabels[label] ?? label)}</span> ${purpose}</a
    >
  </p>`
}

const contactRoles = ['emergency', 'crisis', 'poison', 'violence'] as const

type Translate = NonNullable<View['messages']['notices']>[keyof NonNullable<View['messages']['notices']>]

/** In Spanish if a translation of its kind exists. */
function noticeText(
  { messages, carriers, formats }: View,
  { kind, text, contact }: Notice,
  { envelope, contacts }: NoticeContext,
): Html {
  const { parameters, meta } = envelope
  const translations: Readonly<Partial<Record<string, Translate>>> = messages.notices ?? {}
  const translate = translations[kind]
  if (translate === undefined) return html`<p lang="en">${text}</p>`
  const wishes = findUnsupportedWishes(parameters.q ?? '')
  const { q_language: questionLanguage } = parameters
  const translated = translate({
    questionLanguage: questionLanguage === undefined ? '' : formats.language(questionLanguage),
    hasPhrasebook: questionLanguage !== undefined && allPhrasebooks().has(questionLanguage),
    wishes: wishes.length > 0 && text === describeUnsupportedWishes(wishes) ? wishes : [],
    radiusMiles: formats.number(parameters.geo?.radius_miles ?? 0),
    nearestMiles: /nearest is ([\d.]+) mile/.exec(text)?.[1] ?? '',
    contact,
    emergency: contacts.emergency.tel,
    crisis: contacts.crisis.tel,
    quoted: /"([^"]*)"/.exec(text)?.[1] ?? '',
    number: /^\s*\d+\s*$/.exec(parameters.q ?? '')?.[0].trim() ?? '',
    hasResults: meta.count > 0,
    resultsMax: formats.number(meta.total === undefined ? textResultsMax : filterResultsMax),
    unknownPlace: parameters.unresolved_place ?? '',
    lacksState: text.startsWith('Several places'),
    unknownPayer: ('unresolved_payer' in parameters && parameters.unresolved_payer) || '',
    area: parameters.geo?.label ?? '',
    unlistedFields: (/no clinician of this field: ([^.]*)\./.exec(text)?.[1] ?? '').replace(' or ', ' o '),
    reducedTo: /greatest distance of a search is (\d+) miles/.exec(text)?.[1] ?? '',
    replacedPlace: /not near (.+), which the question names/.exec(text)?.[1] ?? '',
    carriers: carrierNames(meta.carriers_without_listings ?? [], carriers),
  })
  return html`<p>${translated}</p>`
}
