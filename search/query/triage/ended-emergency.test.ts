/** An emergency that its own clause calls ended has no notice; another one in a further clause has. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isEnded } from './ended-emergency.ts'
import { listNotices } from './list-notices.fixture.ts'

describe('an ended emergency has no notice', () => {
  for (const text of [
    'My brother was discharged from the psych unit last week and he needs a therapist in Warwick',
    'Dad had a stroke in 2019, needs physical therapy in Cranston',
    'she overdosed two years ago and is sober now, needs a primary care doctor',
    'he stopped breathing as a baby but he is 9 now and healthy, need a pediatrician',
    'I was suicidal last winter, not anymore, I need a therapist who takes Medicaid',
    'discharged from the hospital on Tuesday after a heart attack, looking for a cardiologist',
    'got out of the ER last week after an asthma attack, need a pulmonologist',
    "husband had a seizure back in March, he's fine now, neurologist in Providence please",
    'my mother had a TIA in 2021 and needs a new neurologist',
    'my wife had a miscarriage with heavy bleeding last spring, looking for an OB/GYN',
    'I had a pulmonary embolism three years ago, who follows blood thinners near Pawtucket',
    'she turned blue and choked when she was two, any pediatrician in Newport',
    'mi papá tuvo un derrame en 2018, necesita terapia física',
    'mi hermana salió del hospital la semana pasada después de un infarto, busca cardiólogo',
    'mi hijo tuvo una convulsión hace dos años, ya está bien, necesita neurólogo',
    'mi esposo tuvo un paro cardiaco en 2020, quiere un cardiólogo en Cranston',
    'me dieron de alta el lunes, tuve una neumonía, necesito un médico de cabecera',
    'dejó de respirar de bebé, ahora tiene 9 años, busco pediatra',
    'ya salió del hospital, el dolor de pecho se le quitó, necesita un cardiólogo',
    'had anaphylaxis from shrimp in college, need an allergist in Newport',
  ])
    test(text, () => assert.deepEqual(listNotices(text), []))
})

describe('loss of consciousness long ago has no notice', () => {
  for (const text of [
    'need primary care, passed out drunk years ago',
    'primary care doctor, I fainted in 2015',
    'I blacked out years ago, need a neurologist',
    'she lost consciousness at age 12, looking for a cardiologist',
    'he convulsed as a baby, neurologist please',
    'he nearly drowned when he was 4, needs a pulmonologist',
    'blood draw phobia, fainted decades ago',
    'fainted in 2015, the test came back normal, need a cardiologist',
    'fainted in 2015, need a doctor for this back pain',
    'me desmayé en 2018, busco un cardiólogo',
    'mi mamá se desmayó hace muchos años, necesita un médico',
  ])
    test(text, () => assert.deepEqual(listNotices(text), []))
  for (const text of [
    'fainted years ago and he just fainted again',
    'passed out an hour ago and will not wake up',
    'she fainted in 2015 and now she is unconscious',
    'se desmayó hace años y ahora no despierta',
  ])
    test(text, () => assert.ok(listNotices(text).includes('body')))
})

describe('an emergency beside an ended one has a notice', () => {
  for (const [text, notice] of [
    ['discharged last week, I want to kill myself tonight', 'mind'],
    ["released from the psych ward on Monday, I don't want to live anymore", 'mind'],
    ['she tried to kill herself last month, now she has a knife and locked the door', 'mind'],
    ['I was suicidal two years ago, tonight I took out the gun to end it', 'mind'],
    ['me dieron de alta el lunes y hoy me quiero matar', 'mind'],
    ['estuve internada el año pasado, quiero morirme', 'mind'],
    ['had a stroke in 2019 and now his face is drooping again', 'body'],
    ["she was in the ER last week and today she can't breathe", 'body'],
    ['my dad had a heart attack two years ago, he has crushing chest pain right now', 'body'],
    ["got out of the hospital yesterday and I'm coughing up blood", 'body'],
    ['he overdosed last year and he just took a whole bottle of pills again', 'body'],
    ['my son had a seizure in May and he is having one now', 'body'],
    ["had a TIA in 2021, woke up and can't move my left arm", 'body'],
    ["came home from surgery last week, my leg is swollen and I can't catch my breath", 'body'],
    ['he choked when he was two, he is choking on a grape', 'body'],
    ['the baby came home from the NICU last week and is turning blue', 'body'],
    ['mi papá tuvo un derrame en 2018 y ahora no puede hablar', 'body'],
    ['salió del hospital ayer y tiene un dolor fuerte en el pecho', 'body'],
    ['mi hijo tuvo una convulsión hace un año y está convulsionando ahora', 'body'],
    ['tuve un infarto hace dos años y me duele el pecho y el brazo', 'body'],
    ['she had anaphylaxis once, her throat is closing after a peanut', 'body'],
  ] as const)
    test(text, () => assert.ok(listNotices(text).includes(notice)))
})

test('a clause that goes on has not ended', () => {
  for (const clause of [
    'she had a stroke in 2019 and still cant talk',
    'he has had chest pain since last winter',
    'it was bleeding two years ago and is bleeding again',
    'he stopped breathing as a baby and keeps doing it',
    'sangra desde hace dos anos',
    'he stopped breathing',
  ])
    assert.ok(!isEnded(clause, []), clause)
})
