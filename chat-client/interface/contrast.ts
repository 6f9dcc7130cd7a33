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
  // The relative luminance of WCAG is the Y of CIE XYZ.
  const readLuminance = (name: ColorName): number => {
    setProperties({ color: `color(from var(--${name}) xyz x y z)` })
    return Number(getComputedStyle(content).color.split(' ')[2]) + 0.05
  }
  for (const [text, background] of pairs) {
    const [first, second] = [readLuminance(text), readLuminance(background)]
    const contrast = Math.max(first, second) / Math.min(first, second)
    // Rounded down, because 4.48 is not 4.5.
    if (contrast < contrastMin)
      console.warn(
        `colors: ${text} on ${background} has a contrast of ${Math.floor(contrast * 100) / 100}, below 4.5`,
      )
  }
  setProperties({ color: null })
}
