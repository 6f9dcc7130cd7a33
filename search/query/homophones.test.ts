import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { withoutHomophones } from './homophones.ts'

suite('a word of the same sound is replaced', () => {
  for (const [dictated, meant] of [
    ['Sigh cologist for my teen', 'psychologist for my teen'],
    ['there a pist near me', 'therapist near me'],
    ['a derma tologist, please', 'a dermatologist, please'],
    ['die it tishun', 'dietitian'],
    ['my thigh roid is slow', 'my thyroid is slow'],
    ['sigh attica down one leg', 'sciatica down one leg'],
    ['I have plant her fasciitis', 'I have plantar fasciitis'],
    ['high bee pee', 'high blood pressure'],
    ['my left need hurts', 'my left knee hurts'],
    ['her need is swollen', 'her knee is swollen'],
    ['my I is red', 'my eye is red'],
    ['I doctor for glasses', 'eye doctor for glasses'],
    ['I knead a dentist', 'I need a dentist'],
    ['pain behind my ice', 'pain behind my eyes'],
    ['my sun has a rash', 'my son has a rash'],
    ['wax from my years', 'wax from my ears'],
    ['my years are plugged', 'my ears are plugged'],
    ['a mowl on my back', 'a mole on my back'],
    ['prostrate exam', 'prostate exam'],
    ['mail doctor', 'male doctor'],
    ['dentist that excepts medicaid', 'dentist that accepts medicaid'],
    ['taking new patience', 'taking new patients'],
    ['hart stress test', 'heart stress test'],
    ['bowl movements hurt', 'bowel movements hurt'],
    ['very close veins', 'varicose veins'],
    ['gall bladder attack', 'gallbladder attack'],
  ] as const)
    test(dictated, () => assert.equal(withoutHomophones(dictated), meant))
})

suite('the same word in another sense remains', () => {
  for (const text of [
    'i need a doctor',
    'my need is to find a dentist',
    'my needs have changed',
    'I have a rash',
    'my sun allergy is back',
    'sun burn on my shoulders',
    'two years of pain',
    'my years of smoking',
    'last year my knee hurt',
    'vertical ridges on my nails',
    'low energy',
    'green tea for weight loss',
    'mail order pharmacy',
    'Dr. Hart in Warwick',
    'my uncle is swollen',
    'my wound will not heal',
    'it hurts but only at night',
    'everyone knows my nose is broken',
    'at risk for fractures',
    'sore throat for a week',
    'three weeks pregnant',
    'lose weight',
    'garden plant allergy',
    'kneading bread hurts my wrists',
    'ice for my knee',
    'tengo dolor de oído',
  ])
    test(text, () => assert.equal(withoutHomophones(text), text))
})
