/** Values of the fictional demo region that the examples use; they answer with results there. */

export const demo = {
  npi: '2874670526',
  locationUuid: '21d007cd-61c8-5eb9-8ac6-961cd4e210de',
  lastName: 'Dubois',
  locationName: 'Quahog Community Health Center',
  carrier: 'DEMO_MEDICARE',
  zip: '02903',
  lat: 41.8781,
  lng: -71.3826,
} as const
