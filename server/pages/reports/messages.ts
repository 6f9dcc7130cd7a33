/** All texts of the pages that report a mistake, in each language. */
import type { ApiError, ErrorCode } from '@careatlas/contract/errors'
import type { AcceptingNewPatients } from '@careatlas/contract/cards'
import { type Mistake, reportLimits } from '@careatlas/state/reports'
import type { Language } from '../../web/navigation.ts'
import type { RecordKind } from './report-paths.ts'

export interface Messages {
  readonly title: string
  readonly intro: string
  readonly whatIsWrong: string
  /** The mistakes of each kind of record, in the order of the form. */
  readonly mistakes: Readonly<Record<RecordKind, { readonly [Name in Mistake]?: string }>>
  readonly whichPlace: string
  readonly unnamedPlace: string
  readonly noAddress: string
  readonly noPhone: string
  readonly newPatients: Readonly<Record<AcceptingNewPatients['value'], string>>
  readonly correctPhone: string
  readonly correctPhoneHelp: string
  readonly fromOffice: string
  readonly send: string
  readonly privacy: string
  readonly privacyLink: string
  readonly thanksTitle: string
  readonly thanks: readonly string[]
  readonly backToCard: string
  readonly unavailableTitle: string
  readonly openAgain: string
  /** The same page in the other language, in that language. */
  readonly translation: { readonly language: Language; readonly label: string }
  /** What the reporter must change. */
  readonly problems: {
    readonly mistake: string
    readonly place: string
    readonly phone: string
    readonly phoneNeeded: string
    readonly samePhone: string
    readonly alreadyShown: string
    readonly updated: string
    readonly noPlaces: string
  }
  /** The sentence of any other error. */
  readonly describeError: (error: ApiError) => string
}

const spanishErrors: { readonly [Code in ErrorCode]?: string } = {
  invalid_npi: 'Este NPI no es válido.',
  invalid_parameter: 'La dirección o el formulario no es válido.',
  provider_not_found: 'Este directorio no contiene a ningún profesional con este NPI.',
  provider_deactivated: 'El registro ha desactivado este NPI.',
  outside_coverage: 'Este profesional está fuera de las regiones de este directorio.',
  location_not_found: 'Este directorio no contiene este lugar.',
  location_removed: 'Este directorio ya no contiene este lugar.',
  page_expired: 'El formulario ha caducado, o su navegador no acepta cookies. Ábralo de nuevo.',
  too_many_reports: 'Ya hay demasiados avisos por leer. Envíe el suyo otro día.',
  unavailable: 'El servicio no está disponible. Inténtelo de nuevo más tarde.',
}

function describeInSpanish({ code, retryAfterSeconds }: ApiError): string {
  if (code === 'rate_limited' && retryAfterSeconds !== null)
    return `Demasiadas solicitudes. Inténtelo de nuevo en ${retryAfterSeconds} segundos.`
  return spanishErrors[code] ?? 'No se pudo procesar la solicitud.'
}

