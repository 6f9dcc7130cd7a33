/**
 * Loads each search of the demo within its page: fetches the same URL as the form or the link, and replaces the parts of the page
 * that differ. Without this script, the form and the links load whole pages.
 */

const form = document.querySelector<HTMLFormElement>('#search-form')!
const status = document.querySelector<HTMLElement>('#status')!
/** The place, the plan and the radius, which a narrow screen folds after a search. */
const options = document.querySelector<HTMLDetailsElement>('#options')!

/** A new search replaces the earlier one, which is then canceled. */
let pending: AbortController | null = null

/** The URL of the page, without the hash of the skip link. */
const readUrl = () => location.pathname + location.search
let shownUrl = readUrl()

/** Announces a text, and shows it if the page does not say it elsewhere. */
function announce(text: string, isShown: boolean): void {
  status.textContent = text
  status.classList.toggle('shown', isShown)
}

interface Navigation {
  /** Whether the browser's history already has this URL. */
  readonly isInHistory?: boolean
  /** Whether the URL comes from outside the form, so that its fields follow. */
  readonly fillsForm?: boolean
}

async function load(url: string, { isInHistory = false, fillsForm = false }: Navigation): Promise<void> {
  pending?.abort()
  const current = (pending = new AbortController())
  if (!isInHistory) history.pushState(null, '', url)
  shownUrl = readUrl()
  const answer = document.querySelector<HTMLElement>('#answer')!
  answer.ariaBusy = 'true'
  announce(form.dataset['loading']!, true)
  try {
    const response = await fetch(url, { signal: current.signal, headers: { accept: 'text/html' } })
    if (response.status === 414 && !isPage(response))
      return showFailure(answer, url, form.dataset['tooLong']!)
    const next = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (current.signal.aborted) return
    if (!next.querySelector('#answer')) throw new Error(`${response.status} without an answer`)
    show(next, fillsForm)
  } catch {
    if (!current.signal.aborted) showFailure(answer, url, form.dataset['failed']!)
  }
}

/** The server rejects a very long URL before it reads which types the browser accepts. */
function isPage({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/html') ?? false
}

/** The page of the server escapes every value, and a parsed document runs no scripts. */
function show(next: Document, fillsForm: boolean): void {
  const focused = document.activeElement
  for (const part of document.querySelectorAll('[data-part]')) {
    const replacement = next.getElementById(part.id)
    if (replacement) part.replaceWith(document.adoptNode(replacement))
  }
  if (fillsForm) fillForm(next)
  options.open = next.querySelector<HTMLDetailsElement>('#options')!.open
  document.title = next.title
  announce(document.querySelector<HTMLElement>('#answer')!.dataset['announcement']!, false)
  // The link that was followed is gone.
  if (focused && !focused.isConnected) document.querySelector<HTMLElement>('#results-title')?.focus()
  dispatchEvent(new Event('pagechange'))
}

function fillForm(next: Document): void {
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')) {
    const other = next.getElementById(field.id)
    if (other instanceof HTMLInputElement || other instanceof HTMLSelectElement) {
      if (
        other instanceof HTMLSelectElement &&
        other.options.length > (field as HTMLSelectElement).options.length
      )
        field.replaceChildren(...[...other.options].map((option) => option.cloneNode(true)))
      field.value = other.value
    }
  }
}

function showFailure(answer: HTMLElement, url: string, sentence: string): void {
  const note = document.createElement('div')
  note.className = 'note wrong'
  note.setAttribute('role', 'alert')
  const text = document.createElement('p')
  text.textContent = sentence
  const retry = document.createElement('a')
  retry.href = url
  retry.textContent = form.dataset['retry']!
  const line = document.createElement('p')
  line.append(retry)
  note.append(text, line)
  answer.replaceChildren(note)
  answer.ariaBusy = 'false'
  announce('', false)
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value.trim() !== '') query.append(name, value)
  void load(query.size === 0 ? form.action : `${form.action}?${query}`, {})
})

/** Links to other searches of this page, such as those of the chips and of further pages. */
document.addEventListener('click', (event) => {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target !== '' || link.origin !== location.origin || link.pathname !== location.pathname)
    return
  if (link.hash !== '') {
    // Not every browser opens it for a link to a field in it.
    if (options.contains(document.getElementById(link.hash.slice(1)))) options.open = true
    return
  }
  event.preventDefault()
  void load(link.href, { fillsForm: true, isInHistory: link.href === location.href })
})

addEventListener('popstate', () => {
  if (readUrl() !== shownUrl) void load(location.href, { isInHistory: true, fillsForm: true })
})

// The map, whose script is loaded when it is first shown, and then handles its button

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('#show-map') : null
  if (button !== null)
    import(button.dataset['script']!).catch(() => announce(button.dataset['failed']!, true))
})

// The location of the browser

/** About 100 m. */
const positionDecimals = 3
const locationTimeoutMs = 10_000

const locate = document.querySelector<HTMLButtonElement>('#locate')!
locate.hidden = !('geolocation' in navigator) || !isSecureContext
locate.addEventListener('click', () =>
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      const place = document.querySelector<HTMLInputElement>('#place')!
      place.value = [coords.latitude, coords.longitude]
        .map((degrees) => degrees.toFixed(positionDecimals))
        .join(', ')
      form.requestSubmit()
    },
    () => announce(locate.dataset['denied']!, true),
    { timeout: locationTimeoutMs },
  ),
)
