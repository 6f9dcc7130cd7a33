/** What every form of ours is made of. */
import { escapeHtml } from '../page.ts'

/** A field that the browser sends along unseen. */
export function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`
}

/** What went wrong, if anything did. */
export function noteOf(wrong: string | undefined): string {
  return wrong === undefined ? '' : `<div class="note wrong" role="alert"><p>${escapeHtml(wrong)}</p></div>`
}
