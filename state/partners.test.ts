/** Partners on both engines: identifiers and publishable keys are unique, and settings are valid. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { engines } from './engines.fixture.ts'
import { examplePartner } from './partner.fixture.ts'
import { Partners, type PartnerSettings } from './partners.ts'
import { openState, type State } from './state.ts'

const start = Date.parse('2026-11-28T12:00:00Z')

function createPartners(state: State): Partners {
  return new Partners(state, { service: 'careatlas', now: () => start })
}

for (const { name, skip, createPlace } of engines)
  describe(`partners in ${name}`, { skip }, () => {
    test('are found and listed with their settings and a publishable key', async () => {
      await using state = await openState(await createPlace())
      const partners = createPartners(state)
      const zeta = await partners.add('zeta', { ...examplePartner, productName: 'Find care' })
      const acme = await partners.add('acme', examplePartner)
      const { publicKey, ...stored } = acme
      assert.match(publicKey, /^careatlas_pk_[0-9A-Za-z]{24}$/)
      assert.notEqual(publicKey, zeta.publicKey)
      const createdAt = new Date(start).toISOString()
      assert.deepEqual(stored, { identifier: 'acme', ...examplePartner, createdAt, disabledAt: null })
      assert.deepEqual(await partners.find('acme'), acme)
      assert.deepEqual(await partners.list(), [acme, zeta])
      for (const unknown of ['other', '', '\u0000', 'ACME', `acme'--`])
        assert.equal(await partners.find(unknown), null)
    })

    test('with one identifier are added once, even by two servers at once', async () => {
      const place = await createPlace()
      await using first = await openState(place)
      await using second = await openState(place)
      const added = await Promise.allSettled(
        [first, second, first].map((state) => createPartners(state).add('acme', examplePartner)),
      )
      const refused = added.filter((result) => result.status === 'rejected')
      assert.deepEqual(
        refused.map(({ reason }) => [reason.code, reason.message]),
        Array.from({ length: 2 }, () => ['invalid_parameter', 'The partner acme exists already.']),
      )
      assert.equal((await createPartners(first).list()).length, 1)
    })

    test('change some settings and keep the others, unless the result is invalid', async () => {
      await using state = await openState(await createPlace())
      const partners = createPartners(state)
      const acme = await partners.add('acme', examplePartner)
      const changes = { origins: ['https://new.acme.example'], retentionDays: 30 }
      assert.deepEqual(await partners.update('acme', changes), { ...acme, ...changes })
      await assert.rejects(partners.update('acme', { authTypes: ['tokenExchange'], issuer: null }), {
        code: 'invalid_parameter',
      })
      assert.deepEqual(await partners.find('acme'), { ...acme, ...changes })
      assert.equal(await partners.update('other', changes), null)
    })

    test('are disabled and enabled, and a new key replaces the old one', async () => {
      await using state = await openState(await createPlace())
      const partners = createPartners(state)
      const acme = await partners.add('acme', examplePartner)
      assert.ok(await partners.disable('acme'))
      assert.equal((await partners.find('acme'))?.disabledAt, new Date(start).toISOString())
      assert.ok(await partners.enable('acme'))
      assert.deepEqual(await partners.find('acme'), acme)
      const rotated = await partners.rotateKey('acme')
      assert.notEqual(rotated?.publicKey, acme.publicKey)
      assert.deepEqual(await partners.find('acme'), { ...acme, publicKey: rotated?.publicKey })
      for (const unknown of ['other', '\u0000'])
        assert.deepEqual(
          [
            await partners.disable(unknown),
            await partners.enable(unknown),
            await partners.rotateKey(unknown),
          ],
          [false, false, null],
        )
    })

    for (const [what, change, message] of [
      ['without an origin', { origins: [] }, /^origins must have an origin\.$/],
      ['with an http origin', { origins: ['http://www.acme.example'] }, /^origins must be an https origin/],
      ['with a path in an origin', { origins: ['https://a.example/'] }, /^origins must be an https origin/],
      ['with a default port', { origins: ['https://a.example:443'] }, /^origins must be an https origin/],
      ['with a wildcard', { origins: ['*'] }, /^origins must be an https origin/],
      ['with an opaque origin', { origins: ['null'] }, /^origins must be an https origin/],
      ['without a way to sign in', { authTypes: [] }, /^authTypes must have a type/],
      ['without an issuer for tokenExchange', { issuer: null }, /needs an issuer and an audience/],
      ['without an audience for tokenExchange', { audiences: [] }, /needs an issuer and an audience/],
      ['without an algorithm for tokenExchange', { algorithms: [] }, /needs an issuer/],
      ['with a password in the issuer', { issuer: 'https://me:secret@id.example' }, /^issuer must be/],
      ['with a file as key set', { jwksUrl: 'file:///etc/passwd' }, /^jwksUrl must be an https address/],
      ['with a line break in the name', { productName: 'a\nb' }, /^productName must be/],
      ['with no retention', { retentionDays: 0 }, /^retentionDays /],
      ['with a fraction of a day', { retentionDays: 1.5 }, /^retentionDays /],
    ] as const satisfies readonly [string, Partial<PartnerSettings>, RegExp][])
      test(`${what} are refused`, async () => {
        await using state = await openState(await createPlace())
        const partners = createPartners(state)
        const add = partners.add('acme', { ...examplePartner, ...change })
        await assert.rejects(add, { name: 'ApiError', code: 'invalid_parameter', message })
        assert.deepEqual(await partners.list(), [])
      })

    test('with an invalid identifier are refused; a loopback origin and issuer may use http', async () => {
      await using state = await openState(await createPlace())
      const partners = createPartners(state)
      for (const identifier of ['', 'a', 'Acme', '-acme', 'ac me', 'acme\u0000', 'a'.repeat(64)])
        await assert.rejects(partners.add(identifier, examplePartner), { code: 'invalid_parameter' })
      for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'app.localhost'])
        await partners.add(`p-${host.replaceAll(/\W/g, '')}`, {
          ...examplePartner,
          origins: [`http://${host}`],
          issuer: `http://${host}/id`,
        })
      assert.equal((await partners.list()).length, 4)
    })
  })
