/** Sends the requests of the API reference, and shows each command and response in the code blocks beside its form. */

const keyField = document.querySelector<HTMLInputElement>('#api-key')

/** A new request replaces the earlier one, whose response is then not shown. */
let pending: AbortController | null = null

function setUp(details: HTMLDetailsElement): void {
  const form = details.querySelector('form')!
  const [request, response] = details.parentElement!.querySelectorAll('figure code')
  const status = details.querySelector('[role=status]')!
  details.hidden = false
  const showCommand = () => (request!.textContent = command(buildPath(details, form)))
  form.addEventListener('input', showCommand)
  details.addEventListener('toggle', showCommand)
  keyField?.addEventListener('input', () => details.open && showCommand())
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(buildPath(details, form), status, response!)
  })
}

/** The path and query of the form; empty fields are left out. */
function buildPath({ dataset }: HTMLElement, form: HTMLFormElement): string {
  const query = new URLSearchParams()
  let path = dataset['path']!
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')) {
    const value = field.value.trim()
    if (field.dataset['in'] === 'path') path = path.replace(`{${field.name}}`, encodeURIComponent(value))
    else if (value !== '') query.set(field.name, value)
  }
  return query.size === 0 ? path : `${path}?${query}`
}

function command(path: string): string {
  const header =
    keyField === null ? '' : `-H 'Authorization: Bearer ${keyField.value.trim() || '<API_KEY>'}' \\\n  `
  return `curl ${header}'${location.origin}${path.replaceAll("'", '%27')}'`
}

async function send(path: string, status: Element, response: Element): Promise<void> {
  pending?.abort()
  const current = (pending = new AbortController())
  const key = keyField?.value.trim() ?? ''
  status.textContent = 'Waiting for the response …'
  const started = performance.now()
  try {
    const headers: HeadersInit = key === '' ? {} : { authorization: `Bearer ${key}` }
    const answer = await fetch(path, { headers, signal: current.signal, credentials: 'omit' })
    const text = await answer.text()
    const size = `${Math.round(performance.now() - started)} ms, ${text.length.toLocaleString('en-US')} characters`
    status.textContent = `${answer.status} ${answer.statusText}, ${size}. The response is shown below.`
    response.textContent = formatJson(text)
    response.closest('figure')!.scrollIntoView({ block: 'nearest' })
  } catch (error) {
    if (current.signal.aborted) return
    status.textContent = `The request failed: ${error instanceof Error ? error.message : String(error)}`
  }
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** A link to a schema opens it. */
function openTarget(): void {
  const target = document.getElementById(location.hash.slice(1))
  if (target instanceof HTMLDetailsElement) target.open = true
}

for (const details of document.querySelectorAll<HTMLDetailsElement>('details.try')) setUp(details)
addEventListener('hashchange', openTarget)
openTarget()
