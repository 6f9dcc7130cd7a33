import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { extractPreferences, type ExtractedPreferences } from './extract-preferences.ts'

const none: Omit<ExtractedPreferences, 'adult'> = {
  languages: [],
  gender: null,
  child: false,
  family: false,
  older: false,
  pregnant: false,
  telehealth: false,
  accepting: false,
}

type Case = readonly [query: string, found: Partial<ExtractedPreferences>, rest: string]

function check(guarantee: string, cases: readonly Case[]): void {
  for (const [query, found, rest] of cases) {
    test(`${guarantee}: ${query}`, () => {
      const extraction = extractPreferences(wordsOf(query))
      const { adult, ...others } = extraction.found
      assert.deepEqual(others, { ...none, ...found })
      assert.equal(extraction.rest.join(' '), rest)
      assert.ok(!(adult && others.child))
    })
  }
}

check('reads a language by its English or native name and removes its cue', [
  ['heart doctor who speaks Spanish', { languages: ['es'] }, 'heart doctor'],
  ['Spanish-speaking pediatric dentist', { languages: ['es'], child: true }, 'pediatric dentist'],
  ['español', { languages: ['es'] }, ''],
  ['dentista, se habla español', { languages: ['es'] }, 'dentista'],
  ['psicólogo que hable inglés', { languages: ['en'] }, 'psicologo'],
  ['dermatologist speaks Mandarin', { languages: ['cmn', 'zh'] }, 'dermatologist'],
  ['cardiologist who speaks Cantonese or Mandarin', { languages: ['yue', 'zh', 'cmn'] }, 'cardiologist'],
  ['therapist fluent in ASL', { languages: ['ase'] }, 'therapist'],
  ['doctor who signs ASL', { languages: ['ase'] }, 'doctor'],
  ['sign language interpreter dentist', { languages: ['ase'] }, 'dentist'],
  ['American Sign Language', { languages: ['ase'] }, ''],
  ['french', { languages: ['fr'] }, ''],
  ['spanish and portuguese speaking doctor', { languages: ['es', 'pt'] }, 'doctor'],
  ['dentist in Polish', { languages: ['pl'] }, 'dentist'],
  ['Polish doctor', { languages: ['pl'] }, 'doctor'],
  ['haitian creole pediatrician', { languages: ['ht'], child: true }, 'pediatrician'],
  ['doctor who speaks creole', { languages: ['ht', 'kea'] }, 'doctor'],
  ['Cape Verdean Creole speaking nurse', { languages: ['kea'] }, 'nurse'],
  ['therapist vietnamese', { languages: ['vi'] }, 'therapist'],
  ['доктор русский', { languages: ['ru'] }, 'доктор'],
  ['中文 dentist', { languages: ['zh', 'cmn', 'yue'] }, 'dentist'],
  ['tiếng Việt', { languages: ['vi'] }, ''],
  ['family doctor who also speaks Farsi', { languages: ['fa'] }, 'family doctor'],
  ['eye doctor spanish near 02903', { languages: ['es'] }, 'eye doctor near 02903'],
])

const commonLanguages =
  'Spanish Chinese Mandarin Cantonese Tagalog Filipino Vietnamese Arabic French Korean Russian Portuguese ' +
  'Hindi German Polish Italian Urdu Persian Farsi Telugu Tamil Gujarati Bengali Punjabi Marathi Malayalam Kannada ' +
  'Nepali Japanese Greek Thai Lao Khmer Cambodian Hmong Burmese Karen Indonesian Hebrew Yiddish Turkish Armenian ' +
  'Ukrainian Romanian Serbian Croatian Bosnian Albanian Bulgarian Czech Slovak Hungarian Lithuanian Dutch Swedish ' +
  'Norwegian Danish Finnish Somali Amharic Tigrinya Oromo Swahili Kinyarwanda Yoruba Igbo Hausa Twi Wolof Pashto Dari ' +
  'Kurdish Ilocano Cebuano Hawaiian Samoan Tongan Marshallese Navajo'

for (const language of commonLanguages.split(' ')) {
  test(`knows the languages most spoken in the United States: ${language}`, () => {
    const { found, rest } = extractPreferences(wordsOf(`doctor who speaks ${language}`))
    assert.ok(found.languages.length >= 1)
    assert.deepEqual(rest, ['doctor'])
  })
}

