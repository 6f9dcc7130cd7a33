import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggest } from './suggest.ts'

const valid = ['HOST', 'PORT', 'AUTH', 'TRUSTED_PROXIES', 'SMTP_URL', 'OAUTH_ISSUER']

for (const [name, suggestion] of [
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['SMTP_URI', 'SMTP_URL'],
  ['OUATH_ISSUER', 'OAUTH_ISSUER'],
  ['HOSTS', 'HOST'],
  ['PROT', 'PORT'],
  ['HOST', null],
  ['HOME', null],
  ['PATH', null],
  ['USER', null],
] as const)
  test(`the suggestion for ${name} is ${suggestion ?? 'null'}`, () =>
    assert.equal(suggest(name, valid), suggestion))
