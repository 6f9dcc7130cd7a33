/** The tools that a model may call: those of the MCP server, which only read the directory. */
import type { ModelTool } from '@careatlas/models/chat-model'
import type { ParameterValues } from '@careatlas/contract/parse-parameters'
import type { Point } from '@careatlas/directory/distance'

export interface DirectoryTools {
  readonly descriptions: readonly ModelTool[]
  /** Errors of the arguments and of the directory are results. Rejects if there is no such tool, or if `signal` aborts. */
  call(name: string, values: ParameterValues, caller: ToolCaller): Promise<ToolResult>
}

export interface ToolCaller {
  readonly signal: AbortSignal
  /** The place of a search that needs one and names none. */
  readonly location: Point | null
}

export interface ToolResult {
  readonly isError: boolean
  /** JSON. */
  readonly text: string
}