check('leaves a word that is a language in another context', [
  ['nail polish allergy', {}, 'nail polish allergy'],
  ['allergic to nail polish', {}, 'allergic to nail polish'],
  ['dutch elm disease', {}, 'dutch elm disease'],
  ['german measles', {}, 'german measles'],
  ['japanese encephalitis vaccine', {}, 'japanese encephalitis vaccine'],
  ['chinese medicine doctor', {}, 'chinese medicine doctor'],
  ['thai massage', {}, 'thai massage'],
  ['dentist Portuguese Bend', {}, 'dentist portuguese bend'],
  ['doctor in Spanish Fork', {}, 'doctor in spanish fork'],
  ['dentist in French Lick', {}, 'dentist in french lick'],
  ['dr maria french', {}, 'dr maria french'],
  ['dr french cardiologist', {}, 'dr french cardiologist'],
  ['karen chamorro', {}, 'karen chamorro'],
  ['speech and language therapy', {}, 'speech and language therapy'],
])

check('reads the gender of the clinician beside a word for one', [
  ['female gynecologist', { gender: 'F' }, 'gynecologist'],
  ['female not male urologist', { gender: 'F' }, 'urologist'],
  ['female, no male, dermatologist', { gender: 'F' }, 'dermatologist'],
  ['male and not female therapist', { gender: 'M' }, 'therapist'],
  ['woman, not a man, dentist', { gender: 'F' }, 'dentist'],
  ['no male, female cardiologist', { gender: 'F' }, 'cardiologist'],
  ['gynecologist, female rather than male', { gender: 'F' }, 'gynecologist'],
  ['prefer a woman and not a man', { gender: 'F' }, ''],
  ['dentista mujer y no hombre', { gender: 'F' }, 'dentista'],
  ['male, never female, urologist', { gender: 'M' }, 'urologist'],
  ['my partner is female not male', {}, 'my partner is female not male'],
  ['hair loss in a female not male', {}, 'hair loss in a female not male'],
  ['woman doctor', { gender: 'F' }, 'doctor'],
  ['prefer male MD', { gender: 'M' }, 'md'],
  ['female MD for allergies', { gender: 'F' }, 'md for allergies'],
  ['lady dentist', { gender: 'F' }, 'dentist'],
  ['male therapist', { gender: 'M' }, 'therapist'],
  ['ob/gyn female', { gender: 'F' }, 'ob gyn'],
  ['female primary care doctor', { gender: 'F' }, 'primary care doctor'],
  ['female Spanish-speaking dermatologist', { gender: 'F', languages: ['es'] }, 'dermatologist'],
  ['dermatologist female near boston', { gender: 'F' }, 'dermatologist near boston'],
  ['a therapist who is a woman', { gender: 'F' }, 'a therapist'],
  ['prefer a woman', { gender: 'F' }, ''],
  ['urologist, male only', { gender: 'M' }, 'urologist'],
  ['female PCP', { gender: 'F' }, 'pcp'],
  ['doctora mujer', { gender: 'F' }, 'doctora'],
  ['una doctora para la piel', { gender: 'F' }, 'una doctora para la piel'],
  ['therapist not male', { gender: 'F' }, 'therapist'],
  ['gyno but not a man', { gender: 'F' }, 'gyno'],
  ['dentist, anyone but a woman', { gender: 'M' }, 'dentist'],
  ['a dentist, not a woman, near boston', { gender: 'M' }, 'a dentist near boston'],
  ['psiquiatra que sea hombre', { gender: 'M' }, 'psiquiatra'],
  ['female urologist for male infertility', { gender: 'F' }, 'urologist for male infertility'],
])

check('reads either gender as no preference', [['male or female therapist', {}, 'therapist']])

check('leaves a gender that belongs to the topic or the patient', [
  ["women's health", {}, 'women health'],
  ["women's health doctor", {}, 'women health doctor'],
  ["men's doctor", {}, 'men doctor'],
  ['female pattern baldness', {}, 'female pattern baldness'],
  ['male infertility', {}, 'male infertility'],
  ['male infertility specialist', {}, 'male infertility specialist'],
  ['urologist male infertility', {}, 'urologist male infertility'],
  ['male enhancement', {}, 'male enhancement'],
  ['female urology', {}, 'female urology'],
  ['doctor for a female patient', {}, 'doctor for a female patient'],
  ['i am a female looking for help', {}, 'i am a female looking for help'],
  ['she needs her doctor', {}, 'she needs her doctor'],
  ['doctora', {}, 'doctora'],
])

