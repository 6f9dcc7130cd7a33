/** Black or tarry stool with dizziness is an emergency; a stool that food, iron or a disease of the past explains is none. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listNotices, todoOptions } from './list-notices.fixture.ts'

for (const [kind, texts] of Object.entries({
  body: [
    'my stool has been tarry since monday and i feel lightheaded',
    'black sticky poop and i fainted in the shower',
    'number two is pitch black and im woozy whenever i get up',
    'bm this morning looked like tar, now the room spins',
    'went to the bathroom and it was jet black and smelly, i feel weak and shaky',
    'dad says his poo is black and he nearly passed out walking to the mailbox',
    'my stools look like coffee grounds and i almost blacked out',
    'tarry bowel movements plus my head swims when i stand',
    'pooping black goo, legs feel like jelly and im white as a sheet',
    'i take naproxen daily, my poop turned black and i get dizzy each time i stand',
    'grandma is pooping black sludge and she collapsed on the way to bed',
    'dark sticky stool for two days and my heart races when i get out of bed',
    'every time i get up i nearly faint, and my bowel movements are black as tar',
    'passing black stool and feeling faint',
    'on eliquis and the toilet is full of black tarry stuff',
    'my husband went number two and it was black and sticky, he is dizzy and sweaty',
    'hago popó negro como alquitrán y me mareo al pararme',
    'mi papá tiene las heces negras y casi se desmaya',
    'evacuo negro y pegajoso, me siento muy débil y mareada',
    'caca negra desde ayer y casi me desmayo cuando me levanto',
    'my stool looks like used motor oil and i had to sit down on the floor so i wouldnt faint',
    'poops have been black and smell awful, i get winded walking to the kitchen and my heart pounds',
    'nana on warfarin has tarry diarrhea',
    'crapping black tar, vision goes dark when i stand',
    'the toilet looked full of black tar and my knees buckled, almost passed out',
    'my bms turned jet black and im pale and clammy',
    'black as tar number 2s and i almost keeled over',
    'melena and lightheaded',
    'shitting black sludge like tar for 2 days, head spinning',
    'estoy obrando negro y se me oscurece la vista al pararme, casi me desmayo',
    'mi abuela hizo popó negro como brea y está pálida con sudor frío',
    'heces como borra de café y mareo',
  ],
}))
  for (const text of texts)
    test(`black stool with dizziness is an emergency: ${text}`, () =>
      assert.ok(listNotices(text).includes(kind)))

for (const text of [
  'i started iron and my stool is black, is that normal',
  'black poop from pepto bismol yesterday',
  'gastro for a colonoscopy, my stools were dark last year',
  'my poop is dark brown and im tired',
  'dizzy when i stand up for months, cardiologist',
  'babys first poop is black and sticky like tar, when does it change',
  'how do they test stool for hidden blood',
  'coffee gives me the runs, gi doctor',
  'coffee grounds clogged the sink lol, anyway need a dentist',
  'the parking lot tar stuck to my black shoes and i need a podiatrist',
  'had a bleeding ulcer in 2015 with black stool, need a new gi doctor',
  'heces negras por el hierro, es normal',
  'tengo estreñimiento y popó duro',
  'poop is green after spinach smoothies',
  'black dots in my vision, eye doctor',
  'black toilet seat made me dizzy lol, anyway need a plumber or a dentist',
  'is black stool from iron pills normal, i feel fine',
  'everything is so sticky in this heat and im dizzy with all the choices, who takes aetna',
  'ostomy supplies and stool bags',
  'stool softener for my mom',
  'popó verde en mi bebé es normal',
  'i had a gi bleed with black stools 3 years ago, need a yearly check',
])
  test(`no emergency: ${text}`, todoOptions(text), () => assert.deepEqual(listNotices(text), []))
