/** For tests: a complete server with one partner of the chat. */
import { Partners, type PartnerSettings } from '@careatlas/state/partners'
import { openState } from '@careatlas/state/state'
import { readConfig } from '../config.ts'
import { type RunOptions, type Running, runServer } from '../running.fixture.ts'
import { ChatClient, type ClientOptions } from './chat-client.fixture.ts'

export interface RunningChat extends Running {
  readonly client: ClientOptions
  connect(options?: Partial<ClientOptions>): Promise<ChatClient>
}

export const testOrigin = 'https://www.acme.example'

export const testPartner: PartnerSettings = {
  origins: [testOrigin],
  authTypes: ['tokenExchange', 'passwordless'],
  issuer: 'https://id.acme.example',
  audiences: ['acme-web'],
  algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
  jwksUrl: null,
  productName: null,
  historyMigration: 'ask',
  retentionDays: 365,
}

export async function runChat(
  settings: Readonly<Record<string, string>> = {},
  { partner = {}, ...options }: RunOptions & { readonly partner?: Partial<PartnerSettings> } = {},
): Promise<RunningChat> {
  const server = await runServer(settings, options)
  const client = {
    partner: 'acme',
    publicKey: await addPartner(server, 'acme', { ...testPartner, ...partner }),
    origin: testOrigin,
  }
  return {
    ...server,
    client,
    connect: (changes = {}) => ChatClient.connect(server.url, { ...client, ...changes }),
    close: () => server.close(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** Returns the publishable key. */
export async function addPartner(
  { dataDir }: Pick<Running, 'dataDir'>,
  identifier: string,
  settings: PartnerSettings,
): Promise<string> {
  await using state = await openState(readConfig({ DATA_DIR: dataDir }).state)
  const { publicKey } = await new Partners(state, { service: 'careatlas' }).add(identifier, settings)
  return publicKey
}
