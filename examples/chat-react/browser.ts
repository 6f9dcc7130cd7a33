/** Makes the page of the server interactive. */
import { createElement, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App, type AppProps } from './app.ts'

const root = document.getElementById('root')!
const props = JSON.parse(root.dataset['props']!) as AppProps
hydrateRoot(root, createElement(StrictMode, null, createElement(App, props)))
