/** Values for the examples; each example returns results in the fictional demo region. */

export const demo = {
  npi: '2874670526',
  locationUuid: '4f3ad133-5fa5-5761-ae84-48db56d8b50b',
  lastName: 'Dubois',
  locationName: 'Quahog Community Health Center',
  carrier: 'DEMO_MEDICARE',
  zip: '02903',
  lat: 41.8781,
  lng: -71.3826,
} as const
