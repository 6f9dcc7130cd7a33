import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { withoutBillingCodes } from './billing-codes.ts'
import { emptyResources } from './empty-resources.fixture.ts'
import { parseQuery } from './parse-query.ts'

for (const [written, words] of Object.entries({
  'M54.50 PT': 'dx low back pain,  PT',
  'I48.91': 'dx atrial fibrillation and flutter',
  'ICD-10 G43.909': 'dx migraine',
  'dx F32.9': 'dx depressive episode',
  'CPT 97110': 'physical therapy',
  'cpt code: 45378': 'colonoscopy',
  'C61 wants surgery': 'dx prostate cancer,  wants surgery',
  D7240: 'oral surgery',
  'HCPCS L1970': 'orthotist brace',
}))
  test(`${written} is ${words}`, () => assert.equal(withoutBillingCodes(written), words))

for (const text of [
  'B12 deficiency',
  'T10 fracture',
  'A1C 9.2',
  'L5 radiculopathy',
  'stage C50',
  'dentist 97110',
  'version 1.C50.9.2',
  'Z99999',
  'CPT 00001',
])
  test(`${text} has no code`, () => assert.equal(withoutBillingCodes(text), text))

for (const [query, specialty] of Object.entries({
  'I48.91 ablation consult': 'cardiac electrophysiologist',
  'R13.12 swallow study': 'speech-language pathologist',
  'N18.6 vascular access declot': 'interventional radiologist',
  'S72.001A home PT': 'physical therapist',
  D4341: 'periodontist',
  'E11.65': 'internist specializing in diabetes',
}))
  test(`${query} is a need for a ${specialty}`, () => {
    const [code = ''] = parseQuery(query, 'providers', 'hybrid', emptyResources).text.codes.keys()
    assert.equal(taxonomyOf(code)?.name, specialty)
  })
