import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeTextFile } from '../read/text-file.fixture.ts'
import { detectFacilitySource } from './facility-source.ts'

for (const [header, source] of [
  ['"Facility ID","Facility Name","Address"', 'cms_facilities'],
  ['Facility ID,Facility Name,Address', 'cms_facilities'],
  ['\ufeffFacility ID,Facility Name', 'cms_facilities'],
  ['name,address,city,state,zip', 'facility_list'],
  ['provider_num,npi,name', 'facility_list'],
] as const) {
  test(`a table that begins ${header} is of ${source}`, async () => {
    await using file = await writeTextFile('list.csv', `${header}\n`)
    assert.equal(await detectFacilitySource(file.path), source)
  })
}
