/** Pay, jobs and schools of those who answer emergencies are not urgent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listNotices } from './list-notices.fixture.ts'

for (const [kind, texts] of Object.entries({
  poison: [
    'poison control nurse told me to watch him, now he wont wake up after eating my pills',
    'im a nurse and my son drank bleach',
    'number for poison control, my kid got into rat poison',
    'poison control number',
    'how much bleach is poison, my baby drank some',
    'what does poison control say about tide pods, my kid ate one',
  ],
  mind: [
    'i lost my job as a paramedic and i want to die',
    'i work at a suicide hotline and i am suicidal myself',
    'i make minimum wage, i cant go on, i want to end it',
    'how do i become dead without pain',
    'they wouldnt care, i quit my er nurse job and wrote a note to say goodbye',
  ],
  body: [
    'how do i become calm, my dad is having a heart attack',
    'my husband the paramedic is having chest pain and sweating',
    '911 dispatcher hung up, my wife is not breathing',
    'what pays for an ambulance, dad is unconscious',
    'at work in the er lobby with crushing chest pain down my arm',
  ],
  violence: [
    'my boss the er nurse is stalking me and i am scared',
    'any openings for a domestic violence shelter bed tonight, he found me',
    'working with a domestic violence advocate but he broke in again and hit me',
    'where do i apply for domestic violence help, my husband beats me',
  ],
}))
  for (const text of texts)
    test(`urgent beside the words of a job: ${text}`, () => assert.ok(listNotices(text).includes(kind)))

for (const text of [
  'what does a 911 dispatcher make',
  'how do i become a crisis counselor',
  'salary of a poison control nurse',
  'is poison control hiring',
  'how much do suicide hotline workers get paid',
  'schooling to be an er doctor',
  'jobs at a suicide prevention line',
  'degree needed to work at a crisis center',
  'how do i become an emt, i like helping people',
  'what do paramedics make per hour',
  'want to work as a domestic violence advocate, where do i apply',
  'classes to become a poison specialist',
  'how long is training for a 988 counselor',
  'volunteer at the suicide hotline',
  'career as an emergency room nurse, any tips',
  'interview for a 911 operator job tomorrow',
  'my son wants to be a paramedic, what school',
  'what does a suicide prevention coordinator earn',
  'are there job openings for child abuse investigators',
  'do ambulance drivers get good pay',
  'pay for a sexual assault nurse examiner',
  'cuánto gana un operador del 911',
  'cómo me hago paramédico',
  'trabajo en el centro de envenenamientos, cuánto pagan',
  'quiero estudiar para consejera de crisis de suicidio',
  'average salary for a 988 crisis counselor',
  'can i volunteer for a rape crisis center',
  'how much money does an ambulance driver earn',
  'paramedic school near springfield',
  'is there a shortage of er nurses, how much do they make',
  'what degree do i need to be a suicide prevention trainer',
  'i want to become a toxicologist for the poison center',
  'how do you get hired at the domestic violence hotline',
  'internship at a child abuse center',
  'what do er docs earn in massachusetts',
  'im applying to be a 911 call taker, do i need a physical',
  'i need a physical for my new job as an emt',
  'pre employment drug test for ambulance driver job',
  'busco empleo en la línea de crisis',
  'sueldo de una enfermera de urgencias',
  'quiero trabajar en el centro de violencia doméstica',
])
  test(`work in an emergency service is not urgent: ${text}`, () => assert.deepEqual(listNotices(text), []))
