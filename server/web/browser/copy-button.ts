/** Shows the copy button of each code block. Without this script, or without a clipboard, the button stays hidden. */

const labelMs = 2000

function addCopyButton(button: HTMLButtonElement): void {
  const code = button.closest('figure')?.querySelector('code')
  if (!code || !navigator.clipboard) return
  button.hidden = false
  const copy = async () => {
    await navigator.clipboard.writeText(code.textContent)
    button.textContent = 'Copied'
    setTimeout(() => (button.textContent = 'Copy'), labelMs)
  }
  button.addEventListener('click', () => void copy())
}

for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) addCopyButton(button)
