/** The React component of the package on a server: it renders only its container, and needs nothing of a browser. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ServiceChatWidget } from '@careatlas/chat-client/react'
import { createElement, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'

const required = {
  partnerIdentifier: 'acme',
  publicKey: 'careatlas_pk_1',
  serviceUrl: 'https://directory.example',
  authType: 'passwordless',
} as const

test('on a server, the component is an empty element with its id and class', () => {
  const widget = createElement(ServiceChatWidget, { ...required, id: 'chat', className: 'wide' })
  for (const element of [widget, createElement(StrictMode, null, widget)])
    assert.equal(renderToString(element), '<div id="chat" class="wide"></div>')
  assert.equal(renderToString(createElement(ServiceChatWidget, required)), '<div></div>')
})

test('the types require the options of the partner', () => {
  // @ts-expect-error: the partner is missing
  assert.ok(createElement(ServiceChatWidget, { serviceUrl: '', authType: 'passwordless' }))
})

test('the module is marked for the client, as frameworks with server components require', () => {
  assert.match(readFileSync(join(import.meta.dirname, 'dist/react.mjs'), 'utf8'), /^'use client'\n/)
})
