/** Warns developers about colors of the integrator that are hard to read (WCAG 2.2, 1.4.3). */
import type { ThemeColors } from '../service-chat.ts'
import { element } from './element.ts'

type ColorName = Exclude<keyof ThemeColors, 'dark'>

/** Texts with their backgrounds. */
const pairs: readonly (readonly [text: ColorName, background: ColorName])[] = [
  ['text', 'background'],
  ['mutedText', 'background'],
  ['mutedText', 'surface'],
  ['primary', 'background'],
  ['error', 'background'],
  ['onPrimary', 'primary'],
  ['userBubbleText', 'userBubble'],
  ['assistantBubbleText', 'assistantBubble'],
]

const contrastMin = 4.5

/** @param style the computed style of an element with the theme, in which no color refers to another one */
export function warnAboutContrast(style: CSSStyleDeclaration): void {
  for (const [text, background] of pairs) {
    const drawing = element('canvas').getContext('2d')
    if (drawing === null) return
    const draw = (name: ColorName, left: number): void => {
      drawing.fillStyle = style.getPropertyValue(`--${name}`)
      drawing.fillRect(left, 0, 2, 1)
    }
    draw(background, 0)
    // On the background, because a text may be translucent.
    draw(text, 1)
    const { data } = drawing.getImageData(0, 0, 2, 1)
    const [below, above] = [luminance(data, 0), luminance(data, 4)]
    const contrast = (Math.max(below, above) + 0.05) / (Math.min(below, above) + 0.05)
    if (contrast < contrastMin)
      console.warn(`colors: ${text} on ${background}: contrast ${contrast.toFixed(1)}, below 4.5`)
  }
}

/** The relative luminance of WCAG 2.2, from 0 for black to 1 for white, of the pixel at an offset. */
function luminance(data: Uint8ClampedArray, offset: number): number {
  const linear = (index: number): number => {
    const share = data[offset + index]! / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2)
}
