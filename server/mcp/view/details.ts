/** The details of a hit, which the view gets with a tool call when the panel first opens. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { button, element } from './element.ts'
import type { ListedHit } from './hit.ts'
import type { Host } from './host.ts'
import { renderLocationDetails, renderProviderDetails } from './full-card.ts'

interface Details {
  readonly toggle: HTMLElement
  readonly panel: HTMLElement
}

/** Null if the host does not pass tool calls. */
export function createDetails(host: Host, hit: ListedHit): Details | null {
  if (!host.callsTools) return null
  const panel = element('div', { class: 'details', id: `details-${hit.id}`, hidden: '' })
  let isLoaded = false
  const toggle = button(
    'Details',
    () => {
      panel.hidden = !panel.hidden
      toggle.setAttribute('aria-expanded', String(!panel.hidden))
      if (!panel.hidden && !isLoaded) void load()
    },
    { 'aria-expanded': 'false', 'aria-controls': panel.id, 'aria-label': `Details of ${hit.name}` },
  )
  return { toggle, panel }

  async function load(): Promise<void> {
    isLoaded = true
    panel.setAttribute('aria-busy', 'true')
    panel.replaceChildren(element('p', { class: 'loading', role: 'status' }, 'Getting the details…'))
    try {
      panel.replaceChildren(await fetchDetails(host, hit))
    } catch (error) {
      isLoaded = false
      const retry = button('Try again', () => void load())
      panel.replaceChildren(element('p', { class: 'failure', role: 'alert' }, describeError(error)), retry)
    }
    panel.removeAttribute('aria-busy')
  }
}

async function fetchDetails(host: Host, { kind, id }: ListedHit): Promise<HTMLElement> {
  if (kind === 'clinician') {
    const { structuredContent } = await host.callTool('get_provider', { npi: id })
    return renderProviderDetails(host, (structuredContent as { data: ProviderCard }).data)
  }
  const { structuredContent } = await host.callTool('get_location', { location_uuid: id })
  return renderLocationDetails(host, (structuredContent as { data: LocationCard }).data)
}

/** The sentence of an error. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : 'The directory did not answer.'
}
