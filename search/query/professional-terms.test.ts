import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import type { Collection } from '../search-engine.ts'
import { emptyResources } from './empty-resources.fixture.ts'
import { parseQuery } from './parse-query.ts'

function firstSpecialty(query: string, collection: Collection): string | undefined {
  const [code = ''] = parseQuery(query, collection, 'hybrid', emptyResources).text.codes.keys()
  return taxonomyOf(code)?.name
}

for (const [letters, profession] of Object.entries({
  AGNP: 'adult nurse practitioner',
  COTA: 'occupational therapy assistant',
  PTA: 'physical therapist assistant',
  RBT: 'ABA behavior technician',
  CRRN: 'rehabilitation nurse',
  CPRS: 'peer support specialist',
  FACOG: 'obstetrician-gynecologist',
}))
  test(`the letters ${letters} find a ${profession}`, () =>
    assert.equal(firstSpecialty(letters, 'providers'), profession))

for (const [query, specialty] of Object.entries({
  'ortho spine': 'orthopedic spine surgeon',
  'sports ortho': 'orthopedic sports surgeon',
  'foot and ankle ortho': 'orthopedic foot and ankle surgeon',
  'neuro ophtho': 'neuro-ophthalmologist',
  'behavioral neuro': 'behavioral neurologist',
  'geri psych': 'geriatric psychiatrist',
  'forensic psych': 'forensic psychiatrist',
  'CL psych': 'psychiatrist specializing in physically ill people',
  'repro endo': 'reproductive endocrinologist',
  'pulm crit': 'pulmonologist',
  'interventional cards': 'interventional cardiologist',
  'neuro IR': 'neurosurgeon',
  'heme path': 'hematopathologist',
  'oral path': 'oral pathologist',
  'nuc med': 'nuclear medicine doctor',
  'CV surgery': 'cardiothoracic surgeon',
  'dev peds': 'developmental-behavioral pediatrician',
  prosth: 'prosthodontist',
  optom: 'optometrist',
  tox: 'medical toxicologist',
  SW: 'social worker',
  'voc rehab': 'rehabilitation and disability counselor',
  'inpatient psych': 'psychiatrist',
}))
  test(`the short name "${query}" is that of a ${specialty}`, () =>
    assert.equal(firstSpecialty(query, 'providers'), specialty))

for (const [query, specialty] of Object.entries({
  'SCC scalp Mohs': 'Mohs surgeon',
  'lipids, statin intolerance': 'cardiologist',
  'BRCA RRSO': 'gynecologic oncologist',
  'asthma biologic candidate': 'pulmonologist',
  'PCN allergy delabeling': 'allergist-immunologist',
  'impacted #17 and #32': 'oral and maxillofacial surgeon',
  'febrile sz': 'child neurologist',
  'precocious puberty': 'pediatric endocrinologist',
  'cervical brachy': 'radiation oncologist',
  'oral appliance for OSA': 'orofacial pain dentist',
  'stellate block': 'interventional pain specialist',
  'UFE for fibroids': 'interventional radiologist',
  'prostate CA Gleason 8 wants XRT': 'radiation oncologist',
  'peds dental under GA, ECC, age 3': 'pediatric dentist',
  'CBCT read': 'oral radiologist',
  'CIMT stroke': 'neurological physical therapist',
  'pelvic floor PT postpartum': 'physical therapist',
  'competency to stand trial eval': 'forensic psychiatrist',
  'IOP for EtOH': 'addiction counselor',
  'EI referral speech delay 20mo': 'child development therapist',
  'new T2DM, needs DSMES': 'diabetes nurse',
  'ST eval': 'speech-language pathologist',
}))
  test(`the service "${query}" is that of a ${specialty}`, () =>
    assert.equal(firstSpecialty(query, 'providers'), specialty))

for (const [query, place] of Object.entries({
  'outpatient HD chair TTS': 'dialysis center',
  'IRF s/p CVA': 'rehab hospital',
  'STR after THA': 'nursing home',
  'HH RN and PT after d/c, CHF': 'home health care agency',
  'LTC pharmacy bubble packs for SNF': 'nursing home pharmacy',
  'substance use PHP': 'outpatient addiction clinic',
  'first episode psychosis coordinated specialty care': 'community behavioral health program',
  'trach care supplies': 'medical equipment supplier',
}))
  test(`the service "${query}" is that of a ${place}`, () =>
    assert.equal(firstSpecialty(query, 'locations'), place))
