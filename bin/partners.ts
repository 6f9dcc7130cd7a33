/** `careatlas partners`: registers the sites that embed the chat. */
import { readConfig } from '@careatlas/server/config'
import {
  authTypes,
  historyMigrations,
  idTokenAlgorithms,
  type Partner,
  Partners,
  type PartnerSettings,
} from '@careatlas/state/partners'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { confirm } from './confirm.ts'
import { UsageError } from './exit-codes.ts'
import { openState } from './open-state.ts'
import { formatTable } from './text-table.ts'

type ListedSettings = Pick<PartnerSettings, 'authTypes' | 'algorithms' | 'historyMigration' | 'retentionDays'>

/** The options of settings that were given. */
interface SettingOptions extends Partial<ListedSettings> {
  readonly origin?: string[]
  readonly issuer?: string
  readonly audience?: string[]
  readonly jwks?: string
  readonly productName?: string
}

interface AddOptions extends SettingOptions {
  readonly json?: boolean
}

export function addPartnersCommand(program: Command): void {
  const command = program
    .command('partners')
    .description('Registers the sites that embed the chat, and shows and disables them.')
  addAddCommand(command)
  addUpdateCommand(command)
  command
    .command('list')
    .description('Lists all partners, including disabled ones.')
    .addHelpText('after', '\nExample:\n  careatlas partners list')
    .action(() => withPartners(listPartners))
  command
    .command('show')
    .description('Prints the settings of a partner. Its publishable key is public.')
    .argument('<id>', 'the identifier of the partner')
    .addHelpText('after', '\nExample:\n  careatlas partners show acme')
    .action((id: string) =>
      withPartners(async (partners) => describePartner(await findPartner(partners, id))),
    )
  command
    .command('disable')
    .description('Rejects all requests of a partner, and closes its chats within seconds.')
    .argument('<id>', 'the identifier of the partner')
    .addHelpText('after', '\nExample:\n  careatlas partners disable acme')
    .action((id: string) => withPartners((partners) => setDisabled(partners, id, true)))
  command
    .command('enable')
    .description('Accepts the requests of a disabled partner again.')
    .argument('<id>', 'the identifier of the partner')
    .addHelpText('after', '\nExample:\n  careatlas partners enable acme')
    .action((id: string) => withPartners((partners) => setDisabled(partners, id, false)))
  command
    .command('rotate-key')
    .description('Replaces the publishable key. Pages with the old key stop working within seconds.')
    .argument('<id>', 'the identifier of the partner')
    .option('--yes', 'do not ask; needed without a terminal')
    .addHelpText('after', '\nExample:\n  careatlas partners rotate-key acme --yes')
    .action((id: string, { yes = false }: { yes?: boolean }) =>
      withPartners((partners) => rotateKey(partners, id, yes)),
    )
}

function addAddCommand(command: Command): void {
  const add = command
    .command('add')
    .description('Registers a partner and prints the publishable key for its pages.')
    .argument('<id>', 'the identifier for its pages: lower-case letters, digits and hyphens')
  addSettingOptions(add, defaultSettings)
    .option('--json', 'print only the identifier and the key, as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  careatlas partners add acme --origin https://www.acme.example \\\n' +
        '    --issuer https://id.acme.example --audience acme-web\n' +
        '  careatlas partners add clinic --origin https://clinic.example --auth-types passwordless',
    )
    .action((id: string, options: AddOptions) =>
      withPartners((partners) => addPartner(partners, id, options)),
    )
}

function addUpdateCommand(command: Command): void {
  const update = command
    .command('update')
    .description('Changes the settings that are given; a list replaces the earlier one.')
    .argument('<id>', 'the identifier of the partner')
  addSettingOptions(update, {})
    .addHelpText(
      'after',
      '\nExample:\n  careatlas partners update acme --origin https://www.acme.example --origin https://acme.example',
    )
    .action((id: string, options: SettingOptions) =>
      withPartners((partners) => updatePartner(partners, id, options)),
    )
}

const defaultSettings: ListedSettings = {
  authTypes,
  algorithms: idTokenAlgorithms,
  historyMigration: 'ask',
  retentionDays: 365,
}

function addSettingOptions(command: Command, defaults: Partial<ListedSettings>): Command {
  return command
    .option('--origin <origin>', 'a web origin of its pages; can be repeated', append)
    .option('--issuer <url>', 'the issuer of its ID tokens')
    .option('--audience <id>', 'the audience of its ID tokens; can be repeated', append)
    .option('--jwks <url>', 'the key set of the issuer; default: as the metadata of the issuer says')
    .addOption(
      createListOption('--auth-types <list>', 'how its users sign in', authTypes, defaults.authTypes),
    )
    .addOption(
      createListOption(
        '--algorithms <list>',
        'the algorithms of its ID tokens',
        idTokenAlgorithms,
        defaults.algorithms,
      ),
    )
    .option('--product-name <name>', 'the name of the chat; default: PRODUCT_NAME')
    .addOption(
      new Option('--history-migration <mode>', 'whether users keep what they wrote before they signed in')
        .choices(historyMigrations)
        .default(defaults.historyMigration),
    )
    .option('--retention-days <days>', 'how long conversations are kept', parseDays, defaults.retentionDays)
}

async function withPartners(work: (partners: Partners) => Promise<string>): Promise<void> {
  const config = readConfig()
  await using state = await openState(config)
  process.stdout.write(await work(new Partners(state, { service: config.serviceName })))
}

