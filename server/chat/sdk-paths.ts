/** The paths of the chat. */
export const sdkPaths = {
  config: '/sdk/config',
  token: '/sdk/token',
  manifest: '/sdk/manifest.json',
  socket: '/sdk/ws',
  demoIdToken: '/sdk/demo-id-token',
  transcript: '/sdk/transcript',
  export: '/sdk/export',
  delete: '/sdk/delete',
} as const
