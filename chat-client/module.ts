/** The module of the package and of `chat.mjs`. Importing it does nothing. */
import { createChat } from './create-service-chat.ts'
import type { ServiceChat, ServiceChatOptions } from './service-chat.ts'

/** Returns at once, before any network activity. Throws TypeError with the name of the invalid option. */
export function createServiceChat(options: ServiceChatOptions): ServiceChat {
  return createChat(options, import.meta.url)
}
