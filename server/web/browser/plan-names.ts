/** Completes the plan of the demo with `GET /v1/carriers`: the names of all payers with their plan names. */

interface Payer {
  readonly name: string
  readonly aliases: readonly string[]
}

const typingPauseMs = 250

/** Payers of a request; the browser shows fewer. */
const payersMax = 30

const field = document.querySelector<HTMLInputElement>('#plan')
let timer = 0

/** A new request replaces the earlier one, which is then canceled. */
let pending: AbortController | null = null

async function complete({ value }: HTMLInputElement): Promise<void> {
  const current = (pending = new AbortController())
  const query = new URLSearchParams({ q: value.trim(), limit: String(payersMax) })
  try {
    const response = await fetch(`/v1/carriers?${query}`, { signal: current.signal })
    // The names that the page came with stay.
    if (!response.ok) return
    const { data } = (await response.json()) as { readonly data: readonly Payer[] }
    if (!current.signal.aborted) show(data)
  } catch {
    // As above; the server finds the payer without suggestions too.
  }
}

/** The browser selects the names and plan names that have the typed text. */
function show(payers: readonly Payer[]): void {
  const names = payers.flatMap(({ name, aliases }) => [
    new Option(aliases.join(', '), name),
    ...aliases.map((alias) => new Option(name, alias)),
  ])
  document.querySelector('#plan-names')!.replaceChildren(...names)
}

field?.addEventListener('input', () => {
  clearTimeout(timer)
  pending?.abort()
  if (field.value.trim() !== '') timer = setTimeout(() => void complete(field), typingPauseMs)
})
