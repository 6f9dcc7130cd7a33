/** Colors, font and dimensions of the integrator as custom properties. Invalid values are ignored. */
import type { ThemeColors } from '../service-chat.ts'
import type { InterfaceOptions } from './interface-options.ts'

type ColorName = Exclude<keyof ThemeColors, 'dark'>

/** Pairs have a contrast of at least 4.5:1 (WCAG 2.2, 1.4.3). */
const light: Readonly<Record<ColorName, string>> = {
  primary: '#0B5FFF',
  onPrimary: '#FFF',
  background: '#FFF',
  surface: '#F5F7FA',
  text: '#1A1F2B',
  mutedText: '#5B6472',
  border: '#D5DAE1',
  userBubble: 'var(--primary)',
  userBubbleText: 'var(--onPrimary)',
  assistantBubble: 'var(--surface)',
  assistantBubbleText: 'var(--text)',
  error: '#B3261E',
}

const dark: Readonly<Record<ColorName, string>> = {
  ...light,
  primary: '#8AB4FF',
  onPrimary: '#0A1730',
  background: '#14171D',
  surface: '#1E232C',
  text: '#E9ECF1',
  mutedText: '#A4ADBB',
  border: '#363D49',
  error: '#FFB4AB',
}

export const themeColors = { ...light, dark }

/** The custom properties of a chat; `isDark`: whether the user prefers dark pages. */
export function createTheme(options: InterfaceOptions, isDark: boolean): Readonly<Record<string, string>> {
  const { colors, dimensions } = options
  // Dark defaults beside light colors of the integrator could hide the text.
  const usesDark = isDark && (colors === undefined || colors.dark !== undefined)
  const [defaults, chosen] = usesDark ? [dark, colors?.dark] : [light, colors]
  const properties: Record<string, string> = {
    'color-scheme': usesDark ? 'dark' : 'light',
    '--font-size': readLength(options.fontSize, '14px'),
    '--font-family': readFontFamily(options.fontFamily),
    '--width': readLength(dimensions?.width, '1390px'),
    '--height': readLength(dimensions?.height, '980px'),
    '--trigger-max-width': readLength(dimensions?.triggerMaxWidth, '600px'),
  }
  for (const [name, value] of Object.entries(defaults)) {
    const wanted = chosen?.[name as ColorName]
    properties[`--${name}`] = isValid('color', wanted) ? wanted : value
  }
  return properties
}

/** The browser refuses a value that ends the declaration. */
function isValid(property: string, value: unknown): value is string {
  return typeof value === 'string' && CSS.supports(property, value)
}

function readLength(value: unknown, defaultValue: string): string {
  return isValid('width', value) && /^[\d.]+[a-z%]+$/.test(value) ? value : defaultValue
}

function readFontFamily(value = 'Lato'): string {
  // `inherit` is valid alone, and not in a list.
  const list = `${value}, system-ui, sans-serif`
  return isValid('font-family', list) ? list : readFontFamily()
}
