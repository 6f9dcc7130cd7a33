/** The chat as a React component. On a server it renders only its container; the chat is created in the browser. */
import { createElement, type ReactElement, useEffect, useRef, useState } from 'react'
import { createServiceChat } from './module.ts'
import type { ServiceChatWidgetProps } from './react-props.ts'
import type { ServiceChat, ServiceChatOptions } from './service-chat.ts'

/**
 * Destroys the chat when it is unmounted, and creates another one if the partner or the service changes. A change of `authType` calls
 * `setAuthType`, and `idTokenProvider` may be another function in each render. Other options apply when the chat is created: change the
 * `key` of the component to apply them. Throws TypeError with the name of the invalid option, which an error boundary catches.
 */
export function ServiceChatWidget(props: ServiceChatWidgetProps): ReactElement {
  const { id, className, partnerIdentifier, publicKey, serviceUrl, websocketUrl, authType } = props
  const container = useRef<HTMLDivElement>(null)
  const chat = useRef<ServiceChat>(null)
  const latest = useRef(props)
  const [, setError] = useState<never>()
  // Before the other effects, which read it.
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const created = createServiceChat(toOptions(container.current!, latest))
    chat.current = created
    latest.current.onCreate?.(created)
    return () => created.destroy()
  }, [partnerIdentifier, publicKey, serviceUrl, websocketUrl])
  useEffect(() => {
    if (chat.current?.state.authType === authType) return
    chat.current?.setAuthType(authType, latestProvider(latest)).catch((error: unknown) => {
      // Other failures the chat shows, and reports with its event `error`.
      if (error instanceof TypeError)
        setError(() => {
          throw error
        })
    })
  }, [authType])
  return createElement('div', { id, className, ref: container })
}

interface Latest {
  readonly current: ServiceChatWidgetProps
}

function toOptions(container: Element, latest: Latest): ServiceChatOptions {
  const { id: _id, className: _className, onCreate: _onCreate, ...options } = latest.current
  return { ...options, ...latestProvider(latest), container }
}

/** A provider that calls the one of the last render, because pages often pass a new function in each. */
function latestProvider(latest: Latest): Pick<ServiceChatOptions, 'idTokenProvider'> {
  if (latest.current.idTokenProvider === undefined) return {}
  return { idTokenProvider: async () => (await latest.current.idTokenProvider?.()) ?? null }
}
