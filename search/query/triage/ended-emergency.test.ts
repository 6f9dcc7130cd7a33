import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { detectEmergency } from './detect-emergency.ts'

const detect = (text: string) => detectEmergency(text, wordsOf(text)).emergency

describe('an emergency on a past day that ended well has no notice', () => {
  for (const text of [
    'last month her throat closed up after a peanut, we went to the er and everything turned out fine. we need an allergist',
    'el mes pasado se le cerró la garganta por un camarón, todo salió bien, busco alergólogo',
    'two years ago i had chest pain and my arm went numb, two stents, all good now. new cardiologist please',
    'he had a seizure last summer and he is fine now, looking for a neurologist',
    'hace tres meses mi papá tuvo un derrame y le dieron de alta, necesita terapia',
    'she choked on a grape 3 weeks ago, was discharged the same day, and needs a pediatrician',
    'in march i passed out at work, everything is ok, my boss wants a note',
    'ok we are home and he is fine, thank god. i want to change doctors',
  ])
    test(text, () => assert.equal(detect(text), null))
})

describe('is urgent if it did not end, or comes back', () => {
  for (const text of [
    'last month her throat closed up and now it is closing again, she cant breathe',
    'two years ago i had a heart attack and right now my chest is crushing again',
    'he took the whole bottle of pills an hour ago',
    'god told me to hurt her',
    'hace una hora se le durmió un lado de la cara y no puede hablar',
    'she fell last week and is fine but today she cant wake up',
  ])
    test(text, () => assert.notEqual(detect(text), null))
})
