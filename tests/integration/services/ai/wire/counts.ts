import type { Expected, Scenario } from './scenario.ts'
import { type Counts, chatChunk } from './speech.ts'

const whole = '雾散了。'
const estimated: Expected = { booked: { estimatedOf: whole } }
type Usage = (counts: Counts) => Record<string, unknown> | null

const reporting =
  (usage: Usage): Scenario['does'] =>
  (speech) => {
    speech.begin()
    speech.text(whole)
    speech.stop('stop', usage(speech.counts))
    speech.end()
  }

const plain = ({ total, output }: Counts) => ({ prompt_tokens: total, completion_tokens: output })

/** Usage as vendors write it: what was written to a cache is reported by few. */
const inTheirWords: readonly (readonly [name: string, usage: Usage])[] = [
  ['DeepSeek does', (counts) => ({ ...plain(counts), prompt_cache_hit_tokens: counts.read })],
  ['Kimi does', (counts) => ({ ...plain(counts), cached_tokens: counts.read })],
  [
    'Qwen does',
    (counts) => ({
      ...plain(counts),
      prompt_tokens_details: { cached_tokens: counts.read, cache_creation_input_tokens: counts.written },
    }),
  ],
]

const absurd: readonly (readonly [name: string, usage: Usage])[] = [
  ['nothing', () => null],
  ['less than nothing', () => ({ prompt_tokens: -5, completion_tokens: -1 })],
  ['words', () => ({ prompt_tokens: 'many', completion_tokens: 'some' })],
  ['only the output', () => ({ completion_tokens: 5 })],
  ['only the input', ({ total }) => ({ prompt_tokens: total })],
  ['a million times the input', ({ total }) => ({ prompt_tokens: total * 1e6, completion_tokens: 5 })],
  ['a million times the output', ({ total }) => ({ prompt_tokens: total, completion_tokens: 5e6 })],
]

/** What a service says of its tokens, and what is booked. */
export const counts: readonly Scenario[] = [
  ...inTheirWords.map(
    ([name, usage]): Scenario => ({
      ...{ name: `that counts what its cache has read as ${name}`, only: 'chat' },
      ...{ does: reporting(usage), expected: {} },
    }),
  ),
  {
    name: 'that counts in every chunk',
    only: 'chat',
    does(speech) {
      const { total, read, written, output } = speech.counts
      const details = { cached_tokens: read, cache_write_tokens: written }
      const usage = { prompt_tokens: total, prompt_tokens_details: details }
      speech.begin()
      speech.raw(chatChunk({ content: '雾散' }, null, { usage: { ...usage, completion_tokens: 1 } }))
      speech.raw(chatChunk({ content: '了。' }, null, { usage: { ...usage, completion_tokens: 2 } }))
      speech.stop('stop', { ...usage, completion_tokens: output })
      speech.end()
    },
    expected: {},
  },
  {
    name: 'that counts in the choice',
    only: 'chat',
    does(speech) {
      const { total, read, written, output } = speech.counts
      const details = { cached_tokens: read, cache_write_tokens: written }
      const usage = { prompt_tokens: total, completion_tokens: output, prompt_tokens_details: details }
      speech.begin()
      speech.text(whole)
      const choice = { index: 0, delta: {}, finish_reason: 'stop', usage }
      speech.raw(chatChunk({}, null, { choices: [choice] }))
      speech.stop('stop', null)
      speech.end()
    },
    expected: {},
  },
  ...absurd.map(
    ([name, usage]): Scenario => ({
      ...{ name: `that counts ${name}`, only: 'chat' },
      ...{ does: reporting(usage), expected: estimated },
    }),
  ),
  {
    name: 'that has read more from its cache than was sent',
    only: 'chat',
    does: reporting((counts) => ({
      ...plain(counts),
      prompt_tokens_details: { cached_tokens: counts.total * 3 },
    })),
    expected: estimated,
  },
  {
    name: 'that counts nothing at the end',
    only: 'messages',
    does: reporting(() => null),
    expected: estimated,
  },
  {
    name: 'that counts a million times the output',
    only: 'messages',
    does: reporting(() => ({ output_tokens: 5e6 })),
    expected: estimated,
  },
  {
    name: 'that counts less than nothing at the end',
    only: 'messages',
    does: reporting(() => ({ output_tokens: -3 })),
    expected: estimated,
  },
]
