/** For tests: the connection without the interface. It sets `createServiceChat`, whose chat has what the interface reads and calls. */
import { Events } from '../events.ts'
import { readOptions } from '../read-options.ts'
import type { ServiceChat, ServiceChatOptions } from '../service-chat.ts'
import { ChatConnection } from './chat-connection.ts'

type ConnectionInPage = ChatConnection & Pick<ServiceChat, 'on' | 'sendMessage'>

function createServiceChat(options: ServiceChatOptions): ConnectionInPage {
  const events = new Events()
  const connection = new ChatConnection(readOptions(options, undefined), events)
  queueMicrotask(() => connection.start())
  const members: Pick<ServiceChat, 'on' | 'sendMessage'> = {
    on: (event, listener) => events.on(event, listener),
    sendMessage: (text) => connection.send(text),
  }
  return Object.assign(connection, members)
}

Object.assign(globalThis, { createServiceChat })
