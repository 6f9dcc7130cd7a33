import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { withoutCode } from './code-syntax.ts'
import { parseQuery } from './parse-query.ts'
import { emptyResources } from './empty-resources.fixture.ts'

suite('a query of code is not understood, finds nothing and is not corrected', () => {
  for (const query of [
    "'; DROP TABLE providers; --",
    "'; drop table providers; --' OR 1=1",
    'TRUNCATE TABLE heart',
    'drop schema heart',
    'create user bob',
    "SELECT * FROM doctors WHERE name = 'cough'",
    'UNION SELECT skin FROM users',
    "' OR 'a'='a",
    'DELETE FROM patients WHERE 1=1',
    '../../etc/passwd',
    '..\\..\\eye\\ear',
    '/etc/shadow',
    '<script>alert(1)</script>',
    '<img src=heart onerror=alert(1)>',
    '<div class="skin">',
    'javascript:alert(document.heart)',
    '${jndi:ldap://eye/a}',
    '{{heart*7}}',
    '$(cat eye)',
    '%00%0aeye',
  ])
    test(query, () => {
      const { isUnderstood, text, expanded } = parseQuery(query, 'providers', 'hybrid', emptyResources)
      assert.deepEqual([isUnderstood, text.codes.size, expanded], [false, 0, null])
    })
})

suite('the need beside code remains', () => {
  for (const [query, rest] of [
    ['cardiologist <script>alert(1)</script>', 'cardiologist'],
    ["'; DROP TABLE providers; -- dentist", "'; ; -- dentist"],
    ['knee pain ../../etc/passwd', 'knee pain'],
    ['<b>knee</b> pain', 'knee pain'],
    ['dermatologist ${7*7}', 'dermatologist'],
  ] as const)
    test(query, () => assert.equal(withoutCode(query).trim().replaceAll(/\s+/g, ' '), rest))
})

suite('signs and words of code in other queries remain', () => {
  for (const query of [
    'drop foot',
    'table saw cut my finger',
    'select a doctor from the list',
    'ferritin < 10 and fatigue',
    'BP 150/95, pain/numbness in arm',
    'ob/gyn and/or midwife',
    'A1c = 9.4%',
    'EF 30% heart failure',
    'pain... everywhere',
    'script for ambien',
    'tennis/golf elbow',
    'c/o chest tightness w/ SOB',
    'dr. smith or dr. jones',
    'delete my appointment, alert mom',
    'i feel <5 min dizzy {sometimes}',
    'union select health plan',
    'create a care plan, drop off forms',
    '$50 copay',
  ])
    test(query, () => assert.equal(withoutCode(query), query))
})
