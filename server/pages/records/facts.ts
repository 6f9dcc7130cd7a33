/** The facts of a card as rows of a description list. */
import type {
  Affiliation,
  Education,
  Identifier,
  OtherName,
  PlaceName,
  Source,
  Specialty,
} from '@careatlas/contract/cards'
import { titleCaseName } from '@careatlas/directory/title-case'
import { formats } from '../../web/format.ts'
import { type Html, html, type HtmlValue } from '../../web/html.ts'
import type { Language } from '../../web/navigation.ts'
import { specialtyName } from '../../web/specialty-name.ts'
import { type Attributed, attribution, dateWords, sourceWords } from './date-words.ts'
import { messages } from './messages.ts'

/** "Not known" if there is no value. */
export function fact(name: string, value: HtmlValue, language: Language): Html {
  const isKnown = !(
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  )
  return html`<div>
    <dt>${name}</dt>
    <dd>${isKnown ? value : html`<span class="unknown">${messages[language].notKnown}</span>`}</dd>
  </div>`
}

/** Only if there is a value, for facts whose absence is not of interest. */
export function optionalFact(name: string, value: HtmlValue, language: Language): Html | null {
  const isAbsent = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  return isAbsent ? null : fact(name, value, language)
}

/** A value with its source and date; `unknown` is written without them. */
export function datedFact<Value extends string>(
  name: string,
  { value, ...source }: Attributed & { readonly value: Value },
  words: Readonly<Record<Value, string>>,
  language: Language,
): Html {
  const known = value === 'unknown' ? null : html`${words[value]} ${attribution(source, language)}`
  return fact(name, known, language)
}

function lines(items: readonly HtmlValue[]): Html | null {
  return items.length === 0
    ? null
    : html`<ul class="plain">
        ${items.map((item) => html`<li>${item}</li> `)}
      </ul>`
}

/** Text of a source, which is English. */
export function sourceText(text: string, language: Language): Html {
  const { sourceLanguage } = messages[language]
  return sourceLanguage === null ? html`${text}` : html`<span lang="${sourceLanguage}">${text}</span>`
}

/** Each specialty with its licenses. */
export function specialtyLines(specialties: readonly Specialty[], language: Language): Html | null {
  const { license } = messages[language]
  return lines(
    specialties.map(({ name, licenses }) => {
      const numbers = licenses.map(({ state, number }) => license(state, number)).join(', ')
      return html`${specialtyName(name, language)}${numbers === '' ? null : html` <small>${numbers}</small>`}`
    }),
  )
}

/** The primary specialty, or the first one. */
export function mainSpecialty(specialties: readonly Specialty[]): Specialty | undefined {
  return specialties.find(({ primary }) => primary) ?? specialties[0]
}

/** The name of the main specialty, or that there is none. */
export function mainSpecialtyName(specialties: readonly Specialty[], language: Language): Html {
  const main = mainSpecialty(specialties)
  return main === undefined
    ? html`${messages[language].specialtyNotKnown}`
    : specialtyName(main.name, language)
}

/** BCP 47 tags as names. */
export function languageWords(tags: readonly string[], language: Language): string {
  return tags.map(formats[language].language).join(', ')
}

export function educationLines(education: readonly Education[], language: Language): Html | null {
  const { educationKinds } = messages[language]
  return lines(
    education.map(({ kind, institution, field, year }) => {
      const details = [institution, field, year].filter((part) => part !== null).join(', ')
      return html`${educationKinds[kind]}${details === '' ? null : ': '}${sourceText(details, language)}`
    }),
  )
}

export function affiliationLines(affiliations: readonly Affiliation[], language: Language): Html | null {
  return lines(
    affiliations.map((affiliation) => html`${affiliation.name} ${attribution(affiliation, language)}`),
  )
}

export function otherNameLines(names: readonly (OtherName | PlaceName)[], language: Language): Html | null {
  const { otherNameKinds } = messages[language]
  return lines(
    names.map((other) => {
      const name =
        'name' in other
          ? other.name
          : titleCaseName([other.first, other.middle, other.last].filter(Boolean).join(' '))
      return html`${name} <small>${otherNameKinds[other.kind]}</small>`
    }),
  )
}

export function identifierLines(identifiers: readonly Identifier[], language: Language): Html | null {
  const { medicaid } = messages[language]
  return lines(
    identifiers.map(({ kind, number, state, issuer }) => {
      const issued = [kind === 'medicaid' ? medicaid : issuer, state].filter(Boolean).join(', ')
      return html`${number} <small>${issued}</small>`
    }),
  )
}

/** The dates of the registration. */
export function registrationWords(
  {
    enumerated_on,
    updated_on,
  }: { readonly enumerated_on: string | null; readonly updated_on: string | null },
  language: Language,
): Html | null {
  const { enumerated, updated } = messages[language]
  const parts = [
    ...(enumerated_on === null ? [] : [enumerated(dateWords(enumerated_on, language))]),
    ...(updated_on === null ? [] : [updated(dateWords(updated_on, language))]),
  ]
  return parts.length === 0
    ? null
    : html`${parts.map((part, index) => html`${index === 0 ? null : ', '}${part}`)}`
}

/** Every source of a card with its date. */
export function sourceList(sources: readonly Source[], language: Language): Html {
  const items = sources.map(
    ({ id, as_of }) =>
      html`<li>${sourceWords(id, language)} <small>${dateWords(as_of, language)}</small></li> `,
  )
  return html`<section class="sources-of-card">
    <h2>${messages[language].sources}</h2>
    <ul class="plain">
      ${items}
    </ul>
  </section>`
}
