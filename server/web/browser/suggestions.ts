/** Completes the search box of the demo with `GET /v1/suggest`: a combobox with a list of options (WAI-ARIA Authoring Practices). */

interface Town {
  readonly city: string | null
  readonly state: string | null
}

interface Suggestions {
  readonly people: readonly (Town & {
    readonly npi: string
    readonly name: string
    readonly other_name: string | null
    readonly specialty: string | null
  })[]
  readonly care: readonly {
    readonly plain_name: string
    readonly clinical_name: string
    readonly matched: string | null
    readonly q: string
  }[]
  readonly places: readonly (Town & {
    readonly location_uuid: string
    readonly name: string
    readonly other_name: string | null
  })[]
  readonly towns: readonly {
    readonly name: string
    readonly state: string | null
    readonly zip: string | null
  }[]
}

interface Option {
  readonly label: string
  /** Whether the label is English on all pages, as the name of a specialty is. */
  readonly isEnglish?: boolean
  /** Beside the label: names, or English. */
  readonly detail: string
  readonly choose: () => void
}

const typingPauseMs = 150
const perGroup = 4

const input = document.querySelector<HTMLInputElement>('#q')!
const place = document.querySelector<HTMLInputElement>('#place')!
/** Before the paths of records in the language of the page. */
const prefix = input.dataset['prefix']!
const form = input.form!
const announcement = document.querySelector<HTMLElement>('#status')!

const list = document.createElement('div')
list.id = 'suggestions'
list.setAttribute('role', 'listbox')
list.setAttribute('aria-label', input.dataset['list']!)
list.hidden = true
input.after(list)
input.setAttribute('role', 'combobox')
input.setAttribute('aria-autocomplete', 'list')
input.setAttribute('aria-controls', list.id)
input.setAttribute('aria-expanded', 'false')

let options: { readonly element: HTMLElement; readonly option: Option }[] = []
let active = -1
let timer = 0

/** A new request replaces the earlier one, which is then canceled. */
let pending: AbortController | null = null

async function complete(): Promise<void> {
  const current = (pending = new AbortController())
  const query = new URLSearchParams({ q: input.value.trim().slice(0, 64), limit: String(perGroup) })
  if (/^\d{5}$/.test(place.value.trim())) query.set('zip', place.value.trim())
  try {
    const response = await fetch(`/v1/suggest?${query}`, { signal: current.signal })
    // Without suggestions, the box still searches.
    if (!response.ok) return close()
    const { data } = (await response.json()) as { readonly data: Suggestions }
    if (!current.signal.aborted) open(data)
  } catch {
    if (!current.signal.aborted) close()
  }
}

function cancel(): void {
  clearTimeout(timer)
  pending?.abort()
}

function open({ people, care, places, towns }: Suggestions): void {
  const groups: Record<'people' | 'care' | 'places' | 'towns', Option[]> = {
    care: care.map(({ plain_name, clinical_name, matched, q }) => ({
      label: matched ?? plain_name,
      isEnglish: matched === null,
      detail: matched === null ? clinical_name : plain_name,
      choose: () => search(q),
    })),
    people: people.map(({ npi, name, other_name, specialty, city, state }) => ({
      label: name,
      detail: join([other_name, specialty, join([city && mixCase(city), state])]),
      choose: () => location.assign(`${prefix}/providers/${npi}`),
    })),
    places: places.map(({ location_uuid, name, other_name, city, state }) => ({
      label: name,
      detail: join([other_name, join([city && mixCase(city), state])]),
      choose: () => location.assign(`${prefix}/locations/${location_uuid}`),
    })),
    towns: towns.map(({ name, state, zip }) => ({
      label: join([name, state]),
      detail: '',
      choose: () => setPlace(zip ?? join([name, state])),
    })),
  }
  options = []
  active = -1
  list.replaceChildren(
    ...Object.entries(groups)
      .filter(([, items]) => items.length > 0)
      .map(([name, items]) => createGroup(name, items)),
  )
  const isOpen = options.length > 0
  list.hidden = !isOpen
  input.setAttribute('aria-expanded', String(isOpen))
  input.removeAttribute('aria-activedescendant')
  if (!isOpen) return
  announcement.textContent = input.dataset['count']!.replace('#', String(options.length))
  announcement.classList.remove('shown')
}

function createGroup(name: string, items: readonly Option[]): HTMLElement {
  const group = document.createElement('div')
  group.setAttribute('role', 'group')
  const title = document.createElement('div')
  title.className = 'group'
  title.id = `suggestions-${name}`
  title.textContent = input.dataset[name]!
  group.setAttribute('aria-labelledby', title.id)
  group.append(title, ...items.map(createOption))
  return group
}

function createOption(option: Option): HTMLElement {
  const element = document.createElement('div')
  element.setAttribute('role', 'option')
  element.setAttribute('aria-selected', 'false')
  element.id = `suggestion-${options.length}`
  const detail = document.createElement('small')
  detail.textContent = option.detail
  detail.lang = 'en'
  const label = document.createElement('span')
  label.textContent = option.label
  if (option.isEnglish) label.lang = 'en'
  element.append(label, ' ', detail)
  // The default would take the focus from the box.
  element.addEventListener('pointerdown', (event) => event.preventDefault())
  element.addEventListener('click', () => choose(option))
  options.push({ element, option })
  return element
}

function join(parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(', ')
}

/** Records have towns in upper case. */
function mixCase(town: string): string {
  if (town !== town.toUpperCase()) return town
  return town.replaceAll(/\p{L}+/gu, (word) => word.charAt(0) + word.slice(1).toLowerCase())
}

function choose(option: Option): void {
  close()
  option.choose()
}

function search(q: string): void {
  input.value = q
  form.requestSubmit()
}

/** The words that name the place are not a need. */
function setPlace(text: string): void {
  place.value = text
  input.value = ''
}

function close(): void {
  cancel()
  options = []
  active = -1
  list.hidden = true
  input.setAttribute('aria-expanded', 'false')
  input.removeAttribute('aria-activedescendant')
}

/** Moves to the next or previous option; beyond the ends, the box itself is active. */
function move(step: 1 | -1): void {
  const count = options.length + 1
  options[active]?.element.setAttribute('aria-selected', 'false')
  active = ((active + 1 + step + count) % count) - 1
  const element = options[active]?.element
  if (!element) return input.removeAttribute('aria-activedescendant')
  element.setAttribute('aria-selected', 'true')
  element.scrollIntoView({ block: 'nearest' })
  input.setAttribute('aria-activedescendant', element.id)
}

input.addEventListener('input', () => {
  cancel()
  if (input.value.trim() === '') return close()
  timer = setTimeout(() => void complete(), typingPauseMs)
})

input.addEventListener('keydown', (event) => {
  const isOpen = options.length > 0
  if (event.key === 'Escape') close()
  else if (isOpen && event.key === 'ArrowDown') move(1)
  else if (isOpen && event.key === 'ArrowUp') move(-1)
  else if (isOpen && event.key === 'Enter' && active >= 0) choose(options[active]!.option)
  else return
  if (isOpen) event.preventDefault()
})

input.addEventListener('blur', close)
// Before the search starts, so that no two requests are in flight.
form.addEventListener('submit', close, { capture: true })