check('detects a child and keeps its words', [
  ['my son has autism', { child: true }, 'my son has autism'],
  ['dentist for toddlers', { child: true }, 'dentist for toddlers'],
  ['dentist for my kiddo', { child: true }, 'dentist for my kiddo'],
  ['dentist for little ones', { child: true }, 'dentist for child'],
  ['my little one has a rash', { child: true }, 'my child has a rash'],
  ['bumps, little ones on my neck', {}, 'bumps little ones on my neck'],
  [
    'pregnant, history of vesicoureteral reflux',
    { pregnant: true },
    'pregnant history of vesicoureteral reflux',
  ],
  ['ultrasound, our little one on the way', {}, 'ultrasound our little one on the way'],
  ['teen therapist', { child: true }, 'teen therapist'],
  ['dentista para niños', { child: true }, 'dentista para ninos'],
  ['bebé con fiebre', { child: true }, 'bebe con fiebre'],
])

check('replaces an age with a word for it', [
  ['my 7 year old has asthma', { child: true }, 'my child has asthma'],
  ['18 months old with a fever', { child: true }, 'toddler with a fever'],
  ['5yo ear infection', { child: true }, 'child ear infection'],
  ['4-day-old looks yellow', { child: true }, 'baby looks yellow'],
  ['six week old will not latch', { child: true }, 'baby will not latch'],
  ['9 mo with a rash', { child: true }, 'baby with a rash'],
  ['20mo not walking', { child: true }, 'toddler not walking'],
  ['dentist for two year old', { child: true }, 'dentist for toddler'],
  ['16 yo with acne', { child: true }, 'teenager with acne'],
  ['53 year old with chest pain', {}, 'with chest pain'],
  ['82 year old with falls', { older: true }, 'elderly with falls'],
  ['my mother who is 80', { older: true }, 'my mother who is elderly'],
  ['tiene 3 meses y fiebre', { child: true }, 'tiene baby y fiebre'],
  ['my anxious son', { child: true }, 'my anxious son'],
  ["she's six and walks on her toes", { child: true }, 'she child and walks on her toes'],
  ["he's two and a half and not talking", { child: true }, 'he toddler and not talking'],
  ['the office is two and a half miles away', {}, 'the office is two and a half miles away'],
  ["I'm sixty eight and up all night", { older: true }, 'im elderly and up all night'],
  ["I'm forty three is it too late for braces", {}, 'im is it too late for braces'],
])

check('removes an age beside a word for a child', [
  ['my 3 year old daughter', { child: true }, 'my daughter'],
  ['pediatrician for 3 year old', { child: true }, 'pediatrician for'],
  ['doctor para mi hijo de 5 años', { child: true }, 'doctor para mi hijo de'],
  ["my daughter's sixteen and she faints", { child: true }, 'my daughter and she faints'],
  ["my son fell he's seven", { child: true }, 'my son fell he'],
])

check('does not read a duration as an age', [
  ['dolor hace 5 años', {}, 'dolor hace 5 anos'],
  ['back pain for 5 years', {}, 'back pain for 5 years'],
  ['cough for 2 mo', {}, 'cough for 2 mo'],
  ['surgery 6 months ago', {}, 'surgery 6 months ago'],
  ['stitches out in 10 days', {}, 'stitches out in 10 days'],
  ["he's six feet tall", {}, 'he six feet tall'],
  ["I'm one of them", {}, 'im one of them'],
  ["she's two weeks post op", {}, 'she two weeks post op'],
  ['my son three times a day', { child: true }, 'my son three times a day'],
])

check('ignores phrases with a child that are not about a patient', [
  ['having a baby', {}, 'having a baby'],
  ['adult son with schizophrenia', {}, 'adult son with schizophrenia'],
  ['my 40 year old son', {}, 'my son'],
  ['my daughter is 30', {}, 'my daughter is'],
  ['mis dientes son amarillos', {}, 'mis dientes son amarillos'],
])

check('does not take the company of an adult for a patient, and removes it', [
  ['my back hurts from lifting my toddler', {}, 'my back hurts from lifting my'],
  ['winded when i play with my kids', {}, 'winded when i play with my'],
  ["I'm eighty four and my kids took my keys", { older: true }, 'im elderly and my took my keys'],
  ["I'm thirty four and my kids have asthma", { child: true }, 'im and my kids have asthma'],
  ['leaking since my second kid', {}, 'leaking since my second'],
  ['dolor de espalda al cargar a mi bebe', {}, 'dolor de espalda al cargar a mi'],
  ['help with my kids asthma', { child: true }, 'help with my kids asthma'],
])

