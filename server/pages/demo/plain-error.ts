/** What a person can do about an error of the API, whose message is for developers. */
import type { ApiError, ErrorCode } from '@careatlas/contract/errors'
import type { View } from './answer.ts'
import { isPlaceValid, placeText } from './demo-request.ts'
import type { Messages } from './messages.ts'

type Sentence = keyof Messages['errors']

const byCode: Partial<Record<ErrorCode, Sentence>> = {
  unknown_zip: 'zip',
  unknown_carrier: 'carriers',
  missing_parameter: 'missing',
  page_out_of_range: 'offset',
  uri_too_long: 'uri_too_long',
  rate_limited: 'rate_limited',
  quota_exceeded: 'rate_limited',
  unavailable: 'unavailable',
  timeout: 'timeout',
}

/** The parameter that a message about it begins with. */
const byParameter: Readonly<Record<string, Sentence>> = {
  zip: 'zip',
  place: 'place',
  lat: 'position',
  lng: 'position',
  q: 'q',
  radius_miles: 'radius_miles',
  carriers: 'carriers',
  plan: 'plan',
  offset: 'offset',
}

/** In the language of the messages. */
export function plainError({ code, message }: ApiError, { request, messages: { errors } }: View): string {
  const [parameter = ''] = message.split(' ')
  const sentence = byCode[code] ?? (code === 'invalid_parameter' ? byParameter[parameter] : undefined)
  if (sentence !== 'place') return errors[sentence ?? 'other']
  return isPlaceValid(request) ? errors.place(placeText(request)) : errors.placeText
}
