import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { acceptsJson } from './accept.ts'

describe('an Accept header', () => {
  for (const accept of [
    undefined,
    '*/*',
    'application/json',
    'application/*',
    'Application/JSON; charset=utf-8',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'text/html;q=0, application/json;q=0.001',
    'application/*;q=0, application/json',
    'garbage',
    '',
    ';;;,,,',
  ]) {
    test(`${JSON.stringify(accept)} accepts JSON`, () => assert.equal(acceptsJson(accept), true))
  }

  for (const accept of [
    'text/html',
    'text/html, image/png',
    'application/json;q=0',
    'application/json;q=0, */*',
    '*/*;q=0.0',
    'application/fhir+json',
  ]) {
    test(`${JSON.stringify(accept)} excludes JSON`, () => assert.equal(acceptsJson(accept), false))
  }
})
