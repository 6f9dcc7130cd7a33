import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ListedKind, listedKind } from './listed-kind.ts'

const lists: readonly (readonly [
  cells: readonly string[],
  file: string,
  named: string,
  kind: ListedKind | null,
])[] = [
  [['00-09'], 'places.csv', 'HARBOR', 'hospital'],
  [['Hospital'], 'places.csv', 'HARBOR', 'hospital'],
  [['', '00-85'], 'us_hospitals.csv.gz', 'HARBOR', 'hospital'],
  [['12-70'], 'Womens-Health.csv', 'HARBOR', "women's health clinic"],
  [["Women's Health"], "women's_health_2026.csv", 'HARBOR', "women's health clinic"],
  [['VA Facility'], 'places.csv', 'HARBOR', 'Veterans Affairs facility'],
  [['IHS Facility'], 'hospitals.csv', 'HARBOR', 'Indian Health Service facility'],
  [['12-70'], 'places.csv', 'HARBOR', null],
  [['', '', '12-Z1'], 'us_hospitals.csv.gz', 'HARBOR', null],
  [['', '', '12-Z1'], 'us_hospitals.csv.gz', 'Harbor Hospital, Inc.', 'hospital'],
  [['', '', '12-Z1'], 'us_hospitals.csv.gz', 'Harbor Hospital Physicians', null],
  [['', '', '12-70'], 'womens_health.csv', 'Harbor Hospital Physicians', "women's health clinic"],
  [[''], 'hospital_visits.csv', 'HARBOR', null],
  [['constructor'], 'places.csv', 'HARBOR', null],
]
for (const [cells, file, named, kind] of lists) {
  test(`${named} of ${JSON.stringify(cells)} in ${file} is ${kind ?? 'nothing in particular'}`, () => {
    assert.equal(listedKind(cells, file, named), kind)
  })
}
