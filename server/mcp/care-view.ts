/** The view of MCP Apps (SEP-1865) as a resource, and the tools whose results it shows. */
import type { McpToolName } from '@careatlas/contract/mcp-tools'
import type { ReadResourceResult, Resource, ServerCapabilities } from '@modelcontextprotocol/server'
import { joinView } from './join-view.ts'
import type { ToolMeta } from './list-tools.ts'

const mimeType = 'text/html;profile=mcp-app'

/** Hosts that do not see this extension never ask for the view. */
export const uiExtension: ServerCapabilities['extensions'] = {
  'io.modelcontextprotocol/ui': { mimeTypes: [mimeType] },
}

/** The results of the other tools are for the model only. */
const toolsWithView: readonly McpToolName[] = [
  'search_providers',
  'search_locations',
  'get_provider',
  'get_location',
]

/** The view loads nothing, so it needs no domain. */
const uiMeta = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } }

export interface CareView {
  readonly resource: Resource
  readonly contents: ReadResourceResult
  readonly toolMeta: ToolMeta
}

export interface CareViewOptions {
  readonly serviceName: string
  readonly productName: string
  readonly version: string
}

/** Joins the view once; `contents` is the result of `resources/read`. */
export function createCareView({ serviceName, productName, version }: CareViewOptions): CareView {
  const uri = careViewUri(serviceName)
  const text = joinView({ name: productName, version })
  return {
    resource: {
      uri,
      name: 'care',
      title: productName,
      description: 'Shows the results of searches as a list with a map, and the details of a record.',
      mimeType,
      annotations: { audience: ['user'] },
      _meta: uiMeta,
    },
    contents: { contents: [{ uri, mimeType, text, _meta: uiMeta }], ttlMs: 3_600_000, cacheScope: 'public' },
    toolMeta: careToolMeta(serviceName),
  }
}

/** Names the view in the list of tools. */
export function careToolMeta(serviceName: string): ToolMeta {
  const uri = careViewUri(serviceName)
  // The flat key is for hosts that precede the final specification.
  const toolMeta = { ui: { resourceUri: uri }, 'ui/resourceUri': uri }
  return Object.fromEntries(toolsWithView.map((name) => [name, toolMeta]))
}

function careViewUri(serviceName: string): string {
  return `ui://${serviceName}/care`
}
