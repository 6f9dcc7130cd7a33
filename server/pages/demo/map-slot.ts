/** The button that shows the map of the results, and the place where its script puts the map. */
import { mapPaths } from '../../web/assets.ts'
import { dataAttributes } from '../../web/data-attributes.ts'
import { type Html, html } from '../../web/html.ts'
import type { View } from './answer.ts'
import { mapTownsPath } from './map-towns.ts'

export function mapButton({ messages: { map } }: View): Html {
  return html`<button
    id="show-map"
    class="quiet"
    type="button"
    aria-expanded="false"
    data-script="${mapPaths.script}"
    data-failed="${map.failed}"
  >
    ${map.show}
  </button>`
}

/** Empty until the script puts the map into it. */
export function mapSlot({ messages: { map } }: View): Html {
  const texts = { ...map, pin: map.pin('#'), borders: mapPaths.borders, towns: mapTownsPath }
  return html`<div id="map-slot" ${dataAttributes(texts)}></div>`
}
