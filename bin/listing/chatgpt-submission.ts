/** `chatgpt-app-submission.json`, which the submission form of ChatGPT imports (schema version 1). */
import { type Listing, listedTools } from './listing.ts'
import { negativeCases, positiveCases, type TestCase } from './test-cases.ts'

export function createChatGptSubmission({ productName, sample }: Listing): object {
  return {
    $schema: 'https://developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json',
    schema_version: 1,
    app_info: {
      display_name: productName,
      subtitle: 'Find clinicians and clinics',
      description:
        `${productName} finds clinicians and places of care in the United States by need, name, place, language and payer. ` +
        'Each record names its sources and their dates, and says what is not known.',
      category: 'LIFESTYLE',
    },
    tools: Object.fromEntries(listedTools.map((tool) => [tool.name, describeTool(tool)])),
    test_cases: positiveCases(sample).map(toSubmittedCase),
    negative_test_cases: negativeCases.map(toSubmittedCase),
  }
}

/** The type of `hints` fails if a tool gets hints that these sentences do not justify. */
function describeTool({ title, hints }: (typeof listedTools)[number]): object {
  const {
    readOnlyHint,
    openWorldHint,
    destructiveHint,
  }: {
    readonly readOnlyHint: true
    readonly openWorldHint: false
    readonly destructiveHint: false
  } = hints
  return {
    annotations: { readOnlyHint, openWorldHint, destructiveHint },
    justifications: {
      read_only_justification: `"${title}" reads published directory data and changes no record; the service only counts the request for its rate limit.`,
      open_world_justification: `"${title}" reads the service's own data and changes nothing in other systems or on the public internet.`,
      destructive_justification: `"${title}" deletes, overwrites and sends nothing; repeating the call returns the same result.`,
    },
  }
}

function toSubmittedCase({ description, prompt, calls, expected }: TestCase): object {
  return {
    description,
    user_prompt: prompt,
    file_attachment_urls: null,
    tools_triggered: calls.length === 0 ? null : calls.map(({ tool }) => tool).join(', '),
    expected_output: expected,
    expected_output_url: null,
  }
}
