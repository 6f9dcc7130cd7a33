/** The classic script `chat.js`: it sets the global `createServiceChat`. */
import { createChat } from './create-service-chat.ts'

/** Known only while the script runs for the first time. */
const scriptUrl = (document.currentScript as HTMLScriptElement | null)?.src

Object.assign(globalThis, { createServiceChat: (options: unknown) => createChat(options, scriptUrl) })
