import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areSimilarNames } from './same-organization.ts'

const names: readonly (readonly [one: string, other: string, same: boolean])[] = [
  ['HARBOR HOSPITAL', 'The Harbor Hospital, L.L.C.', true],
  ["Saint Mary's Hospital of Red Hook", 'ST MARYS HOSPITAL RED HOOK INC', true],
  ['RED HOOK REGIONAL MED CTR', 'Red Hook Regional Medical Center', true],
  ['RED HOOK HOSPITAL', 'RED HOOK HOSPITAL EAST CAMPUS', true],
  ['RED HOOK HLTH SVCS', 'Red Hook Health Services', true],
  ['RED HOOK PEDIATRIC CLINICS', 'RED HOOK PEDIATRICS CLINIC', true],
  ['ST MARY HOSPITAL', "ST. MARY'S HOSPITAL", true],
  ['RED HOOK REG MEM HOSP', 'RED HOOK REGIONAL MEMORIAL HOSPITAL', true],
  ['MERCY HOSPITALS', 'MERCY HOSPITAL PHARMACY', false],
  ['MERCY HOSPITAL', 'MERCY HOSPITAL PHARMACY', false],
  ['COMMUNITY HEALTH CENTER', 'COMMUNITY HEALTH CENTER OF RED HOOK', false],
  ['RED HOOK HOSPITAL', 'RED BANK HOSPITAL', false],
  ['RED HOOK', 'HOOK RED', false],
  ['NORTH HARBOR', 'NORTH HARBORVIEW', false],
  ['THE', 'THE INC', false],
  ['', '', false],
]
for (const [one, other, same] of names) {
  test(`${one} and ${other} are ${same ? 'one name' : 'two names'}`, () => {
    assert.equal(areSimilarNames(one, other), same)
    assert.equal(areSimilarNames(other, one), same)
  })
}
