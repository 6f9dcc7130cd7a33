/** For tests: the settings of a partner with both ways to sign in. */
import type { PartnerSettings } from './partners.ts'

export const examplePartner: PartnerSettings = {
  origins: ['https://www.acme.example'],
  authTypes: ['tokenExchange', 'passwordless'],
  issuer: 'https://id.acme.example',
  audiences: ['acme-web'],
  algorithms: ['RS256', 'ES256'],
  jwksUrl: null,
  productName: null,
  historyMigration: 'ask',
  retentionDays: 365,
}
