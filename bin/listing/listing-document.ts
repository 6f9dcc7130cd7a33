/** `LISTING.md`: install links, the texts that the forms of the directories ask for, and the next steps. */
import { createInstallations } from './install-links.ts'
import { type Listing, listedTools } from './listing.ts'
import { positiveCases } from './test-cases.ts'

export function createListingDocument(listing: Listing): string {
  const { productName, baseUrl, mcpUrl, operator, sample } = listing
  const { hostname } = new URL(baseUrl)
  return `# Listing of ${escapeMarkdown(productName)}

The MCP server is ${mcpUrl} (streamable HTTP). Users sign in with OAuth; hosts without OAuth send an API key from ${baseUrl}/keys in the
header \`Authorization: Bearer\`.

## Missing settings
${asList(missingSettings(operator)) || 'None.'}

## Install links
${asList(createInstallations(listing).map(({ host, link, command, steps }) => [`**${host}**:`, link, command && `\`${command}\``, steps].filter(Boolean).join(' ')))}

## MCP registry
\`server.json\` is for \`mcp-publisher\`. A published version cannot be changed: to publish again, change \`version\` first.
1. Create a key pair: \`openssl genpkey -algorithm Ed25519 -out registry-key.pem\`
2. Set \`MCP_REGISTRY_AUTH\` to the output of
   \`echo "v=MCPv1; k=ed25519; p=$(openssl pkey -in registry-key.pem -pubout -outform DER | tail -c 32 | base64)"\`, and restart the server.
3. \`mcp-publisher login http --domain ${hostname} --private-key "$(openssl pkey -in registry-key.pem -noout -text | grep -A3 priv: | tail -n +2 | tr -d ' :\\n')"\`
4. \`mcp-publisher publish\`

## ChatGPT
Import \`chatgpt-app-submission.json\` in the submission form. Set \`OPENAI_APPS_CHALLENGE\` to the token that the form shows, and restart
the server. Prepare an account whose sign-in code the reviewers can read, such as an e-mail address with a shared inbox. Check that
each test case gives the expected answer in the developer mode before you submit.

## Claude directory
| field | value |
|---|---|
| Name | ${escapeMarkdown(productName)} |
| Server URL | ${mcpUrl} |
| Transport | streamable HTTP |
| Authentication | OAuth 2.1 (client ID metadata documents and dynamic registration) |
| Description | Finds clinicians and places of care in the United States. Each record names its sources and dates. |
| Documentation | ${baseUrl}/docs |
| Privacy policy | ${operator.privacyUrl ?? `${baseUrl}/privacy`} |
| Terms | ${operator.termsUrl ?? `${baseUrl}/terms`} |
| Support | ${baseUrl}/support |

Example prompts:
${asList(positiveCases(sample).map(({ prompt }) => prompt))}

Tools, each with \`readOnlyHint: true\`, \`destructiveHint: false\` and \`openWorldHint: false\`:
${asList(listedTools.map(({ name, title }) => `\`${name}\`: ${title}`))}
`
}

/** A sentence for each setting that directories ask for and that is empty. */
export function missingSettings({
  name,
  supportEmail,
  privacyUrl,
  termsUrl,
}: Listing['operator']): readonly string[] {
  const needed = {
    OPERATOR_NAME: { value: name, use: 'the directories ask who operates the service' },
    SUPPORT_EMAIL: { value: supportEmail, use: 'the directories require a contact for users' },
    PRIVACY_URL: { value: privacyUrl, use: 'the directories require the privacy policy of the operator' },
    TERMS_URL: { value: termsUrl, use: 'the directories require the terms of the operator' },
  }
  return Object.entries(needed)
    .filter(([, { value }]) => value === null)
    .map(([setting, { use }]) => `${setting} is not set: ${use}.`)
}

function asList(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

/** The product name may contain characters that Markdown interprets. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|#]/g, String.raw`\$&`)
}
