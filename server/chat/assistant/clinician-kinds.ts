/** What each kind of clinician does, in one sentence, for questions such as "what is the difference between an optometrist and an ophthalmologist". */
import { wordsOf } from '@careatlas/vocabulary/words'

export interface ClinicianKind {
  /** In folded words. */
  readonly pattern: RegExp
  readonly name: { readonly en: string; readonly es: string }
  readonly en: string
  readonly es: string
}

const kindsMax = 3

/** The kinds that the words name, in the order of the text. */
export function findClinicianKinds(text: string): readonly ClinicianKind[] {
  const words = wordsOf(text).join(' ')
  return clinicianKinds
    .flatMap((kind) => {
      const index = words.search(kind.pattern)
      return index === -1 ? [] : [{ kind, index }]
    })
    .toSorted((a, b) => a.index - b.index)
    .slice(0, kindsMax)
    .map(({ kind }) => kind)
}

function defineKind(
  pattern: RegExp,
  en: readonly [string, string],
  es: readonly [string, string],
): ClinicianKind {
  return {
    pattern,
    name: { en: en[0], es: es[0] },
    en: `${en[0]}: ${en[1]}.`,
    es: `${es[0]}: ${es[1]}.`,
  }
}

export const clinicianKinds: readonly ClinicianKind[] = [
  defineKind(
    /\boptometr?i?s?tr?i?s?t?a?s?\b/,
    ['Optometrist', 'checks the eyes and prescribes glasses and contact lenses'],
    ['Optometrista', 'revisa la vista y receta lentes'],
  ),
  defineKind(
    /\bop[ht]+al?mol|\boftalmolog/,
    ['Ophthalmologist', 'is a medical doctor who treats eye diseases and operates on eyes'],
    ['Oftalmólogo', 'es médico, trata las enfermedades de los ojos y los opera'],
  ),
  defineKind(
    /\bopticians?\b|\boptic[oa]s?\b/,
    ['Optician', 'fits and sells glasses that another clinician has prescribed'],
    ['Óptico', 'ajusta y vende los lentes que otro profesional receta'],
  ),
  defineKind(
    /\bps[iy]+c?h?olog(?:ist|[oa])s?\b/,
    ['Psychologist', 'tests and treats mental health with talk therapy, mostly without medicines'],
    ['Psicólogo', 'evalúa y trata la salud mental con terapia, casi siempre sin medicinas'],
  ),
  defineKind(
    /\bps[iy]+c?h?iatri?st?s?\b|\bpsi[qk]uiatr/,
    ['Psychiatrist', 'is a medical doctor for mental health who can prescribe medicines'],
    ['Psiquiatra', 'es médico de salud mental y puede recetar medicinas'],
  ),
  defineKind(
    /\b(?<!physical |speech |occupational |massage )(?:therapists?|counselors?)\b|\b(?:terapeutas?|consejer[oa]s?)\b/,
    ['Therapist', 'helps with mental health by talking, and does not prescribe medicines'],
    ['Terapeuta', 'ayuda con la salud mental conversando, y no receta medicinas'],
  ),
  defineKind(
    /\bsocial workers?\b|\btrabajador(?:a|es)? social/,
    ['Clinical social worker', 'gives talk therapy and helps to find services'],
    ['Trabajador social clínico', 'da terapia y ayuda a encontrar servicios'],
  ),
  defineKind(
    /\bneurolog(?:ist|[oa])s?\b/,
    ['Neurologist', 'treats the brain and the nerves without operating'],
    ['Neurólogo', 'trata el cerebro y los nervios sin operar'],
  ),
  defineKind(
    /\bneurosurgeons?\b|\bneurocirujan/,
    ['Neurosurgeon', 'operates on the brain, the spine and the nerves'],
    ['Neurocirujano', 'opera el cerebro, la columna y los nervios'],
  ),
  defineKind(
    /\borthop(?:a?edic|a?edist)|\bortoped|\bbone doctor/,
    ['Orthopedic surgeon', 'treats bones and joints, and operates on them if needed'],
    ['Ortopedista', 'trata los huesos y las articulaciones, y los opera si hace falta'],
  ),
  defineKind(
    /\brheumatolog|\breumatolog/,
    ['Rheumatologist', 'treats arthritis and other diseases of joints and the immune system with medicines'],
    ['Reumatólogo', 'trata la artritis y otras enfermedades del sistema inmune con medicinas'],
  ),
  defineKind(
    /\bchiropractors?\b|\bquiropractic/,
    [
      'Chiropractor',
      'treats the back and joints with the hands, and does not prescribe medicines or operate',
    ],
    ['Quiropráctico', 'trata la espalda y las articulaciones con las manos, y no receta ni opera'],
  ),
  defineKind(
    /\bphysios?\b|\bphysical therap(?:y|ists?)\b|\bfisioterap(?:eut|i)a|\bterap(?:ista|ia) fisic/,
    ['Physical therapist', 'trains movement and strength after an injury or with pain'],
    ['Fisioterapeuta', 'ejercita el movimiento y la fuerza tras una lesión o con dolor'],
  ),
  defineKind(
    /\bspeech(?: language)? (?:therap(?:y|ists?)|patholog(?:y|ists?))\b|\bslps?\b|\b(?:logoped|fonoaudiolog)[ao]s?\b|\bterap(?:eut|ist)as? del (?:habla|lenguaje)/,
    ['Speech therapist', 'tests and trains speech, language and swallowing'],
    ['Terapeuta del habla', 'evalúa y entrena el habla, el lenguaje y la deglución'],
  ),
  defineKind(
    /\boccupational therap(?:y|ists?)\b|\bterap(?:eut|ist)as? ocupacional/,
    ['Occupational therapist', 'trains the tasks of daily life, such as dressing, writing and eating'],
    ['Terapeuta ocupacional', 'entrena las tareas diarias, como vestirse, escribir y comer'],
  ),
  defineKind(
    /\ballergists?\b|\balergolog/,
    ['Allergist', 'tests for allergies and treats them, and asthma'],
    ['Alergólogo', 'hace pruebas de alergia y trata las alergias y el asma'],
  ),
  defineKind(
    /\bdermatologists?\b|\bskin (?:doctor|dr|specialist)s?\b|\b(?:doctora?|medic[oa]) de (?:la )?piel\b|\bdermatolog[oa]s?\b/,
    ['Dermatologist', 'treats skin, hair and nails'],
    ['Dermatólogo', 'trata la piel, el pelo y las uñas'],
  ),
  defineKind(
    /\bcardiologists?\b|\bheart (?:doctor|dr|specialist)s?\b|\b(?:doctora?|medic[oa]) del corazon\b|\bcardiolog[oa]s?\b/,
    ['Cardiologist', 'treats the heart and its vessels without open surgery'],
    ['Cardiólogo', 'trata el corazón y sus vasos sin cirugía abierta'],
  ),
  defineKind(
    /\b(?:gastroenterologists?|gi doctors?|(?:stomach|gut) (?:doctor|dr|specialist)s?)\b|\bgastroenterolog[oa]s?\b/,
    ['Gastroenterologist', 'treats the stomach, the bowel and the liver, and looks into them with a scope'],
    ['Gastroenterólogo', 'trata el estómago, el intestino y el hígado, y los mira con una cámara'],
  ),
  defineKind(
    /\bpulmonologists?\b|\blung (?:doctor|dr|specialist)s?\b|\b(?:neumolog|neumonolog)[oa]s?\b/,
    ['Pulmonologist', 'treats the lungs and breathing, also during sleep'],
    ['Neumólogo', 'trata los pulmones y la respiración, también al dormir'],
  ),
  defineKind(
    /\bgeriatricians?\b|\bgeriatras?\b/,
    ['Geriatrician', 'is a doctor for older adults, also for their memory'],
    ['Geriatra', 'es médico de personas mayores, también de su memoria'],
  ),
  defineKind(
    /\bpodiatrists?\b|\bfoot (?:doctor|dr|specialist|person)s?\b|\b(?:doctora?|medic[oa]) de (?:los )?pies\b|\bpodolog/,
    ['Podiatrist', 'treats and operates on feet and ankles'],
    ['Podólogo', 'trata y opera los pies y los tobillos'],
  ),
  defineKind(
    /\bendocrin/,
    ['Endocrinologist', 'treats hormones, such as thyroid disease and diabetes'],
    ['Endocrinólogo', 'trata las hormonas, como la tiroides y la diabetes'],
  ),
  defineKind(
    /\binternists?\b|\binternistas?\b|\binternal medicine\b/,
    ['Internist', 'is a primary care doctor for adults'],
    ['Internista', 'es médico de cabecera de adultos'],
  ),
  defineKind(
    /\b(?:pcp|primary care|family (?:doctor|physician)|(?:regular|normal) (?:doctor|dr)|general practitioner|gp)s?\b|\bmedic[oa] (?:de (?:familia|cabecera)|general|familiar)/,
    ['Family doctor', 'is the first one to see for most things, at any age'],
    ['Médico de familia', 'es el primero a quien acudir para casi todo, a cualquier edad'],
  ),
  defineKind(
    /\bpediatricians?\b|\bpediatras?\b/,
    ['Pediatrician', 'is a doctor for babies, children and teenagers'],
    ['Pediatra', 'es médico de bebés, niños y adolescentes'],
  ),
  defineKind(
    /\bnurse practitioners?\b|\bnps?\b|\benfermer[oa] practicante/,
    ['Nurse practitioner', 'is a nurse with further training who examines, treats and prescribes'],
    ['Enfermera practicante', 'tiene más formación, examina, trata y receta'],
  ),
  defineKind(
    /\bphysician assistants?\b|\bpas?\b(?! que)|\basistente medic/,
    ['Physician assistant', 'examines, treats and prescribes together with a doctor'],
    ['Asistente médico', 'examina, trata y receta junto con un médico'],
  ),
  defineKind(
    /\bgynecolog|\bobgyns?\b|\bob gyns?\b|\bgyno?s?\b|\bginecolog/,
    ['Gynecologist', 'treats the female organs, and as OB-GYN also cares for pregnancies'],
    ['Ginecólogo', 'trata los órganos femeninos y, como obstetra, atiende embarazos'],
  ),
  defineKind(
    /\bmidwi(?:fe|ves)\b|\b(?:partera|matrona|comadrona)s?\b/,
    ['Midwife', 'cares for normal pregnancies and births'],
    ['Partera', 'atiende embarazos y partos normales'],
  ),
  defineKind(
    /\burologists?\b|\burolog[oa]s?\b/,
    ['Urologist', 'treats the bladder, urine and male organs, and operates on them'],
    ['Urólogo', 'trata la vejiga, la orina y los órganos masculinos, y los opera'],
  ),
  defineKind(
    /\bnephrologists?\b|\bkidney (?:doctor|dr|specialist)s?\b|\bnefrolog/,
    ['Nephrologist', 'treats kidney disease without operating'],
    ['Nefrólogo', 'trata las enfermedades de los riñones sin operar'],
  ),
  defineKind(
    /\baudiologists?\b|\baudiolog[oa]s?\b/,
    ['Audiologist', 'tests hearing and fits hearing aids'],
    ['Audiólogo', 'mide la audición y adapta audífonos'],
  ),
  defineKind(
    /\bents?\b|\botolaryng|\botorrino/,
    ['Otolaryngologist (ENT)', 'is a doctor for ears, nose and throat who also operates'],
    ['Otorrinolaringólogo', 'es médico de oídos, nariz y garganta, y también opera'],
  ),
  defineKind(
    /\borthodontists?\b|\bortodoncista/,
    ['Orthodontist', 'straightens teeth, for example with braces'],
    ['Ortodoncista', 'endereza los dientes, por ejemplo con frenos'],
  ),
  defineKind(
    /\bendodontists?\b|\bendodoncista/,
    ['Endodontist', 'treats the inside of teeth, such as root canals'],
    ['Endodoncista', 'trata el interior de los dientes, como los conductos'],
  ),
  defineKind(
    /\boral surgeons?\b|\bcirujan[oa] (?:oral|maxilofacial|dental)/,
    ['Oral surgeon', 'operates in the mouth and on the jaw, such as wisdom teeth'],
    ['Cirujano oral', 'opera la boca y la mandíbula, como las muelas del juicio'],
  ),
  defineKind(
    /\bdentists?\b|\bdentistas?\b/,
    ['Dentist', 'checks, cleans and fills teeth'],
    ['Dentista', 'revisa, limpia y empasta los dientes'],
  ),
  defineKind(
    /\b(?:dietitians?|nutritionists?)\b|\bnutri(?:cionista|olog)/,
    ['Dietitian', 'plans what to eat with an illness or for a weight'],
    ['Nutricionista', 'planea qué comer con una enfermedad o para un peso'],
  ),
  defineKind(
    /\burgent cares?\b|\batencion urgente|\burgencias menores/,
    ['Urgent care', 'treats what cannot wait for an appointment and is no emergency'],
    ['Atención urgente', 'trata lo que no puede esperar una cita y no es una emergencia'],
  ),
  defineKind(
    /\b(?:emergency rooms?|er)\b|\bsala de (?:emergencias?|urgencias)/,
    ['Emergency room', 'treats what may endanger a life, at any hour'],
    ['Sala de emergencias', 'trata lo que puede poner en peligro la vida, a cualquier hora'],
  ),
]
