/** Applies the theme, the safe area and the colors of the host. */
import type { HostContext } from './host.ts'

/** The variables of the specification that the style sheet uses. */
const colorVariables = [
  '--color-background-primary',
  '--color-background-secondary',
  '--color-text-primary',
  '--color-text-secondary',
  '--color-border-primary',
]
const fontVariable = '--font-sans'

/** Without a theme, the view follows the browser. */
export function applyHostContext({ theme, styles, safeAreaInsets }: HostContext): void {
  const root = document.documentElement
  root.style.colorScheme = theme === 'light' || theme === 'dark' ? theme : ''
  const variables = styles?.variables ?? {}
  // Some of the colors without the others could hide the text.
  const isComplete = colorVariables.every((name) => typeof variables[name] === 'string')
  for (const name of [...(isComplete ? colorVariables : []), fontVariable]) {
    const value = variables[name]
    if (typeof value === 'string') root.style.setProperty(name, value)
  }
  for (const [side, pixels] of Object.entries(safeAreaInsets ?? {}))
    if (Number.isFinite(pixels)) root.style.setProperty(`--safe-${side}`, `${pixels}px`)
}
