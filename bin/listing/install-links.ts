/** One-click links and commands that add the service to an AI host. None contains a credential: users sign in with OAuth. */
import type { Listing } from './listing.ts'

/** `link` opens the host with the address filled in; `steps` is for hosts without such a link. */
export interface Installation {
  readonly host: string
  readonly link?: string
  readonly command?: string
  readonly steps?: string
}

export function createInstallations({ productName, serviceName, mcpUrl }: Listing): readonly Installation[] {
  const name = encodeURIComponent(productName)
  const url = encodeURIComponent(mcpUrl)
  const remote = encodeURIComponent(Buffer.from(JSON.stringify({ url: mcpUrl })).toString('base64'))
  const vsCode = { name: productName, type: 'http', url: mcpUrl }
  const vsCodeLink = `vscode:mcp/install?${encodeURIComponent(JSON.stringify(vsCode))}`
  return [
    {
      host: 'Claude',
      link: `https://claude.ai/customize/connectors?modal=add-custom-connector&connectorName=${name}&connectorUrl=${url}`,
    },
    { host: 'Claude Code', command: `claude mcp add --transport http ${serviceName} ${mcpUrl}` },
    {
      host: 'ChatGPT',
      link: 'https://chatgpt.com/#settings/Connectors',
      steps: `ChatGPT has no link with an address: turn on the developer mode under Advanced, choose Create, and paste ${mcpUrl}.`,
    },
    { host: 'Cursor', link: `https://cursor.com/en/install-mcp?name=${name}&config=${remote}` },
    {
      host: 'VS Code',
      link: `https://vscode.dev/redirect?url=${encodeURIComponent(vsCodeLink)}`,
      command: `code --add-mcp '${JSON.stringify({ ...vsCode, name: serviceName })}'`,
    },
    {
      host: 'Goose',
      link: `goose://extension?type=streamable_http&url=${url}&id=${serviceName}&name=${name}&description=${encodeURIComponent('Directory of clinicians and places of care')}`,
    },
    { host: 'LM Studio', link: `lmstudio://add_mcp?name=${name}&config=${remote}` },
  ]
}
