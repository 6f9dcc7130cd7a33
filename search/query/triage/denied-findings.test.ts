/** Findings that a chart denies are neither a crisis nor an emergency, unless the person contradicts the chart or names a sign. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listNotices } from './list-notices.fixture.ts'

for (const [kind, texts] of Object.entries({
  mind: [
    'he denies it but my brother is suicidal',
    'they denied my claim and now i want to kill myself',
    'my chart says denies suicidal ideation but i lied, i want to die tonight',
    'my daughter denies being suicidal but i found a goodbye note',
    'the doctor wrote no suicidal ideation but i am suicidal now',
    'niega ideas suicidas pero encontré su carta de despedida',
    'told them no suicidal ideation but it was a lie',
    'chart says denies suicidal thoughts but thats not true, i think about it every night',
    'the hospital denied me a bed and im still suicidal',
    'the er turned him away and he is talking about suicide',
    'he denied having a plan but i found a noose in the closet',
    'my claim was denied. i have pills and im ready to end it',
  ],
  body: [
    'er said negative for a heart attack yesterday and now my chest is crushing and im sweating',
    'denies chest pain but he is gray and passed out',
    'insurance denied my claim and my husband is having a stroke right now',
    'they ruled out a stroke last week but today half my face dropped and i cant talk',
    'my heart test was negative and now my chest hurts down my arm and i am sweating',
    'denied any allergies but now her throat is closing',
    'no fever but he cant breathe and is turning blue',
  ],
}))
  for (const text of texts)
    test(`urgent beside a denied finding: ${text}`, () => assert.ok(listNotices(text).includes(kind)))

for (const text of [
  'visit note says "denies SI/HI", what does that mean',
  'my chart says patient denies chest pain and shortness of breath',
  'the notes say negative for suicidal ideation',
  'under psych it says suicidal thoughts: none',
  'depression screen in my portal: suicidal ideation not present',
  'discharge papers say "no evidence of stroke"',
  'it says in my records that i denied suicidal ideation',
  'summary says homicidal ideation - denied',
  'chart: denies chest pain, denies fainting, denies seizures. can i get it corrected',
  'patient denies suicidal or homicidal ideation, do i need a referral for therapy',
  'why does my visit summary list suicide risk: low',
  'ct was negative for stroke, need a headache doctor',
  'er ruled out a heart attack, they said see a cardiologist',
  'test was negative for pulmonary embolism, who does follow up',
  'the form said thoughts of self harm: no',
  'my after visit summary says "self-harm: denied", what is that',
  'doctor wrote "no suicidal ideation" in my notes, why',
  'el expediente dice "niega ideación suicida"',
  'en mi nota dice ideas suicidas: negadas',
  'dice paciente niega dolor de pecho, necesito una copia',
  'resultado negativo para infarto, busco cardiólogo',
  'portal says "SI: denied, HI: denied", what are those',
  'my kids school form came back suicide risk none, do we still need a counselor',
  'discharge note: no homicidal or suicidal ideation. how do i get that removed',
  'questionnaire result: thoughts of suicide - negative',
  'my records say denies self harm, i never even got asked',
  'er paperwork says negative for sepsis, who do i see for the cough',
  'they ruled out meningitis last night, still tired, need a pediatrician',
  'denied suicidal thoughts is on my chart and my employer saw it',
  'la doctora anotó "sin ideación suicida", eso qué significa',
  'en el resumen dice niega pensamientos suicidas y homicidas',
])
  test(`a denied finding is not urgent: ${text}`, () => assert.deepEqual(listNotices(text), []))
