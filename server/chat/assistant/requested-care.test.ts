/** The care that one clause of a long message requests. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { emptyResources } from '@careatlas/search/query/empty-resources.fixture'
import { findCareOfClause } from './requested-care.ts'

describe('the care that a clause requests is found', () => {
  for (const [text, need] of [
    [
      'I work at a shelter. One of our guests wants to stop using heroin, he is asking for detox or methadone.',
      'detox or methadone',
    ],
    ['This is the front desk of a bone clinic and there is a lady here asking for an MRI place', 'mri place'],
    [
      'Our neighbor is 90 and fell twice. She needs someone to come help her with bathing.',
      'come help her with bathing',
    ],
    [
      'My aunt forgets the stove and lost her way home twice, and her doctor shrugs. I would like her seen by a memory clinic.',
      'memory clinic',
    ],
    ['Mi tía vive sola y ya no ve bien de lejos. Quisiera un oculista.', 'oculista'],
  ] as const)
    test(text, () => assert.equal(findCareOfClause(text, emptyResources)?.text, need))
})

describe('no care is requested', () => {
  for (const text of [
    'I would like to know how long this has been running and who pays for it, if you can say so',
    'My cousin wants to move here in the summer and she is looking for an apartment near the water',
    'Necesito ayuda con mi computadora porque no abre la pagina del banco desde ayer',
  ])
    test(text, () => assert.equal(findCareOfClause(text, emptyResources), null))
})
