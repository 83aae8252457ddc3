import { once, page, type Scenario } from './scenario.ts'

const refusal =
  (status: number, message: string, code?: string): Scenario['does'] =>
  (speech) =>
    speech.refuse(status, message, code === undefined ? {} : { code })

/** Refusals that are reported at once: a second request would end the same way. */
const final: readonly Scenario[] = [
  {
    name: 'that does not accept the key',
    does: (speech) => speech.refuse(401, 'invalid x-api-key', { type: 'authentication_error' }),
    expected: { ends: 'AI_KEY_REFUSED' },
  },
  {
    name: 'that wants a key and gets none',
    setUp: { key: '' },
    does: refusal(401, 'x-api-key header is required'),
    expected: { ends: 'AI_KEY_MISSING' },
  },
  {
    name: 'that forbids the key this model',
    does: (speech) => speech.refuse(403, 'Country not supported', { type: 'permission_error' }),
    expected: { ends: 'AI_KEY_FORBIDDEN' },
  },
  {
    name: 'that forbids a request without a key',
    setUp: { key: '' },
    does: refusal(403, 'forbidden'),
    expected: { ends: 'AI_KEY_MISSING' },
  },
  {
    name: 'that calls a wrong key a bad request',
    does: refusal(400, 'API key not valid. Please pass a valid API key.'),
    expected: { ends: 'AI_KEY_REFUSED' },
  },
  {
    name: 'that wants to be paid (402)',
    does: refusal(402, 'Insufficient Balance'),
    expected: { ends: 'AI_BALANCE' },
  },
  {
    name: 'that wants to be paid under 400',
    does: refusal(400, 'Your credit balance is too low to access the API.'),
    expected: { ends: 'AI_BALANCE' },
  },
  {
    name: 'that wants to be paid under 429',
    does: refusal(429, 'You exceeded your current quota', 'insufficient_quota'),
    expected: { ends: 'AI_BALANCE' },
  },
  {
    name: 'that says in Chinese that the account is overdue',
    does: refusal(403, '您的账户已欠费，请充值后再试'),
    expected: { ends: 'AI_BALANCE' },
  },
  {
    name: 'that has no such model (404)',
    does: (speech) => speech.refuse(404, 'model: unknown does not exist', { type: 'not_found_error' }),
    expected: { ends: 'AI_MODEL_NOT_FOUND' },
  },
  {
    name: 'that has no such model (400, as DeepSeek says it)',
    does: refusal(400, 'Model Not Exist'),
    expected: { ends: 'AI_MODEL_NOT_FOUND' },
  },
  {
    name: 'that has no such model, as Ollama says it',
    only: 'chat',
    does: (speech) => speech.send(404, { error: 'model "m" not found, try pulling it first' }),
    expected: { ends: 'AI_MODEL_NOT_FOUND' },
  },
  {
    name: 'that is a page at this path (404)',
    does: (speech) => speech.send(404, page),
    expected: { ends: 'AI_ADDRESS_WRONG' },
  },
  {
    name: 'that is a page with a success',
    does: (speech) => speech.send(200, page),
    expected: { ends: 'AI_ADDRESS_WRONG' },
  },
  {
    name: 'that is another one, with JSON of its own',
    does: (speech) => speech.send(200, { hello: 'world' }),
    expected: { ends: 'AI_ADDRESS_WRONG' },
  },
  {
    name: 'that does not take this method (405)',
    does: refusal(405, 'Method Not Allowed'),
    expected: { ends: 'AI_ADDRESS_WRONG' },
  },
  {
    name: 'that answers in one piece',
    only: 'chat',
    does: (speech) => speech.send(200, { choices: [{ index: 0, message: { content: '好' } }] }),
    expected: { ends: 'AI_NO_STREAMING' },
  },
  {
    name: 'whose model cannot stream',
    does: refusal(400, 'streaming is not supported for this model'),
    expected: { ends: 'AI_NO_STREAMING' },
  },
  {
    name: 'behind a network that wants a login (511)',
    does: (speech) => speech.send(511, page),
    expected: { ends: 'AI_PROXY' },
  },
  {
    name: 'that takes another version of HTTP (505)',
    does: (speech) => speech.send(505, page),
    expected: { ends: 'AI_HTTP_VERSION' },
  },
  {
    name: 'behind a firewall with a page of its own (403)',
    does: (speech) => speech.send(403, page),
    expected: { ends: 'AI_PROXY' },
  },
  {
    name: 'that refuses what is written',
    does: refusal(400, 'Content Exists Risk'),
    expected: { ends: 'AI_CONTENT_FILTER' },
  },
  {
    name: 'that refuses what is written, as Qwen says it',
    does: refusal(400, 'Input data may contain inappropriate content.', 'data_inspection_failed'),
    expected: { ends: 'AI_CONTENT_FILTER' },
  },
  {
    name: 'that refuses for a reason of its own (400)',
    does: refusal(400, 'messages: at least one message is required'),
    expected: { ends: 'AI_REQUEST_REFUSED', status: 400 },
  },
  {
    name: 'that refuses a field (422)',
    does: (speech) => speech.send(422, { detail: [{ msg: 'bad top_k', input: 1 }] }),
    expected: { ends: 'AI_REQUEST_REFUSED', status: 422 },
  },
  {
    name: 'that sends the request on to another address (308)',
    does: (speech) => speech.send(308, '', { location: 'https://elsewhere.invalid/v1' }),
    expected: { ends: 'AI_PROVIDER_REDIRECT' },
  },
]

