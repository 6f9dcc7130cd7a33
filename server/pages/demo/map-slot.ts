/** The button that shows the map of the results, and the place where its script puts the map. */
import { mapPaths } from '../../web/assets.ts'
import { type Html, html } from '../../web/html.ts'
import type { View } from './answer.ts'

export function mapSlot({ messages: { map } }: View): Html {
  return html`<div
    id="map-slot"
    data-borders="${mapPaths.borders}"
    data-hide="${map.hide}"
    data-show="${map.show}"
    data-label="${map.label}"
    data-closer="${map.closer}"
    data-farther="${map.farther}"
    data-search="${map.search}"
    data-pin="${map.pin('#')}"
    data-caption="${map.caption}"
  >
    <button
      id="show-map"
      class="quiet"
      type="button"
      aria-expanded="false"
      data-script="${mapPaths.script}"
      data-failed="${map.failed}"
    >
      ${map.show}
    </button>
  </div>`
}
