/** The page as React renders it on the server and in the browser. */
import { ServiceChatWidget } from '@careatlas/chat-client/react'
import { createElement, useState } from 'react'

export interface AppProps {
  readonly serviceUrl: string
  readonly publicKey: string
}

export function App({ serviceUrl, publicKey }: AppProps) {
  const [isShown, setIsShown] = useState(true)
  return createElement(
    'main',
    null,
    createElement('h1', null, 'Acme'),
    createElement(
      'button',
      { type: 'button', onClick: () => setIsShown(!isShown) },
      isShown ? 'Remove the chat' : 'Add the chat',
    ),
    isShown &&
      createElement(ServiceChatWidget, {
        className: 'chat',
        serviceUrl,
        publicKey,
        partnerIdentifier: 'example-react',
        authType: 'passwordless',
      }),
  )
}
