/** Values of the fictional demo region that the examples use; they answer with results there. */

export const demo = {
  npi: '2000000002',
  locationUuid: '00000000-0000-5000-8000-000000000000',
  lastName: 'Oliveira',
  locationName: 'Blackstone Valley Health Center',
  carrier: 'MEDICARE',
  zip: '02903',
  lat: 41.8781,
  lng: -71.3826,
} as const
