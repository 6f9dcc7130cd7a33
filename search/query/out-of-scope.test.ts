import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { isOutOfScope } from './out-of-scope.ts'

function check(guarantee: string, isRejected: boolean, queries: readonly string[]): void {
  suite(guarantee, () => {
    for (const query of queries) test(query, () => assert.equal(isOutOfScope(wordsOf(query)), isRejected))
  })
}

check('rejects requests outside the scope of a directory, even with a symptom', true, [
  'attorney for a botched operation',
  'abogada por un accidente',
  'where to take a first aid course',
  'become a paramedic',
  'pilates instructor certification',
  'phlebotomy school',
  'my cat keeps throwing up',
  'kitten with an eye infection',
  'ear drops for my puppy',
  'veterinary hospital for pets',
  'mi perro tiene tos',
  'compare health insurance quotes',
  'the kitten runs a fever',
  'please help me, my rabbit will not eat',
  'horse with a sore tongue',
  'hot ears on a bunny',
  'my dog is anxious in storms',
  'ferret with swollen lips',
  'comprar seguro medico',
  'i have a puppy with mange',
  'my cats ear is swollen',
  'i have a dog that needs a chiropractor',
  'dog cardiologist',
  'dentist for my cat',
])

check('accepts patients with animals, classes and insurers', false, [
  'power of attorney form from my doctor',
  'sneezing around cats',
  'my lawyer wants a medical report',
  'eyes itch around dogs',
  'tos de perro',
  'puppy chewed my dentures',
  'laboratory animal veterinarian',
  'a rabbit bit my finger',
  'therapist to write an emotional support dog letter',
  'guide dog training for the blind',
  'thrown off while horse riding',
  'grieving my dog',
  'pet scan',
  'hot dog stuck in throat',
  'cat scratch fever',
  'parrot fever',
  'fever after a rabbit licked a cut',
  'horse stepped on me',
  'my asthma and a new kitten',
  'asthma from cats',
  'anxiety about dogs',
  'charley horse at night',
  'hurt my back in downward dog',
  'cat eye syndrome',
  'home nurse who is ok with two dogs',
  'speech therapist, we have three cats',
  'psychologist who brings her dog',
  'childbirth class with a doula',
  'yoga therapist',
  'school nurse',
  'certified nurse midwife',
  'potty training trouble',
  'massage for sore legs after race training',
  'physical for nursing school',
  'my insurance is Oakleaf and I need a dentist',
  'dentist who accepts cheap insurance quotes',
  'vet with ptsd from combat',
  'va clinic for veterans',
  'i have this itchy patch and the dog has it too',
  'can people catch mites from a guinea pig',
  'my arm broke out after sleeping beside my kitten',
])

check('rejects a clinician for a thing of the household', true, [
  'therapist for my couch',
  'surgeon for my roof',
  'chiropractor for the sofa',
  'psychologist for my laptop',
  'doctor for my old car',
  'dermatologist for my leather jacket',
  'massage for my carpet',
  'doctor for my plants near boston',
  'medico para mi coche',
  'terapeuta para mi sillon',
])

check('rejects the title of a work with its kind', true, [
  'heart of darkness novel',
  'love in the time of cholera novel',
  'brave heart movie',
  'the bell jar audiobook',
  'heart of gold song lyrics',
  'the good doctor tv show',
  'doctor strange movie cast',
  'pain and glory film',
  'grey matter season 3',
  'a play by anton chekhov',
  'doctor zhivago novel',
  'la novela de amor y corazon',
])

check('keeps needs that resemble them', false, [
  'therapist for my couples issues',
  'therapist for my car phobia',
  'doctor for my back',
  'surgeon for my knee',
  'doctor for my car accident injuries',
  'therapist for my table manners',
  'back pain from my couch',
  'fell off my roof',
  'hit my head on the window',
  'nurse for my home',
  'reading a novel gives me headaches',
  'watching movies hurts my eyes',
  'i have a film over my eye',
  'chest x ray film',
  'i read a book about depression',
  'cannot follow a movie',
  'tear film',
])

check('rejects a game, and the title of a well-known work alone', true, [
  'the hunger games',
  'hunger games',
  'los juegos del hambre',
  'squid game',
  'game of thrones cast',
  'heart of darkness',
  'the walking dead',
  'brain on fire',
  'the body keeps the score',
  'board games near me',
  'video games',
])

check('keeps needs that have words of titles and games', false, [
  'hunger all the time',
  'good doctor',
  'a good doctor near me',
  'video game addiction',
  'wrist pain from video games',
  'my son plays video games all night',
  'my dad walks like the walking dead',
  'my brain is on fire',
  'shining lights in my eyes',
  'feels like a heart of darkness in me',
])
