import assert from 'node:assert/strict'
import { test } from 'node:test'
import { organizationName, otherOrganizationName } from './organization-name.ts'

/** The cell → the legal name, and the other name it would be. */
const names: Readonly<Record<string, [legal: string | null, other: string | null]>> = {
  'Heart Clinic, LLC': ['HEART CLINIC, LLC', 'HEART CLINIC, LLC'],
  'DBA Merrimack Hospital': ['MERRIMACK HOSPITAL', 'MERRIMACK HOSPITAL'],
  'D/B/A HEART CLINIC': ['HEART CLINIC', 'HEART CLINIC'],
  'd.b.a. heart clinic': ['HEART CLINIC', 'HEART CLINIC'],
  'HEART CLINIC DBA': ['HEART CLINIC', 'HEART CLINIC'],
  'SMITH INC DBA HEART CLINIC': ['SMITH INC DBA HEART CLINIC', 'SMITH INC DBA HEART CLINIC'],
  'DBAKER CLINIC': ['DBAKER CLINIC', 'DBAKER CLINIC'],
  DBA: ['DBA', 'DBA'],
  None: ['NONE', null],
  'n/a': ['N/A', null],
  'NOT APPLICABLE.': ['NOT APPLICABLE.', null],
  'dba none': ['NONE', null],
  '<UNAVAIL>': [null, null],
}

for (const [cell, [legal, other]] of Object.entries(names)) {
  test(`${JSON.stringify(cell)} is the legal name ${legal} or the other name ${other}`, () => {
    assert.deepEqual([organizationName(cell), otherOrganizationName(cell)], [legal, other])
  })
}
