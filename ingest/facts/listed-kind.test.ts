import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ListedKind, findListedKind } from './listed-kind.ts'

const lists: readonly (readonly [cells: readonly string[], file: string, kind: ListedKind | null])[] = [
  [['00-09'], 'places.csv', 'hospital'],
  [['Hospital'], 'places.csv', 'hospital'],
  [['', '00-85'], 'us_hospitals.csv.gz', 'hospital'],
  [['12-70'], 'Womens-Health.csv', "women's health clinic"],
  [["Women's Health"], "women's_health_2026.csv", "women's health clinic"],
  [['VA Facility'], 'places.csv', 'Veterans Affairs facility'],
  [['IHS Facility'], 'hospitals.csv', 'Indian Health Service facility'],
  [['12-70'], 'places.csv', null],
  [['', '', '12-Z1'], 'us_hospitals.csv.gz', null],
  [['', '', '12-Z1'], 'womens_health.csv', "women's health clinic"],
  [[''], 'hospital_visits.csv', null],
  [['constructor'], 'places.csv', null],
]
for (const [cells, file, kind] of lists) {
  test(`a place of ${JSON.stringify(cells)} in ${file} is ${kind ?? 'of no listed kind'}`, () => {
    assert.equal(findListedKind(cells, file), kind)
  })
}
