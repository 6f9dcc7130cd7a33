import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOrganizationName } from './organization-name.ts'

/** The cell and the name; null if the cell states that there is none. */
const names: Readonly<Record<string, string | null>> = {
  'Heart Clinic, LLC': 'HEART CLINIC, LLC',
  'DBA Merrimack Hospital': 'MERRIMACK HOSPITAL',
  'D/B/A HEART CLINIC': 'HEART CLINIC',
  'd.b.a. heart clinic': 'HEART CLINIC',
  'HEART CLINIC DBA': 'HEART CLINIC',
  'SMITH INC DBA HEART CLINIC': 'SMITH INC DBA HEART CLINIC',
  'DBAKER CLINIC': 'DBAKER CLINIC',
  DBA: 'DBA',
  None: null,
  'n/a': null,
  XXX: null,
  'XXX CLINIC': 'XXX CLINIC',
  'NOT APPLICABLE.': null,
  'dba none': null,
  '<UNAVAIL>': null,
}

for (const [cell, name] of Object.entries(names)) {
  test(`${JSON.stringify(cell)} is the name ${name}`, () => assert.equal(parseOrganizationName(cell), name))
}
