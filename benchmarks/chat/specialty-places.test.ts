/** Over the demo region, which has no methadone clinic, sleep laboratory or pain clinic: clinicians of the field are listed instead, and no other places. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openDemoDirectory } from './demo-directory.ts'
import { runMessages } from './run-dialogue.ts'
import { formatTranscript } from './transcript.ts'

const directory = await openDemoDirectory()
after(() => directory[Symbol.asyncDispose]())

async function ask(text: string): Promise<string> {
  return formatTranscript(await runMessages([text], directory))
}

describe('a place for addiction that is not registered', () => {
  for (const text of [
    'where can I find a methadone clinic near Cranston RI',
    'methadone place close to Pawtucket',
    'opioid treatment program in Warwick',
    'suboxone clinic near Providence',
    'alcohol rehab in Pawtucket',
    'residential rehab for drinking near Cranston',
    'detox center near Cranston',
    'una clínica de metadona cerca de Pawtucket',
    'programa de metadona en Cranston',
    'busco un centro de rehabilitación de drogas en Warwick',
  ])
    test(text, async () => {
      const answer = await ask(text)
      assert.match(answer, /No place of care matches|Ningún lugar de atención coincide/)
      assert.match(answer, /Psychiatric nurse practitioner|práctica avanzada en psiquiatría|ddiction/)
      assert.doesNotMatch(answer, /Physical therapy|Laborator/)
    })

  for (const [text, field] of [
    ['is there a sleep lab in Pawtucket', /Pulmonologist|Neurologist|Otolaryngologist|Sleep/],
    ['sleep disorders center near Cranston', /Pulmonologist|Neurologist|Otolaryngologist|Sleep/],
    ['un laboratorio del sueño cerca de Pawtucket', /[Nn]eumólogo|Neurólogo|Otorrino|sueño/],
    ['clínica del sueño en Warwick', /[Nn]eumólogo|Neurólogo|Otorrino|sueño/],
    ['pain clinic around Pawtucket', /[Pp]ain|Anesthesiologist|Physiatrist/],
    ['a pain treatment center in Warwick', /[Pp]ain|Anesthesiologist|Physiatrist/],
    ['centro para el dolor en Pawtucket', /dolor|Anestesiólogo|Fisiatra/],
  ] as const)
    test(text, async () => {
      const answer = await ask(text)
      assert.match(answer, /No place of care matches|Ningún lugar de atención coincide/)
      assert.match(answer, field)
      assert.doesNotMatch(answer, /Laborator|several specialties|Primary care/)
    })

  for (const text of [
    'physical rehab center in Providence',
    'cardiac rehab in Warwick',
    'mental health clinic in Providence',
    'outpatient physical rehab after a knee operation, Providence',
  ])
    test(`not for "${text}"`, async () => assert.doesNotMatch(await ask(text), /No place of care matches/))
})
