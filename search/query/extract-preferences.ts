/**
 * Extracts preferences about the clinician besides the field: language, gender, age of the patient, telehealth, new patients.
 */
import { extractAges } from './extract-age.ts'
import { extractLanguages } from './extract-languages.ts'
import { phraseSet, TokenCursor, type Extraction } from './token-cursor.ts'
import { extractGender } from './extract-gender.ts'

export interface ExtractedPreferences {
  /** BCP 47, each once, in the order named. */
  readonly languages: readonly string[]
  readonly gender: 'F' | 'M' | null
  /** Whether the patient is a child. */
  readonly child: boolean
  /** Whether the patient is an older person. */
  readonly older: boolean
  readonly telehealth: boolean
  /** Whether the clinician must accept new patients. */
  readonly accepting: boolean
}

/** Words for children and older people remain, because they also name fields. */
export function extractPreferences(tokens: readonly string[]): Extraction<ExtractedPreferences> {
  const words = new TokenCursor(tokens)
  const accepting = words.consumeAll(acceptingPhrases)
  const telehealth = extractTelehealth(words)
  const gender = extractGender(words)
  const languages = extractLanguages(words)
  const ages = extractAges(words)
  return { found: { languages, gender, ...ages, telehealth, accepting }, rest: words.remaining() }
}

// Accepting new patients

const acceptingPhrases = phraseSet(`
  accepting|taking|accepts|takes|accept|take|seeing|welcoming new patients
  who|that is|are accepting|taking|seeing|welcoming new patients
  who|that accepts|takes|accept|take new patients
  who|that will accept|take new patients
  is|are|currently|still accepting|taking new patients
  who|that is|are currently|still accepting|taking new patients
  accepting|taking patients, who|that is|are accepting|taking patients, accepting new
  open to new patients, open for new patients, who|that is|are open to new patients
  new patients welcome, welcomes new patients, new patients accepted
  acepta|acepte|aceptan|aceptando|aceptar nuevos pacientes
  acepta|acepte|aceptan|aceptando|aceptar pacientes nuevos
  que acepta|acepte|aceptan|acepten nuevos pacientes
  que acepta|acepte|aceptan|acepten pacientes nuevos
  que acepta|acepte|aceptan|acepten pacientes
`)

// Telehealth

const telehealthPhrases = phraseSet(`
  telehealth, tele health, telemedicine, tele medicine, teleconsult, telesalud, telemedicina
  via|by|through|over|for|with telehealth|telemedicine, telehealth|telemedicine visit|visits|appointment|appointments
  virtual, virtually, virtual visit|visits|appointment|appointments|consult|consultation|session|sessions
  online, online visit|visits|appointment|appointments|consult|consultation|session|sessions, en linea
  video visit|visits|call|calls|appointment|appointments|chat|consult|consultation|session|sessions
  by|via|over|on|through video, by|via|over|on|through zoom, by|via|through video call|chat, zoom visit|appointment
  by|via phone|telephone, over the phone, on the phone
  phone|telephone visit|visits|appointment|appointments|consult|consultation|session|sessions
  por telefono|video|videollamada|zoom, videollamada, videoconsulta, consulta virtual
`)

/** Words for both the field and telehealth remain. */
const remoteFields =
  /^tele(?:therapy|psychiatry|psychiatrist|psychology|dermatology|mental|dentistry|terapia)$/

/** The next word gives the phrase another meaning: "virtual colonoscopy", "online gambling", "online booking". */
const notTelehealthBefore = phraseSet(
  'colonoscopy, colonography, reality, bronchoscopy, autopsy, booking, scheduling, gambling, gaming, shopping, ' +
    'addiction, dating, bullying, predator, game, games, payment, portal, reviews, school, tour, gastric band',
)

function extractTelehealth(words: TokenCursor): boolean {
  let found = false
  for (let place = 0; place < words.length; place++) {
    found ||= remoteFields.test(words.at(place))
    const count = words.phrase(place, telehealthPhrases)
    if (count === 0 || words.phrase(place + count, notTelehealthBefore) > 0) continue
    if (/^(?:book|schedule|pay)$/.test(words.at(place - 1))) continue
    words.consume(place, count)
    found = true
  }
  return found
}
