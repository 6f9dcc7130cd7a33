/** Values of the fictional demo region that the examples use; they answer with results there. */

export const demo = {
  npi: '2874670526',
  locationUuid: '419ebd36-e7e2-53b5-b50d-162d300c7bf4',
  lastName: 'Dubois',
  locationName: 'Quahog Community Health Center',
  carrier: 'DEMO_MEDICARE',
  zip: '02903',
  lat: 41.8781,
  lng: -71.3826,
} as const
