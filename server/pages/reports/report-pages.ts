/** The pages that report a mistake: the form, the confirmation and the page of an error. They work without scripts. */
import { formatPhone } from '../../web/format.ts'
import { errorNote, type Form, postForm } from '../../web/forms.ts'
import { type Html, html } from '../../web/html.ts'
import { page } from '../../web/layout.ts'
import type { Language } from '../../web/navigation.ts'
import { addressLines } from '../records/contact.ts'
import { attribution } from '../records/date-words.ts'
import type { Messages } from './messages.ts'
import { cardPath, type RecordKind, reportPath } from './report-paths.ts'
import type { ReportedCard, ReportedPlace } from './reported-card.ts'

export interface ReportPageSetting {
  readonly productName: string
  readonly hasKeys: boolean
  readonly language: Language
  readonly kind: RecordKind
  readonly texts: Messages
}

/** The fields of the form that the reporter sees. */
export type ReportFields = Pick<Form, 'mistake' | 'place' | 'phone' | 'office'>

interface FormOptions {
  readonly token: string
  /** What is selected or entered. */
  readonly fields: ReportFields
  readonly error?: string
}

/** The form. With one place, there is no choice of a place. */
export function reportFormPage(setting: ReportPageSetting, card: ReportedCard, options: FormOptions): Html {
  const { language, kind, texts } = setting
  const { record, generation, places } = card
  const [first] = places
  const isSingle = places.length === 1
  const form = postForm(
    {
      action: `${reportPath(language, kind, record)}/send`,
      token: options.token,
      hidden: { generation, ...(isSingle && first && { place: first.uuid }) },
    },
    html`${mistakeChoices(setting, card, options.fields)}
      ${isSingle ? null : placeChoices(setting, card, options.fields)} ${phoneField(texts, options.fields)}
      ${choice({ type: 'checkbox', name: 'office', value: 'yes', isChecked: options.fields.office !== '' }, texts.fromOffice)}
      <button>${texts.send}</button>`,
  )
  return layout(
    setting,
    record,
    texts.title,
    html`<p class="under">
        <a href="${cardPath(language, kind, record)}">${card.title ?? texts.unnamedPlace}</a>
      </p>
      ${isSingle && first ? html`<p>${describePlace(first, setting)}</p>` : null}
      <p>${texts.intro}</p>
      ${errorNote(options.error)}
      <div class="report-form">${form}</div>
      <p class="muted">${texts.privacy} <a href="/privacy">${texts.privacyLink}</a></p>`,
  )
}

/** The confirmation, which is the same for a repeated report: others may use the same address. */
export function thanksPage(setting: ReportPageSetting, { record }: ReportedCard): Html {
  const { language, kind, texts } = setting
  return layout(
    setting,
    record,
    texts.thanksTitle,
    html`<div class="note" role="status">${texts.thanks.map((sentence) => html`<p>${sentence}</p> `)}</div>
      <p><a href="${cardPath(language, kind, record)}">${texts.backToCard}</a></p>`,
  )
}

/** The page of an error before the form can be shown; `canRetry` is false if the form would fail again. */
export function refusalPage(
  setting: ReportPageSetting,
  {
    record,
    message,
    canRetry,
  }: { readonly record: string; readonly message: string; readonly canRetry: boolean },
): Html {
  const { language, kind, texts } = setting
  const link = html`<p><a href="${reportPath(language, kind, record)}">${texts.openAgain}</a></p>`
  return layout(setting, record, texts.unavailableTitle, html`${errorNote(message)}${canRetry ? link : null}`)
}

function layout(
  { productName, hasKeys, language, kind, texts }: ReportPageSetting,
  record: string,
  title: string,
  content: Html,
): Html {
  const { language: other, label } = texts.translation
  const translation = { language: other, path: reportPath(other, kind, record), label }
  const main = html`<h1>${title}</h1>
    ${content}`
  return page({ productName, hasKeys, language, translation, title, main })
}

function mistakeChoices({ texts }: ReportPageSetting, { kind }: ReportedCard, fields: ReportFields): Html {
  const choices = Object.entries(texts.mistakes[kind]).map(([value, label]) =>
    choice({ type: 'radio', name: 'mistake', value, isChecked: value === fields.mistake }, label),
  )
  return html`<fieldset>
    <legend>${texts.whatIsWrong}</legend>
    ${choices}
  </fieldset>`
}

function placeChoices(setting: ReportPageSetting, { places }: ReportedCard, fields: ReportFields): Html {
  const choices = places.map((place) =>
    choice(
      { type: 'radio', name: 'place', value: place.uuid, isChecked: place.uuid === fields.place },
      describePlace(place, setting),
    ),
  )
  return html`<fieldset>
    <legend>${setting.texts.whichPlace}</legend>
    ${choices}
  </fieldset>`
}

interface Choice {
  readonly type: 'radio' | 'checkbox'
  readonly name: string
  readonly value: string
  readonly isChecked: boolean
}

/** One of the radio buttons must be selected; a checkbox is optional. */
function choice({ type, name, value, isChecked }: Choice, label: Html | string): Html {
  const required = type === 'radio' ? html` required` : null
  const checked = isChecked ? html` checked` : null
  return html`<label class="choice"
    ><input type="${type}" name="${name}" value="${value}" ${required}${checked} /><span
      >${label}</span
    ></label
  > `
}

/** The values of a place that can be wrong, as the card shows them. */
function describePlace(
  { name, address, phone, extension, newPatients }: ReportedPlace,
  { texts, language }: ReportPageSetting,
): Html {
  const number =
    phone === null
      ? texts.noPhone
      : [formatPhone(phone), extension && `ext. ${extension}`].filter(Boolean).join(' ')
  const lines = [addressLines(address).join(', ') || texts.noAddress, number]
  const patients =
    newPatients === null
      ? null
      : html`<br />${texts.newPatients[newPatients.value]} ${attribution(newPatients, language)}`
  return html`<strong>${name ?? texts.unnamedPlace}</strong
    >${lines.map((line) => html`<br />${line}`)}${patients}`
}

/** The style sheet hides the field unless the mistake is a wrong number. */
function phoneField(texts: Messages, { phone }: ReportFields): Html {
  return html`<div class="correct-phone">
    <label for="phone">${texts.correctPhone}</label>
    <p id="phone-help" class="muted">${texts.correctPhoneHelp}</p>
    <input
      id="phone"
      name="phone"
      type="tel"
      autocomplete="off"
      maxlength="32"
      aria-describedby="phone-help"
      value="${phone}"
    />
  </div>`
}
