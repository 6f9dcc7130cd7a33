/** The public types of the React component; the build makes its declarations from this file. */
import type { ServiceChat, ServiceChatOptions } from './service-chat.ts'

export interface ServiceChatWidgetProps extends Omit<ServiceChatOptions, 'container'> {
  /** Of the element that holds the chat. */
  readonly id?: string
  readonly className?: string
  /** Called with each created chat, such as to listen to its events. They end when the component destroys the chat. */
  readonly onCreate?: (chat: ServiceChat) => void
}
