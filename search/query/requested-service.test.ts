import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { emptyResources } from './empty-resources.fixture.ts'
import { parseQuery } from './parse-query.ts'

function firstSpecialty(query: string): string | undefined {
  const [code = ''] = parseQuery(query, 'providers', 'hybrid', emptyResources).text.codes.keys()
  return taxonomyOf(code)?.name
}

for (const [query, specialty] of Object.entries({
  'PT eval and treat, R rotator cuff repair 6 wks out': 'physical therapist',
  '72F s/p CVA with L hemiparesis, needs outpatient OT': 'occupational therapist',
  'rectal bleeding s/p polypectomy, needs LAR': 'colorectal surgeon',
  'COPD on home O2, refer to podiatry': 'podiatrist',
  'leg pain, vascular consult': 'vascular surgeon',
  'pt with new onset afib need ep referral': 'cardiac electrophysiologist',
  'diabetes with neuropathy podiatry consult': 'podiatrist',
  'vascular eval, CKD 5': 'vascular surgeon',
  'aphasia therapy s/p L MCA CVA': 'speech-language pathologist',
  'work conditioning after rotator cuff repair': 'physical therapist',
  'low vision rehab AMD': 'low vision optometrist',
  'pulm rehab COPD': 'certified respiratory therapist in lung rehabilitation',
  'knee injection, dx CKD 5': 'orthopedic surgeon',
}))
  test(`${query} requests a ${specialty}, before its history and reason`, () =>
    assert.equal(firstSpecialty(query), specialty))

test('seizures start in the arm: "start" within a clause requests no service', () =>
  assert.equal(firstSpecialty('seizures start in the arm'), 'neurologist'))

test('hormone therapy prostate cancer requests no service apart from the cancer', () =>
  assert.match(firstSpecialty('hormone therapy prostate cancer') ?? '', /oncologist$/))

for (const query of ['ACL tear, surgical eval', 'ACL tear needs surgery', 'ACL tear consult'])
  test(`${query}: a general word requests no other field`, () =>
    assert.match(firstSpecialty(query) ?? '', /^orthopedic/))
