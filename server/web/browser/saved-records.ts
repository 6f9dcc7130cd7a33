/** Keeps records and a comparison in this browser: the buttons of a record, the lists of the page of saved records, and links to both. */

type ListName = 'saved' | 'compared'

interface Entry {
  /** `/providers/…` or `/locations/…` */
  readonly path: string
  readonly name: string
  readonly about: string
  /** The language of `about`, a BCP 47 tag. Entries of earlier versions have none, and are English. */
  readonly language?: string
  /** ISO 8601 */
  readonly day: string
}

/** A thousand records take about 120 KB of the 5 MB that a browser allows a site. */
const entriesMax: Readonly<Record<ListName, number>> = { saved: 1_000, compared: 3 }

const recordPath = /^\/(?:providers\/\d{10}|locations\/[\da-f-]{36})$/

/** Other versions, and other pages of this origin, may have stored anything. */
function readList(list: ListName): readonly Entry[] {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(list) ?? '[]')
    return Array.isArray(entries) ? entries.filter(isEntry).slice(0, entriesMax[list]) : []
  } catch {
    return []
  }
}

function isEntry(value: unknown): value is Entry {
  const { path, name, about, language = 'en', day } = (value ?? {}) as Readonly<Record<string, unknown>>
  const texts = [path, name, about, language, day]
  if (!texts.every((text) => typeof text === 'string')) return false
  return recordPath.test(String(path)) && !Number.isNaN(Date.parse(String(day)))
}

function writeList(list: ListName, entries: readonly Entry[]): void {
  localStorage.setItem(list, JSON.stringify(entries))
  showCounts()
}

/** Adds the number of records to each link, and the chosen clinicians to the links to the comparison. */
function showCounts(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-count]')) {
    const entries = readList(link.dataset['count'] as ListName)
    const label = (link.dataset['label'] ??= link.textContent.trim())
    link.textContent = entries.length === 0 ? label : `${label} (${entries.length})`
    if (link.dataset['count'] === 'compared') link.search = comparisonQuery(entries)
  }
}

function comparisonQuery(entries: readonly Entry[]): string {
  return new URLSearchParams(entries.map(({ path }) => ['npi', path.split('/')[2]!])).toString()
}

const remove = (list: ListName, path: string) =>
  writeList(
    list,
    readList(list).filter((entry) => entry.path !== path),
  )

/** A browser may refuse storage, or have none left. */
function canStore(): boolean {
  try {
    localStorage.setItem('storage-test', '')
    localStorage.removeItem('storage-test')
    return true
  } catch {
    return false
  }
}

const listOf = ({ dataset }: HTMLElement) => dataset['list'] as ListName

function setUpButtons(box: HTMLElement): void {
  const { path = '', name = '', about = '' } = box.dataset
  const language = document.documentElement.lang
  const status = box.querySelector('[role=status]')!
  const toggles = [...box.querySelectorAll<HTMLButtonElement>('button[data-list]')]
  const has = (list: ListName) => readList(list).some((entry) => entry.path === path)
  const show = () => {
    for (const toggle of toggles) toggle.textContent = toggle.dataset[has(listOf(toggle)) ? 'on' : 'off']!
  }
  /** Returns what the status says. */
  const flip = ({ dataset }: HTMLElement, list: ListName): string => {
    const entries = readList(list)
    if (has(list)) remove(list, path)
    else if (entries.length >= entriesMax[list]) return dataset['full']!
    else writeList(list, [...entries, { path, name, about, language, day: new Date().toISOString() }])
    return has(list) ? dataset['done']! : box.dataset['removed']!
  }
  for (const toggle of toggles)
    toggle.addEventListener('click', () => {
      status.textContent = flip(toggle, listOf(toggle))
      show()
    })
  box.querySelector('[data-print]')?.addEventListener('click', () => print())
  addEventListener('storage', show)
  show()
  box.hidden = false
}

function setUpList(section: HTMLElement): void {
  const list = section.dataset['show'] as ListName
  const { prefix = '', locale, remove: label = '', savedOn = '' } = section.dataset
  const items = section.querySelector('ul')!
  const empty = section.querySelector<HTMLElement>('[data-empty]')!
  const compare = section.querySelector<HTMLElement>('[data-compare]')
  // A format for each date would take most of the time of a long list.
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const showAll = () => {
    items.replaceChildren(...readList(list).map((entry) => createItem(entry)))
    updateSummary()
  }
  /** Shows the sentence about an empty list, and the link that compares all entries. */
  const updateSummary = () => {
    const entries = readList(list)
    empty.hidden = entries.length > 0
    if (compare === null) return
    compare.hidden = entries.length === 0
    compare.querySelector('a')!.search = comparisonQuery(entries)
  }
  const createItem = ({ path, name, about, language = 'en', day }: Entry) => {
    const [item, link, details, button] = ['li', 'a', 'span', 'button'].map((tag) =>
      document.createElement(tag),
    )
    link!.textContent = name
    link!.setAttribute('href', prefix + path)
    const care = document.createElement('span')
    care.lang = language
    care.textContent = about
    const saved = `${savedOn} ${dates.format(new Date(day))}`
    details!.append(care, about === '' ? saved : ` · ${saved}`)
    button!.textContent = label
    button!.className = 'quiet'
    button!.setAttribute('aria-label', `${label}: ${name}`)
    button!.addEventListener('click', () => {
      remove(list, path)
      // The keyboard focus stays in the list.
      const next = item!.nextElementSibling ?? item!.previousElementSibling
      item!.remove()
      updateSummary()
      ;(next?.querySelector('button') ?? empty.querySelector('a'))?.focus()
    })
    item!.append(link!, details!, button!)
    return item!
  }
  addEventListener('storage', showAll)
  showAll()
  section.hidden = false
}

if (canStore()) {
  for (const box of document.querySelectorAll<HTMLElement>('.keep')) setUpButtons(box)
  for (const section of document.querySelectorAll<HTMLElement>('section[data-show]')) setUpList(section)
  document.querySelector('[data-without-storage]')?.remove()
  showCounts()
  // Another tab has changed a list, the demo has replaced its links, or the browser shows a page of its history again.
  for (const event of ['storage', 'pagechange', 'pageshow']) addEventListener(event, showCounts)
}