export const messages: Readonly<Record<Language, Messages>> = {
  en: {
    title: 'Report a mistake',
    intro:
      'A report does not change the card by itself. The operator of this service reads it first, and compares it with other reports.',
    whatIsWrong: 'What is wrong?',
    mistakes: {
      provider: {
        wrong_number: 'The telephone number is wrong',
        not_here: 'The clinician does not work at this place',
        not_taking_patients: 'The clinician takes no new patients at this place',
        moved: 'The clinician has moved from this place to another',
      },
      location: {
        wrong_number: 'The telephone number is wrong',
        closed: 'This place is closed',
        moved: 'This place has moved to another address',
      },
    },
    whichPlace: 'Which place is it about?',
    unnamedPlace: 'Place',
    noAddress: 'address not known',
    noPhone: 'telephone number not known',
    newPatients: {
      accepting: 'takes new patients',
      not_accepting: 'takes no new patients',
      existing_only: 'takes existing patients only',
      unknown: 'new patients: not known',
    },
    correctPhone: 'Correct number, if you know it',
    correctPhoneHelp: 'Only for a wrong number: ten digits with the area code, without an extension.',
    fromOffice: 'I work at this office',
    send: 'Send report',
    privacy: `The report has no name and no free text. Of your IP address, only a salted hash of its network is stored, and the salt changes every ${reportLimits.saltDays} days.`,
    privacyLink: 'Privacy',
    thanksTitle: 'Thank you for the report',
    thanks: [
      'The operator of this service reads it. Until then, the card stays as it is, so call the office before you go.',
      'Reports from one network about the same mistake count once.',
    ],
    backToCard: 'Back to the card',
    unavailableTitle: 'This page is not available',
    openAgain: 'Open the form again',
    translation: { language: 'es', label: 'Español' },
    problems: {
      mistake: 'Choose what is wrong.',
      place: 'Choose the place that the report is about.',
      phone:
        'The correct number must be a US telephone number with its area code, such as (401) 555-0123, without an extension.',
      phoneNeeded: 'The card has no number for this place. Enter the correct one.',
      samePhone: 'The card already shows this number.',
      alreadyShown: 'The card already says that the clinician takes no new patients at this place.',
      updated:
        'The directory was updated after you opened this page. Check that the mistake is still here, and send the report again.',
      noPlaces: 'This card names no place, so it has no number or address that could be wrong.',
    },
    describeError: ({ message }) => message,
  },
  es: {
    title: 'Avisar de un error',
    intro:
      'Un aviso no cambia la ficha por sí solo. El operador de este servicio lo lee primero y lo compara con otros avisos.',
    whatIsWrong: '¿Qué es incorrecto?',
    mistakes: {
      provider: {
        wrong_number: 'El número de teléfono es incorrecto',
        not_here: 'El profesional no trabaja en este lugar',
        not_taking_patients: 'El profesional no acepta pacientes nuevos en este lugar',
        moved: 'El profesional se ha trasladado de este lugar a otro',
      },
      location: {
        wrong_number: 'El número de teléfono es incorrecto',
        closed: 'Este lugar está cerrado',
        moved: 'Este lugar se ha trasladado a otra dirección',
      },
    },
    whichPlace: '¿De qué lugar se trata?',
    unnamedPlace: 'Lugar',
    noAddress: 'dirección desconocida',
    noPhone: 'número de teléfono desconocido',
    newPatients: {
      accepting: 'acepta pacientes nuevos',
      not_accepting: 'no acepta pacientes nuevos',
      existing_only: 'solo acepta a sus pacientes actuales',
      unknown: 'pacientes nuevos: se desconoce',
    },
    correctPhone: 'Número correcto, si lo conoce',
    correctPhoneHelp: 'Solo si el número es incorrecto: diez dígitos con el código de área, sin extensión.',
    fromOffice: 'Trabajo en este consultorio',
    send: 'Enviar aviso',
    privacy: `El aviso no contiene nombres ni texto libre. De su dirección IP solo se guarda un hash con sal de su red, y la sal cambia cada ${reportLimits.saltDays} días.`,
    privacyLink: 'Privacidad (en inglés)',
    thanksTitle: 'Gracias por su aviso',
    thanks: [
      'El operador de este servicio lo lee. Hasta entonces la ficha no cambia, así que llame al consultorio antes de ir.',
      'Los avisos de una misma red sobre el mismo error cuentan una sola vez.',
    ],
    backToCard: 'Volver a la ficha',
    unavailableTitle: 'Esta página no está disponible',
    openAgain: 'Abrir el formulario de nuevo',
    translation: { language: 'en', label: 'English' },
    problems: {
      mistake: 'Elija qué es incorrecto.',
      place: 'Elija el lugar del que se trata.',
      phone:
        'El número correcto debe ser un número de teléfono de los Estados Unidos con su código de área, como (401) 555-0123, sin extensión.',
      phoneNeeded: 'La ficha no tiene ningún número de este lugar. Escriba el correcto.',
      samePhone: 'La ficha ya muestra este número.',
      alreadyShown: 'La ficha ya dice que el profesional no acepta pacientes nuevos en este lugar.',
      updated:
        'El directorio se actualizó después de que usted abriera esta página. Compruebe que el error sigue aquí y envíe el aviso de nuevo.',
      noPlaces:
        'Esta ficha no nombra ningún lugar, así que no tiene números ni direcciones que puedan ser incorrectos.',
    },
    describeError: describeInSpanish,
  },
}
