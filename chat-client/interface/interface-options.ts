/** What an integrator can set about the look and the words of the chat. */
import type { ChatDimensions, ThemeColors } from '../service-chat.ts'

export interface InterfaceOptions {
  readonly headerTitle?: string | undefined
  readonly placeholder?: string | undefined
  readonly colors?: ThemeColors | undefined
  readonly fontSize?: string | undefined
  readonly fontFamily?: string | undefined
  readonly dimensions?: ChatDimensions | undefined
  readonly strings?: Readonly<Record<string, string>> | undefined
  readonly feedback?: boolean | undefined
  readonly nonce?: string | undefined
}
