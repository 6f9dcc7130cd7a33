import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { type Emergency, readEmergency } from './asked-emergency.ts'
import { readWordLimit } from './asked-reading.ts'

function check(guarantee: string, found: Emergency | null, questions: readonly string[]): void {
  for (const question of questions)
    test(`${guarantee}: ${question}`, () => assert.equal(readEmergency(question, wordsOf(question)), found))
}

check('what may cost a life within the hour is an emergency', 'body', [
  'chest pressure with cold sweats',
  'squeezing chest pain down my arm',
  'chest hurts and I can barely breathe',
  'I think my uncle is having a heart attack',
  'mouth drooping on the left',
  'suddenly he cannot talk',
  'right arm went numb all at once',
  'slurring and her face is weak',
  'worst headache I have ever had',
  'roommate overdosed',
  'swallowed a handful of tablets',
  'tongue swelling after a wasp',
  'throat closing',
  'lips swelling and hives',
  'anaphylactic shock',
  'the bleeding will not stop',
  'blood gushing from my leg',
  'coughing up bright red blood',
  'threw up blood',
  'grandpa is unresponsive',
  'she fainted and will not wake up',
  'baby stopped breathing',
  'lips turning blue',
  'seizure that will not stop',
  'toddler drank bleach',
  'carbon monoxide',
  'hit her head and keeps vomiting',
  'stiff neck and fever',
  'one leg swollen and hot after surgery',
  'saw cut off my thumb',
  'dolor muy fuerte en el pecho',
  'no puedo respirar',
  'de repente no puede hablar',
  'se tomó un frasco de pastillas',
  'se le cierra la garganta',
  'sangra y no para',
  'mi papá está inconsciente',
  'dad is clutching his chest',
  'an elephant sits on my chest',
  'chest tightness and shortness of breath',
  'wheezing and having very bad trouble breathing',
  'my words came out scrambled at dinner',
  'she fell and will not come around',
  'our newborn has a fever',
  'fever in my 6 week old',
  'nurse line for my 3 week old with fever',
  'suddenly I cannot see out of one eye',
  'sudden pain in a testicle',
  'water broke at 30 weeks',
  'someone call 911',
  'bleeding really bad',
  'se le adormeció la mitad de la cara',
])

check('whoever means to hurt somebody is in danger', 'mind', [
  'suicidal',
  'I am going to kill myself',
  'thoughts of ending my life',
  'he does not want to live',
  'she wants to die',
  'urge to cut myself',
  'voices tell me to hurt people',
  'thoughts about hurting my baby',
  'my sister slit her wrists',
  'me quiero matar',
  'ganas de morir',
  'psychiatric emergency care suicidal',
])

check('what lasts, is past, feared or taught can wait', null, [
  'chest pain on and off for months',
  'chest pain when I climb stairs',
  'chest pain',
  'had a stroke last year',
  'history of heart attack',
  'recovering after an overdose',
  'overdose prevention training',
  'afraid of choking',
  'chronic cough with blood for years',
  'suicide survivors support group',
  'grief after a suicide',
])

check('whoever names a field is sent there', null, [
  'cardiologist for crushing chest pain',
  'neurologist for sudden numbness on one side',
  'counselor for suicidal thoughts',
])

check('words of emergencies in another sense are none', null, [
  'anxiety',
  'heavy bleeding on my period',
  'gums bleed and will not stop',
  'cannot breathe through my nose',
  'stops breathing in his sleep',
  'wake up tired and not rested',
  'my back is killing me',
  'collapsed disc',
  'blue fingers in the cold',
  'drooping eyelid',
  'swollen lips from braces',
  'bee sting on my knee',
  'trouble swallowing pills',
  'blood test',
  'he stops breathing at night',
  'she wakes up gasping',
  'me quiero quitar un lunar',
  'grandpa wants to die at home',
  'quiere morir en su casa',
  'kid with scrambled words when reading',
  'fever for 3 days in my 6 year old',
  'short of breath on stairs',
  'half my face numb from a filling',
  'blind woman needs an eye doctor',
  'dull testicle pain',
  'no appetite',
  'asma y tos',
  '',
])

check('a list of complaints describes an illness', null, [
  'fever, stiff neck, rash, headache, tired',
  'cough, chest pain, coughing up blood, night sweats, weight loss',
])

test('a sign after as many words as are read is not heard', () => {
  const readable = Array.from({ length: readWordLimit }, () => 'cough')
  assert.equal(readEmergency('', [...readable.slice(1), 'suicidal']), 'mind')
  assert.equal(readEmergency('', [...readable, 'suicidal']), null)
})
