/** The frames of the server, and the handlers of their types. */
import type { ServerData, ServerFrameType } from '@careatlas/contract/chat-frames'

/** A frame of the server. Its data is that of the contract, except that members may be missing. */
export type ServerFrame = {
  [Type in ServerFrameType]: {
    readonly type: Type
    readonly data: ServerData<Type>
  }
}[ServerFrameType]

/** What to do with the data of frames; others are ignored. */
export type FrameHandlers = {
  readonly [Type in ServerFrameType]?: (data: ServerData<Type>) => void
}

export function handleFrame(handlers: FrameHandlers, { type, data }: ServerFrame): void {
  if (Object.hasOwn(handlers, type)) handlers[type]?.(data as never)
}
