/** Parses the form of a report. The disputed value comes from the card, never from the form. */
import { ApiError, type ErrorCode } from '@careatlas/contract/errors'
import { type DisputedFact, type Mistake, mistakes, type NewReport } from '@careatlas/state/reports'
import type { Form } from '../../web/forms.ts'
import type { Messages } from './messages.ts'
import { formatAddress, type ReportedCard, type ReportedPlace } from './reported-card.ts'
import { parseOfficePhone } from './telephone.ts'

/** An error whose message is in the language of the page. */
export class ReportError extends ApiError {
  constructor(message: string, code: ErrorCode = 'invalid_parameter') {
    super(code, message)
  }
}

/** @throws ReportError for a missing or contradictory choice, and if the form shows the values of another snapshot */
export function parseReport(
  form: Form,
  card: ReportedCard,
  { mistakes: texts, problems }: Messages,
): Omit<NewReport, 'address'> {
  if (form.generation !== card.generation) throw new ReportError(problems.updated, 'page_expired')
  const mistake = mistakes.find((name) => name === form.mistake && texts[card.kind][name] !== undefined)
  if (mistake === undefined) throw new ReportError(problems.mistake)
  const place = card.places.find(({ uuid }) => uuid === form.place)
  if (place === undefined) throw new ReportError(problems.place)
  const correctPhone = mistake === 'wrong_number' ? parseCorrectPhone(form.phone, place, problems) : null
  if (mistake === 'not_taking_patients' && place.newPatients?.value === 'not_accepting')
    throw new ReportError(problems.alreadyShown)
  return { ...toFact(card, place, mistake), correctPhone, isFromOffice: form.office !== '' }
}

function parseCorrectPhone(
  text: string,
  { phone, extension }: ReportedPlace,
  problems: Messages['problems'],
): string | null {
  if (text.trim() === '') {
    if (phone === null) throw new ReportError(problems.phoneNeeded)
    return null
  }
  const correct = parseOfficePhone(text)
  if (correct === null) throw new ReportError(problems.phone)
  if (correct === phone && extension === null) throw new ReportError(problems.samePhone)
  return correct
}

function toFact({ record, generation }: ReportedCard, place: ReportedPlace, mistake: Mistake): DisputedFact {
  const { line_1: line1, postal_code: postalCode } = place.address
  return {
    record,
    locationUuid: place.uuid,
    mistake,
    ...shownValue(place, mistake),
    line1,
    postalCode,
    generation,
  }
}

/** The value that is wrong, as the card showed it. */
function shownValue(
  { address, phone, extension, newPatients }: ReportedPlace,
  mistake: Mistake,
): Pick<DisputedFact, 'shown' | 'shownSource' | 'shownAsOf'> {
  const undated = { shownSource: null, shownAsOf: null }
  switch (mistake) {
    case 'wrong_number':
      return { shown: [phone, extension && `ext. ${extension}`].filter(Boolean).join(' '), ...undated }
    case 'not_taking_patients':
      return {
        shown: newPatients?.value ?? '',
        shownSource: newPatients?.source ?? null,
        shownAsOf: newPatients?.as_of ?? null,
      }
    case 'not_here':
    case 'moved':
    case 'closed':
      return { shown: formatAddress(address), ...undated }
  }
}