async function addPartner(partners: Partners, id: string, options: AddOptions): Promise<string> {
  checkSignIn(options)
  const settings = { ...unsetSettings, ...defaultSettings, ...toSettings(options) }
  const { identifier, publicKey } = await partners.add(id, settings)
  warnAboutIssuer(options)
  if (options.json) return `${JSON.stringify({ identifier, public_key: publicKey })}\n`
  return `${identifier} is registered. Its pages use these two public values:\n${formatTable([
    ['partnerIdentifier', identifier],
    ['publicKey', publicKey],
  ])}`
}

const unsetSettings = { origins: [], issuer: null, audiences: [], jwksUrl: null, productName: null }

async function updatePartner(partners: Partners, id: string, options: SettingOptions): Promise<string> {
  const changes = toSettings(options)
  if (Object.keys(changes).length === 0)
    throw new UsageError('Give at least one setting. See: careatlas partners update --help')
  const partner = await partners.update(id, changes)
  if (partner === null) throw unknownPartnerError(id)
  warnAboutIssuer(options)
  return describePartner(partner)
}

/** The settings of the options that were given. */
function toSettings({ origin, audience, jwks, ...others }: AddOptions): Partial<PartnerSettings> {
  const { json: _, ...settings } = others
  return {
    ...settings,
    ...(origin !== undefined && { origins: origin }),
    ...(audience !== undefined && { audiences: audience }),
    ...(jwks !== undefined && { jwksUrl: jwks }),
  }
}

/** Partners accept http only on a loopback address. */
function warnAboutIssuer({ issuer }: SettingOptions): void {
  if (issuer?.startsWith('http:')) process.stderr.write(localIssuerWarning)
}

/** Throws UsageError for options that contradict the ways to sign in. */
function checkSignIn({ origin, authTypes: types = authTypes, issuer, audience, jwks }: AddOptions): void {
  if (origin === undefined)
    throw new UsageError('Give the origin of its pages: --origin https://www.acme.example')
  const hasExchange = types.includes('tokenExchange')
  if (hasExchange && (issuer === undefined || audience === undefined))
    throw new UsageError(
      'tokenExchange needs --issuer and --audience. If users sign in by e-mail or SMS only, add --auth-types passwordless.',
    )
  const hasIssuerOption = [issuer, audience, jwks].some((value) => value !== undefined)
  if (!hasExchange && hasIssuerOption)
    throw new UsageError('--issuer, --audience and --jwks are only for --auth-types tokenExchange.')
}

const localIssuerWarning =
  'Warning: the issuer is an http address of this machine. Use it for development only, because its keys are loaded without TLS.\n'

async function findPartner(partners: Partners, id: string): Promise<Partner> {
  const partner = await partners.find(id)
  if (partner === null) throw unknownPartnerError(id)
  return partner
}

function unknownPartnerError(id: string): UsageError {
  return new UsageError(`No partner has the identifier ${JSON.stringify(id)}. See: careatlas partners list`)
}

async function setDisabled(partners: Partners, id: string, isDisabled: boolean): Promise<string> {
  const isKnown = await (isDisabled ? partners.disable(id) : partners.enable(id))
  if (!isKnown) throw unknownPartnerError(id)
  return `${id} is ${isDisabled ? 'disabled' : 'enabled'}.\n`
}

async function rotateKey(partners: Partners, id: string, isConfirmed: boolean): Promise<string> {
  const { origins } = await findPartner(partners, id)
  const question = `Replace the publishable key of ${id} (${origins.join(', ')})? Its pages stop working until they have the new key.`
  if (!isConfirmed && !(await confirm('A rotation', question))) return 'Nothing was changed.\n'
  const partner = await partners.rotateKey(id)
  if (partner === null) throw unknownPartnerError(id)
  return `${partner.publicKey}\n`
}

const heading = ['id', 'sign-in', 'origins', 'created', 'status']

async function listPartners(partners: Partners): Promise<string> {
  const rows = (await partners.list()).map((partner) => [
    partner.identifier,
    partner.authTypes.join(', '),
    partner.origins.join(', '),
    partner.createdAt,
    describeStatus(partner),
  ])
  return rows.length > 0
    ? formatTable([heading, ...rows])
    : 'No partners yet. Register one with: careatlas partners add ID --origin URL\n'
}

function describeStatus({ disabledAt }: Partner): string {
  return disabledAt === null ? 'active' : `disabled ${disabledAt}`
}

function describePartner(partner: Partner): string {
  const { issuer, jwksUrl } = partner
  return formatTable([
    ['identifier', partner.identifier],
    ['publishable key', partner.publicKey],
    ['status', describeStatus(partner)],
    ['created', partner.createdAt],
    ['origins', partner.origins.join(', ')],
    ['sign-in', partner.authTypes.join(', ')],
    ...(issuer === null
      ? []
      : [
          ['issuer', issuer],
          ['audiences', partner.audiences.join(', ')],
          ['algorithms', partner.algorithms.join(', ')],
          ['key set', jwksUrl ?? 'from the metadata of the issuer'],
        ]),
    ['product name', partner.productName ?? 'as PRODUCT_NAME'],
    ['history migration', partner.historyMigration],
    ['retention', `${partner.retentionDays} days`],
  ])
}

function append(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value]
}

/** An option whose value is a list of choices. */
function createListOption(
  flags: string,
  description: string,
  choices: readonly string[],
  defaults: readonly string[] | undefined,
): Option {
  const option = new Option(flags, `${description}: ${choices.join(',')}`).argParser(parseChoices(choices))
  return defaults === undefined ? option : option.default([...defaults], 'all')
}

/** Parses a list of words that are separated by commas. */
function parseChoices(choices: readonly string[]): (text: string) => string[] {
  return (text) =>
    text.split(',').map((item) => {
      const choice = choices.find((known) => known === item.trim())
      if (choice === undefined) throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`)
      return choice
    })
}

function parseDays(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('Expected a whole number of days.')
  return Number(text)
}
