import type { ReactElement } from 'react'
import type { ServiceChat, ServiceChatOptions } from './chat-client.js'

export interface ServiceChatWidgetProps extends Omit<ServiceChatOptions, 'container'> {
  /** Of the element that holds the chat. */
  readonly id?: string
  readonly className?: string
  /** Called with each created chat, such as to listen to its events. They end when the component destroys the chat. */
  readonly onCreate?: (chat: ServiceChat) => void
}

/**
 * Destroys the chat when it is unmounted, and creates another one if the partner or the service changes. A change of `authType` calls
 * `setAuthType`, and `idTokenProvider` may be another function in each render. Other options apply when the chat is created: change the
 * `key` of the component to apply them. Throws TypeError with the name of the invalid option, which an error boundary catches.
 */
export declare function ServiceChatWidget(props: ServiceChatWidgetProps): ReactElement
