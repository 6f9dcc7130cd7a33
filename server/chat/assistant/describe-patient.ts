/** Recognizes statements about the patient, and wishes about the visit, that no source of the directory answers. */
import { isClinician } from '@careatlas/search/query/care-words'
import { wordsOf } from '@careatlas/vocabulary/words'

/** Folded words have no `'s`: "she deaf". */
const person =
  '(?:i|im|we|he|hes|she|shes|they|theyre|(?:my|our|mi|nuestr[oa]) \\w+|the (?:patient|kid|baby)|el|ella)'
const degree =
  '(?:(?:a bit|a little|really|very|so|kind of|kinda|pretty|super|quite|mostly|also|completely|muy|un poco|bastante) )*'

const state = [
  `(?:(?:is|am|are|was|gets?|has been|feels?|es|esta|son|soy|estoy) )?${degree}(?:scared|afraid|terrified|frightened|nervous|anxious|shy|phobic|fearful|deaf|hard of hearing|blind|legally blind|mute|nonverbal|non verbal|autistic|on the (?:autism )?spectrum|disabled|bedridden|bedbound|homebound|housebound|wheelchair bound|in a wheelchair|claustrophobic|sord[oa]|cieg[oa]|mud[oa]|nervios[oa]|timid[oa]|autista|asustad[oa]|discapacitad[oa])\\b`,
  `(?:(?:also|only|still|always|now) )?(?:uses?|needs?|has|have|wears?|carries|walks? with|usa|uso|anda en|necesita|tiene) (?:an? |the |una? |la )?(?:wheelchair|walker|cane|crutches|scooter|hearing aids?|glasses|contacts|contact lenses|dentures|braces|pacemaker|autism|adhd|special needs|down syndrome|sensory issues|disability|service dog|guide dog|interpreter|sign language|asl|ramp|elevator|silla de ruedas|andador|baston|muletas|interprete)\\b`,
  `(?:cant|wont|will not|can not|cannot|could not|doesnt|does not|dont|isnt able to|is unable to|no puede|no puedo|no) (?:really )?(?:drive(?! (?:more|over|longer|farther|further|past)\\b)|climb|do stairs|leave (?:the|her|his|their|our|my) (?:house|home)|sit still|manejar(?! mas\\b)|salir de (?:la )?casa|subir escaleras)\\b`,
  `(?:(?:really|just) )?(?:hates?|fears?|dislikes?|dreads?|panics?|freaks? out|refuses? to (?:wear|use|go|drive)|(?:doesnt|does not|dont) like|(?:le )?tiene miedo|tengo miedo|odia)\\b`,
]

const spanishAid =
  '(?:tambien |ya |siempre )?(?:uso|usa|usan|anda en|ando en) (?:un |una |la )?(?:lentes|gafas|audifonos?|marcapasos|frenos|dentadura|silla de ruedas|andador|baston|muletas)\\b|(?:soy|es|esta|estoy) (?:un poco |casi |muy )?(?:sord|cieg|mud|discapacitad)[oa]\\b'
/** A fear, also as what happens to the body: "I faint when I see needles". */
const fearOfNeedles =
  '(?:(?:always|usually|sometimes) )?(?:faints?|pass(?:es)? out|gets? (?:dizzy|sick|queasy)|me desmayo|se desmaya) (?:when|if|at|from|around|with|cuando|con) .*(?:needles?|blood|shots?|agujas?|sangre|inyecciones)'

const lead = '(?:(?:and|but|also|oh|ok|well|so|btw|fyi|just|because|y|pero|es que) )*'
const patientState = new RegExp(
  `^${lead}(?:${person} (?:${state.join('|')})|${spanishAid}|(?:${person} )?${fearOfNeedles})`,
)

const visitWish =
  /\b(?:(?:home|house) (?:visits?|calls?)|come (?:to|out to) (?:my|our|her|his|their|the|your) (?:house|home|place)|visits? (?:me|us|her|him|them|patients) at home|a domicilio|visitas? a (?:la )?casa|(?:viene|vienen|va|van) a (?:la |mi |su )?casa)\b/

const fear = new RegExp(`^${lead}(?:${person} )?${fearOfNeedles}$`)

const access =
  /\b(?:deaf|blind|mute|nonverbal|non verbal|wheelchair|walker|cane|crutches|scooter|bedridden|bedbound|homebound|housebound|disabled|interpreter|sign language|asl|(?:service|guide) dog|ramp|elevator|sord[oa]|cieg[oa]|mud[oa]|discapacitad[oa]|silla de ruedas|andador|baston|muletas|interprete)\b/

/** "Scared of dentists" asks for none. */
const feared =
  /\b(?:of|around|about|hates?|likes?|fears?|dislikes?|odia|miedo) (?:(?:the|all|any|going|to|los?|las?|al|ir) )*[a-z]+\b/g

const manner =
  /^(?:(?:and|but|ok|y|pero) )*(?:(?:he|she|they|it|(?:the )?(?:doctor|dr|dentist|therapist)|el|ella) )?(?:(?:has|have|needs?|must|should|gotta|got)(?: to)? be|tiene que ser|que sea|must be) (?:very |really |super |a |muy )*(?:gentle|patient|kind|nice|friendly|experienced|calm|caring|young|older|good with \w+|amable|paciente|delicad[oa]|con experiencia|joven)\b/

/** A new or urgent state is no trait: "she is suddenly blind", "he's scared and can't breathe". */
const complaint =
  /\b(?:sudden(?:ly)?|just|now|today|tonight|this (?:morning|afternoon|evening)|yesterday|since|woke|pain|hurts?|hurting|bleed\w*|breath\w*|respir\w*|fever|faint\w*|pass(?:ed|ing)? out|die|dying|suicid\w*|kill\w*|de repente|hoy|ahora|ayer|desde|dolor|duele|fiebre|sangr\w*|morir\w*|matar\w*)\b/

/** Whether the clause describes a person in a way that changes neither the need nor the search: "she's deaf". */
export function describesPatient(clause: string): boolean {
  const words = wordsOf(clause).join(' ')
  const isComplaint = complaint.test(words) && !fear.test(words)
  return !isComplaint && !namesWantedClinician(words) && patientState.test(words)
}

/** Whether the clause says how a person communicates or moves, which is no reason for care: "he uses a wheelchair". */
export function describesAccess(clause: string): boolean {
  return describesPatient(clause) && access.test(wordsOf(clause).join(' '))
}

/** Whether the message wishes something of the visit that no source states: "do they do house calls", "must be patient with him". */
export function isAppointmentWish(text: string): boolean {
  const words = wordsOf(text).join(' ')
  if (complaint.test(words)) return false
  return manner.test(words) || (visitWish.test(words) && !namesWantedClinician(words))
}

/** Whether the message wishes a visit at the home of the patient. */
export function wantsHomeCare(text: string): boolean {
  return visitWish.test(wordsOf(text).join(' '))
}

/** Folded words without such a wish. */
export function withoutHomeCareWish(words: string): string {
  return words.replace(visitWish, ' ')
}

function namesWantedClinician(words: string): boolean {
  return words.replaceAll(feared, ' ').split(' ').some(isClinician)
}
