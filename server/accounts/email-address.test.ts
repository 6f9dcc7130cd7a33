import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEmail } from './email-address.ts'

for (const [text, parsed] of Object.entries({
  'ana@example.org': 'ana@example.org',
  ' Ana.Lopez+keys@Example.ORG ': 'ana.lopez+keys@example.org',
  'ana@bücher.example': 'ana@xn--bcher-kva.example',
})) {
  test(`${JSON.stringify(text)} is parsed as ${parsed}`, () => assert.equal(parseEmail(text), parsed))
}

for (const text of [
  '',
  'ana',
  '@example.org',
  'ana@',
  'ana@localhost',
  'ana@example.org, evil@example.org',
  'ana@example.org\r\nBcc: evil@example.org',
  'ana@example.org>RCPT TO:<evil@example.org',
  'Ana <ana@example.org>',
  '"ana"@example.org',
  'ana@example.org/evil',
  'ana@example.org\\evil',
  'ana@example.org?evil',
  'ana@example.org#evil',
  'ana@example.org:25',
  'ana@example%2Eorg',
  'ana@exam\tple.org',
  'ana\0@example.org',
  'ana@example.org\0',
  'ána@example.org',
  `${'a'.repeat(250)}@example.org`,
]) {
  test(`${JSON.stringify(text.slice(0, 60))} is rejected as an e-mail address`, () =>
    assert.throws(() => parseEmail(text), { code: 'invalid_parameter' }))
}
