/** Loss of feeling in the saddle, or of control of the bladder or bowel, with back pain or weak legs is an emergency. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listNotices } from './list-notices.fixture.ts'

for (const [kind, texts] of Object.entries({
  body: [
    'sciatica for months, now i cant tell when i have to pee',
    'lower back pain and my private area went numb',
    'back hurts and i cant feel the toilet paper',
    'numb between my legs since i lifted a couch and my back is killing me',
    'back went out and now im peeing myself without feeling it',
    'slipped disc, lost control of my bowels this morning',
    'both legs are weak and i dont feel it when i pee',
    'my husbands back pain got worse and his groin is numb',
    'my crotch has no feeling and my legs feel weak',
    'i feel nothing down there when i wipe, and shooting pain down both legs',
    'bad back for years but since yesterday my bottom feels asleep and i leak urine',
    'cant feel when i sit on the toilet seat, back pain is terrible',
    'it feels like im sitting on a pillow, no sensation back there, and my back is hurting',
    'pooped my pants and didnt notice, my back has been hurting and legs are going weak',
    'mom has back pain and all of a sudden cant hold her pee and her feet are numb',
    'my genitals are numb and i have pain in my lower back',
    'had back surgery last week and i cant feel my butt or start peeing',
    'herniated disc and i cant pee since last night, numb inner thighs',
    'me duele la espalda y no siento cuando me limpio',
    'dolor de espalda y se me durmió la entrepierna',
    'tengo ciática y hoy me oriné sin darme cuenta',
    'se me duermen las partes íntimas y las piernas están débiles',
    'lifted a washer, felt a pop in my back, now my bum and privates feel numb',
    'shooting pain down both legs and today i pissed myself and didnt even know',
    'disc problem and now theres no sensation when i wipe myself',
    'spine pain is unreal and i havent been able to pee since last night',
    'my wife has sciatica and says her vagina feels asleep',
    'my legs keep buckling and i cant control my bowels all of a sudden',
    'lumbar pain, numb from the butt to between my thighs',
    'hurt my back shoveling, cant feel myself going to the bathroom',
    'got up with back pain and numbness where i sit, like the saddle of a bike',
    'back spasms plus i cant tell when my bladder is full',
    'la espalda me mata y perdí el control de la orina hoy',
    'traigo la columna mal, no siento las nalgas ni cuando hago del baño',
    'piernas flojas y se me sale el popó desde ayer',
  ],
}))
  for (const text of texts)
    test(`loss of feeling or control is an emergency: ${text}`, () =>
      assert.ok(listNotices(text).includes(kind)))

for (const text of [
  'my butt falls asleep when i drive long distances',
  'i leak when i laugh since having twins, and my back aches from carrying them',
  'back pain for years, physical therapist near me',
  'numb hands at night',
  'overactive bladder doctor, i have to pee all the time',
  'my toddler wet himself at school, potty training help',
  'hemorrhoids hurt when i wipe',
  'jock itch in my groin area',
  'bike seat makes me numb after long rides, need a bike fit',
  'pelvic floor therapist for bladder leaks after my baby',
  'cauda equina surgery two years ago, still numb when i wipe, need a new urologist',
  'my mom is incontinent and has a bad back, home health aide',
  'bikini wax in my private area left a rash',
  'me duele la espalda por estar sentado todo el día',
  'se me escapa la orina cuando me río',
  'my foot falls asleep when i sit on the toilet',
  'my son wets himself at night, he is 6',
  'i leak when i cough, pelvic floor pt',
  'back pain and a bladder infection, urgent care not needed, just a doctor',
  'sciatica down my leg for 3 months, chiropractor',
  'horseback riding leaves my inner thighs numb for a bit',
  'dad with parkinsons cant hold his urine anymore, urologist',
  'need depends delivered, incontinence supplies',
  'a waxing burn down there, dermatologist',
  'me duele la cintura y voy mucho al baño a orinar',
])
  test(`no emergency: ${text}`, () => assert.deepEqual(listNotices(text), []))
