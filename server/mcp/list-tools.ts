/** The result of `tools/list`, built once from the contract. */
import { mcpTools, type McpToolName, toolAnnotations } from '@careatlas/contract/mcp-tools'
import type { Tool } from '@modelcontextprotocol/server'
import * as z from 'zod'

/** Further metadata of a tool, by its name. */
export type ToolMeta = Readonly<Partial<Record<McpToolName, Readonly<Record<string, unknown>>>>>

export function describeTools(toolMeta: ToolMeta = {}): readonly Tool[] {
  return (Object.keys(mcpTools) as McpToolName[]).map((name) => {
    const { title, description, input, output } = mcpTools[name]
    const meta = toolMeta[name]
    return {
      name,
      title,
      description,
      inputSchema: toJsonSchema(input, 'input'),
      outputSchema: toJsonSchema(output, 'output'),
      annotations: { title, ...toolAnnotations },
      ...(meta !== undefined && { _meta: meta }),
    }
  })
}

/** Bounds that only mean "a safe integer" are removed, as in OpenAPI. */
function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): Tool['inputSchema'] {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // Each tool has its own document, so definitions are inlined.
    reused: 'inline',
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      delete jsonSchema['id']
      delete jsonSchema['param']
      delete jsonSchema['override']
      if (jsonSchema.additionalProperties && io === 'output') delete jsonSchema.additionalProperties
    },
  })
  return { ...json, type: 'object' } as Tool['inputSchema']
}
