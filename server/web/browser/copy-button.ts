/** Shows the copy button of each code block, also of those that the event `pagechange` adds. Without this script, or without a clipboard, the button stays hidden. */

const labelMs = 2000

function addCopyButton(button: HTMLButtonElement): void {
  const code = button.closest('figure')?.querySelector('code')
  if (!code || !navigator.clipboard) return
  button.hidden = false
  const label = button.textContent
  const copy = async () => {
    await navigator.clipboard.writeText(code.textContent)
    button.textContent = button.dataset['copied']!
    setTimeout(() => (button.textContent = label), labelMs)
  }
  button.addEventListener('click', () => void copy())
}

function addCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy[hidden]'))
    addCopyButton(button)
}

addEventListener('pagechange', addCopyButtons)
addCopyButtons()
