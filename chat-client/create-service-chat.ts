/** Creates a chat in an element of the page, before any network activity. */
import { ChatConnection } from './connection/chat-connection.ts'
import { Events } from './events.ts'
import { renderChat } from './interface/render-chat.ts'
import { readAuthentication, readOptions } from './read-options.ts'
import type { ServiceChat } from './service-chat.ts'

/** Each container holds one chat. */
const containers = new WeakSet<Element>()

/**
 * Throws TypeError with the name of the invalid option.
 * @param scriptUrl the address of this script, which is usually that of the service
 */
export function createChat(options: unknown, scriptUrl: string | undefined): ServiceChat {
  const settings = readOptions(options, scriptUrl)
  const { container } = settings
  if (containers.has(container)) throw new TypeError('container already holds a chat')
  containers.add(container)
  const events = new Events()
  const connection = new ChatConnection(settings, events)
  const view = renderChat(container, connection, settings.interface)
  queueMicrotask(() => connection.start())
  let { idTokenProvider } = settings.authentication
  let isDestroyed = false
  return {
    get state() {
      return connection.publicState
    },
    async setAuthType(type, given = {}) {
      const authentication = readAuthentication(type, { ...given }, idTokenProvider)
      ;({ idTokenProvider } = authentication)
      await connection.setAuthentication(authentication)
    },
    open: () => connection.open(),
    close: () => connection.close(),
    sendMessage(text) {
      if (typeof text !== 'string' || text.trim() === '') throw new TypeError('text must not be blank')
      if (text.length > connection.state.messageCharactersMax) throw new TypeError('text is too long')
      connection.send(text)
    },
    newConversation: () => connection.newConversation(),
    on: (event, listener) => events.on(event, listener),
    off: (event, listener) => events.off(event, listener),
    destroy() {
      // Another chat may have the container by now.
      if (isDestroyed) return
      isDestroyed = true
      view.destroy()
      connection.destroy()
      events.clear()
      containers.delete(container)
    },
  }
}
