/** Words for somebody who treats people, whatever the field, and what may stand before them. */
import { phraseSet } from './token-cursor.ts'

export function isClinician(word: string): boolean {
  return clinicians.has(word) || endings.test(word)
}

/** "dr", before a name. */
export function isTitle(word: string): boolean {
  return word === 'dr' || word === 'dra'
}

const clinicians: ReadonlySet<string> = new Set(
  (
    'doctor doctors dr doc docs physician physicians provider providers clinician clinicians practitioner ' +
    'practitioners specialist specialists therapist therapists counselor counselors counsellor counselling ' +
    'dentist dentists nurse nurses surgeon surgeons midwife midwives doula doulas gyn gyno gynos ob obgyn obgyns ' +
    'pcp pcps gp gps np nps shrink shrinks psych chiropractor chiropractors chiro optometrist optometrists ' +
    'pharmacist orthodontist orthodontists endodontist endodontists periodontist periodontists prosthodontist ' +
    'podiatrist acupuncturist acupuncturists hygienist allergist allergists internist internists intensivist ' +
    'hospitalist orthopedist orthopedists psychotherapist psychotherapists psychoanalyst massagist masseuse ' +
    'caregiver coach doctora doctores doctoras medico medica medicos medicas dentista dentistas enfermera ' +
    'enfermero pediatra pediatras psiquiatra psiquiatras terapeuta terapeutas cirujano cirujana partera ' +
    'especialista especialistas consejero consejera proveedor internista quiropractico'
  ).split(' '),
)

/** `-ologist`, `-iatrist`, `-iatrician` and those of `-ician` who treat, `-ólogo`, `-iatra` and their plurals. */
const endings =
  /(?:ologist|iatrist|iatrician|(?:phys|obstetr|opt|diet|esthet|clin|techn)ician|opath|ologo|ologa|iatra)s?$/

/** Between a trait and the clinician: "female primary care doctor"; nothing that only one sex has. */
export const saidBetween = phraseSet(`
  primary care, family, family medicine, internal medicine, mental health, general, eye, foot, heart, skin, bone, back
  ear nose throat, ent, massage, physical, occupational, speech, behavioral health, nurse, sports medicine, pain
  pediatric, orthopedic, cardiac, plastic, marriage, couples, trauma, grief, brain, spine, hand, knee, licensed, young
  older, experienced, good, new, best, black, african american, latina, latino, asian, white, muslim, christian, jewish
  hispanic, child, kids, ob, medical, health care, healthcare, addiction, trans friendly, gay, lgbt
`)