check('does not take a child who notices a complaint for a patient', [
  ['my husband snores and the kids can hear him', {}, 'my husband snores and the kids can hear him'],
  ['my daughter says im deaf', {}, 'my daughter says im deaf'],
  ['my daughter can hear fine', { child: true }, 'my daughter can hear fine'],
])

check('does not take a wish for a child for a patient', [
  ['trying for a baby since march', {}, 'trying for a baby since march'],
  ['hoping for another child', {}, 'hoping for another child'],
  ['tratamos de tener un bebe', {}, 'tratamos de tener un bebe'],
  ['cream for a baby', { child: true }, 'cream for a baby'],
])

check('reads a request for a whole family and removes its children', [
  ['doctor for the whole family and two toddlers', { family: true }, 'doctor for the whole family and two'],
  ['doctor for me and my kids', { family: true }, 'doctor for me and my'],
  ['medico para toda la familia', { family: true }, 'medico para toda la familia'],
])

for (const [query, isAdult] of Object.entries({
  'my knee clicks': true,
  '53 year old with gout': true,
  'tengo dolor de rodilla': true,
  'my son has gout': false,
  'her knee clicks': false,
  'knee clicks': false,
}))
  test(`knows that the patient is an adult by an age or the first person: ${query}`, () => {
    assert.equal(extractPreferences(wordsOf(query)).found.adult, isAdult)
  })

check('does not take a mother for a child', [
  ['wife is postpartum and weepy', {}, 'wife is postpartum and weepy'],
  ['cannot sleep since the baby was born', {}, 'cannot sleep since the baby was born'],
  ['c section scar hurts baby is 2 weeks', {}, 'c section scar hurts baby is 2 weeks'],
  ['breastfeeding my baby hurts', {}, 'breastfeeding my baby hurts'],
  ['pregnant with baby number two', { pregnant: true }, 'pregnant with baby number two'],
])

check('detects a pregnancy and keeps the words', [
  ['can I take ibuprofen while pregnant', { pregnant: true }, 'can i take ibuprofen while pregnant'],
  ['wife is 34 weeks with swollen hands', { pregnant: true }, 'wife is 34 weeks with swollen hands'],
  ['im eight weeks and need an appointment', { pregnant: true }, 'im eight weeks and need an appointment'],
  ['im six weeks post op', {}, 'im six weeks post op'],
  ['high sugar in pregnancy', { pregnant: true }, 'high sugar in pregnancy'],
  ['dentista para embarazada', { pregnant: true }, 'dentista para embarazada'],
  ['home pregnancy test', {}, 'home pregnancy test'],
  ['avoid pregnancy', {}, 'avoid pregnancy'],
  ['weight gain after pregnancy', {}, 'weight gain after pregnancy'],
  ['help getting pregnant', {}, 'help getting pregnant'],
])

check('detects an older person and keeps the words', [
  ['doctor for elderly', { older: true }, 'doctor for elderly'],
  ['senior care', { older: true }, 'senior care'],
  ['older man with falls', { older: true }, 'older man with falls'],
  ['médico para ancianos', { older: true }, 'medico para ancianos'],
  ['high school senior', {}, 'high school senior'],
])

check('reads telehealth in every wording and removes it', [
  ['telehealth psychiatrist', { telehealth: true }, 'psychiatrist'],
  ['virtual therapist', { telehealth: true }, 'therapist'],
  ['online dermatologist', { telehealth: true }, 'dermatologist'],
  ['cardiologist video visit', { telehealth: true }, 'cardiologist'],
  ['therapist by phone', { telehealth: true }, 'therapist'],
  ['psicólogo en línea', { telehealth: true }, 'psicologo'],
  ['telepsychiatry', { telehealth: true }, 'telepsychiatry'],
  ['virtual colonoscopy', {}, 'virtual colonoscopy'],
  ['online gambling addiction', {}, 'online gambling addiction'],
  ['book online dentist', {}, 'book online dentist'],
])

check('reads accepting new patients and removes it', [
  ['pediatrician accepting new patients', { accepting: true, child: true }, 'pediatrician'],
  ['dentist who is taking new patients', { accepting: true }, 'dentist'],
  ['therapists open to new patients', { accepting: true }, 'therapists'],
  ['doctor that accepts new patients', { accepting: true }, 'doctor'],
  ['médico que acepte nuevos pacientes', { accepting: true }, 'medico'],
  ['taking blood pressure', {}, 'taking blood pressure'],
])

check('reads several preferences together', [
  [
    'female pediatrician who speaks Spanish accepting new patients telehealth',
    { gender: 'F', languages: ['es'], child: true, telehealth: true, accepting: true },
    'pediatrician',
  ],
])
