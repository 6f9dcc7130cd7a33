/** Warns developers of colors that are hard to read (WCAG 2.2, 1.4.3). */
import type { ThemeColors } from '../service-chat.ts'
import type { SetProperties } from './attach-styles.ts'

type ColorName = Exclude<keyof ThemeColors, 'dark'>

/** Texts on their backgrounds. */
const pairs: readonly (readonly [text: ColorName, background: ColorName])[] = [
  ['text', 'background'],
  ['text', 'surface'],
  ['mutedText', 'background'],
  ['mutedText', 'surface'],
  ['primary', 'background'],
  ['primary', 'surface'],
  ['error', 'background'],
  ['error', 'surface'],
  ['onPrimary', 'primary'],
  ['userBubbleText', 'userBubble'],
  ['assistantBubbleText', 'assistantBubble'],
]

const contrastMin = 4.5

/** @param content has the theme. Browsers without relative colors warn of nothing. */
export function warnOfContrast(content: Element, setProperties: SetProperties): void {
  const read = (name: ColorName): Color => {
    setProperties({ color: `color(from var(--${name}) srgb r g b)` })
    // `color(srgb 0.1 0.2 0.3 / 0.5)`, or `color(srgb 0.1 0.2 0.3)` if it is opaque.
    const [, red, green, blue, , alpha = 1] = getComputedStyle(content).color.split(/[ )]/)
    return [Number(red), Number(green), Number(blue), Number(alpha)]
  }
  const panel = read('background')
  for (const [text, background] of pairs) {
    const behind = blend(read(background), panel)
    const contrast = readContrast(blend(read(text), behind), behind)
    // Rounded down, because 4.48 is not 4.5.
    if (contrast < contrastMin)
      console.warn(
        `colors: ${text} on ${background} has a contrast of ${Math.floor(contrast * 100) / 100}, below 4.5`,
      )
  }
  setProperties({ color: null })
}

/** In sRGB, from 0 to 1. */
type Color = readonly [red: number, green: number, blue: number, alpha: number]

/** `behind` counts as opaque: what is behind the chat is unknown. */
function blend([red, green, blue, alpha]: Color, behind: Color): Color {
  const mix = (value: number, other: number): number => value * alpha + other * (1 - alpha)
  return [mix(red, behind[0]), mix(green, behind[1]), mix(blue, behind[2]), 1]
}

function readContrast(first: Color, second: Color): number {
  const [a, b] = [readLuminance(first) + 0.05, readLuminance(second) + 0.05]
  return Math.max(a, b) / Math.min(a, b)
}

/** The relative luminance of WCAG. */
function readLuminance([red, green, blue]: Color): number {
  return 0.2126 * linearize(red) + 0.7152 * linearize(green) + 0.0722 * linearize(blue)
}

function linearize(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