const shrunk = { requests: 2, warnings: ['AI_CONTEXT_SHRUNK'] }
const tooLong: readonly (readonly [name: string, does: Scenario['does'], only?: 'chat'])[] = [
  ['finds the prompt too long', refusal(400, 'prompt is too long: 210000 tokens > 200000 maximum')],
  ['knows no more than a code for it', refusal(400, '…', 'context_length_exceeded'), 'chat'],
  [
    'names a context length',
    refusal(400, "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens"),
  ],
  ['counts as Gemini does', refusal(400, 'The input token count (9000) exceeds the maximum')],
  ['has a range, as Qwen has', refusal(400, 'Range of input length should be [1, 30720]')],
  ['has a limit, as Kimi has', refusal(400, 'Your request exceeded model token limit: 8192')],
  ['has a window, as MiniMax has', refusal(400, 'invalid params, context window exceeds limit')],
  ['is llama.cpp (500)', refusal(500, 'the request exceeds the available context size')],
  ['is LM Studio', refusal(400, 'n_keep 9000 is greater than the context length')],
  ['is Mistral (422)', refusal(422, 'Prompt contains 9000 tokens, too large for model with 8192 maximum')],
  ['only has a status for it (413)', (speech) => speech.send(413, '')],
  [
    'takes less than that in a minute (429)',
    refusal(429, 'Request too large for m on tokens per min (TPM): Limit 30000, Requested 45000.'),
  ],
]

/** Refusals that a smaller request passes. */
const forSize: readonly Scenario[] = [
  ...tooLong.map(([name, does, only]): Scenario => {
    const scenario = { name: `that ${name}`, does: once(does), expected: shrunk }
    return only ? { ...scenario, only } : scenario
  }),
  {
    name: 'that finds the smaller prompt too long as well',
    does: refusal(400, 'prompt is too long'),
    expected: { ends: 'AI_CONTEXT_TOO_LONG', ...shrunk },
  },
  {
    name: 'that takes not even the smaller prompt in a minute',
    does: refusal(429, 'Request too large for m: Limit 30000, Requested 45000.'),
    expected: { ends: 'AI_MINUTE_LIMIT', ...shrunk },
  },
]

/** Refusals that pass with time. `noon` is what the app's clock says. */
export const noon = Date.parse('2026-11-22T12:00:00Z')
const wait = (status: number, headers: Record<string, string> = {}): Scenario['does'] =>
  once((speech) => speech.refuse(status, 'busy', { type: 'overloaded_error', headers }))
const delays: readonly (readonly [name: string, does: Scenario['does'], waitMs: number])[] = [
  ['names seconds', wait(429, { 'retry-after': '7' }), 7000],
  ['names no time at all (retry-after: 0)', wait(429, { 'retry-after': '0' }), 1000],
  ['names a date', wait(429, { 'retry-after': new Date(noon + 40_000).toUTCString() }), 40_000],
  ['names milliseconds', wait(429, { 'retry-after-ms': '120' }), 120],
  ['names five minutes (503)', wait(503, { 'retry-after': '300' }), 300_000],
  ['says nothing of time (429)', wait(429), 1000],
  ['has a conflict (409)', wait(409), 1000],
  ['waits for the request itself (408)', wait(408), 1000],
  ['is overloaded (529)', wait(529), 1000],
  ['has a fault (500)', wait(500), 1000],
  ['has an unknown fault (520)', wait(520), 1000],
  ['is behind a gateway that times out (504)', once((speech) => speech.send(504, page)), 1000],
]

const busy: readonly Scenario[] = [
  ...delays.map(([name, does, waitMs]) => ({
    ...{ name: `that ${name}`, does, expected: { requests: 2, waits: [waitMs] } },
  })),
  {
    name: 'that wants an hour',
    does: (speech) => speech.refuse(429, 'slow down', { headers: { 'retry-after': '3600' } }),
    expected: { ends: 'AI_BUSY_FOR_AN_HOUR', seconds: 3600 },
  },
  {
    name: 'that stays overloaded (529)',
    does: refusal(529, 'Overloaded'),
    expected: { ends: 'AI_BUSY', requests: 3, waits: [1000, 2000] },
  },
  {
    name: 'that stays broken (500)',
    does: refusal(500, 'Internal server error'),
    expected: { ends: 'AI_PROVIDER_ERROR', status: 500, requests: 3, waits: [1000, 2000] },
  },
  {
    name: 'behind a gateway that stays broken (502)',
    does: (speech) => speech.send(502, page),
    expected: { ends: 'AI_PROXY', requests: 3, waits: [1000, 2000] },
  },
  {
    name: 'that is waited for when the author stops',
    does: (speech) => speech.refuse(429, 'slow down', { headers: { 'retry-after': '77' } }),
    cancelsAt: 'retrying',
    expected: { ends: 'cancelled', text: '', booked: 'nothing', waits: [77_000] },
  },
]

/** Services that answer with a status that is no success, or with a success that is none. */
export const refusals: readonly Scenario[] = [...final, ...forSize, ...busy]
