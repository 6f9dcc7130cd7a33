/** Writes the names of towns and areas without a post office of their own as that of their main post office: "South Kingstown". */
import { regionOfState } from '@careatlas/directory/region'
import type { ServedArea } from './served-towns.ts'

/** Of each state, the names by the town of the post office. */
const names: Readonly<Record<string, { readonly [town: string]: string }>> = {
  RI: {
    Wakefield: 'south kingstown|south county',
    Harrisville: 'burrillville',
    Chepachet: 'glocester',
    'Block Island': 'new shoreham',
    Kingston: '(?<=(?:near|at|by|in|around|from) )uri|university of rhode island',
    Woonsocket: 'northern (?:ri|rhode island)|blackstone valley',
    Bristol: 'east bay',
    Newport: 'aquidneck(?: island)?',
    Westerly: 'southern (?:ri|rhode island)|misquamicut',
  },
  CT: {
    'Jewett City': 'griswold',
    Danielson: 'killingly',
    Baltic: 'sprague',
    'Storrs Mansfield': 'storrs|uconn(?: storrs)?',
    Rockville: 'vernon rockville',
    Norwich: '(?:southeast|southeastern|eastern) (?:ct|conn|connecticut)',
    Putnam: '(?:northeast|northeastern) (?:ct|conn|connecticut)|(?:the )?quiet corner',
  },
  MA: {
    Foxboro: 'foxborough',
    Middleboro: 'middleborough',
    'North Attleboro': 'north attleborough',
    'East Freetown': 'freetown',
    'South Yarmouth': 'yarmouth',
    'Vineyard Haven': "martha['’]?s vineyard|(?:the |on )vineyard|tisbury",
    Hyannis: 'cape cod|(?:the |on )cape(?! verde| cod)',
    'New Bedford': '(?:south ?coast|(?:southeast|southeastern) (?:ma|mass|massachusetts))',
  },
}

/** Names that are a town elsewhere, or a surname, without their state. */
const withState: Readonly<Record<string, { readonly [town: string]: string }>> = {
  RI: { 'North Scituate': 'scituate', Wyoming: 'richmond' },
  CT: {
    'New Haven': 'east haven|woodbridge',
    Norwich: 'franklin|lisbon',
    'Old Lyme': 'lyme',
    'Storrs Mansfield': 'mansfield',
    Canaan: 'north canaan',
    Rockville: 'vernon',
    Winsted: 'winchester',
    'Stafford Springs': 'union',
  },
  MA: { 'Buzzards Bay': 'bourne' },
}

interface Name {
  readonly state: string
  readonly town: string
  readonly pattern: RegExp
}

const patterns: readonly Name[] = [
  ...listNames(names, (name, state) => `${name}(?:,? (?:${state}))?(?!, ?\\p{L}{2}(?!\\p{L}))`),
  ...listNames(withState, (name, state) => `(?:${name}),? (?:${state})`),
]

function listNames(table: typeof names, toPattern: (name: string, state: string) => string): readonly Name[] {
  return Object.entries(table).flatMap(([state, towns]) =>
    Object.entries(towns).map(([town, name]) => ({
      state,
      town,
      pattern: new RegExp(
        `(?<![\\p{L}'’]|dr\\.? )${toPattern(`(?:${name})`, `${state}|${regionOfState(state)!.name}`)}(?![\\p{L}'’])`,
        'giu',
      ),
    })),
  )
}

/** "Anywhere in RI" */
const wholeState =
  /(?<=\b(?:any ?(?:where|place)|all over|all of|throughout|any part of|across|cualquier (?:parte|lugar)|tod[oa])(?: (?:in|around|of|en|de))? )(?:ri|ct|ma|mass|conn)\b\.?/giu
const stateOf: Readonly<Record<string, string>> = { mass: 'MA', conn: 'CT' }

/** "The west end of Providence" is in Providence. */
const partOfTown =
  /\b(?:(?:on|in|at|from|near|around|by|over|to|en) )?(?:the |el |la )?(?:(?:far|upper|lower) )?(?:(?:north|south|east|west)(?:ern)?[ -]?(?:end|side|part|section)|(?:lado|zona|parte) (?:norte|sur|este|oeste)) (?:of|de) (?!(?:my|his|her|our|the|town|mi|su|la|el)\b)(?=\p{L}{4,})/giu

export function simplifyPartsOfTowns(text: string): string {
  return text.replaceAll(partOfTown, 'in ')
}

export function writeOutTownNames(text: string, { servedStates }: ServedArea): string {
  return patterns
    .filter(({ state }) => servedStates.has(state))
    .reduce((rest, { pattern, town, state }) => rest.replaceAll(pattern, `${town}, ${state}`), text)
    .replaceAll(wholeState, (short) => {
      const word = short.replace('.', '').toLowerCase()
      return regionOfState(stateOf[word] ?? word.toUpperCase())?.name ?? short
    })
}
