/** The reasons to reject a row of a registry file, as in the manifest. */
export const registryRejections = {
  npi: 'bad_npi',
  entityType: 'unknown_entity_type',
  name: 'no_name',
  address: 'no_address',
  nameType: 'unknown_name_type',
  endpoint: 'no_endpoint',
  endpointType: 'unknown_endpoint_type',
  badEndpoint: 'bad_endpoint',
  mangled: 'mangled',
} as const
