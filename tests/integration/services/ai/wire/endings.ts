import { type Expected, once, type Scenario } from './scenario.ts'
import type { Speech } from './speech.ts'

const ending =
  (text: string, how: Parameters<Speech['stop']>[0]): Scenario['does'] =>
  (speech) => {
    speech.begin()
    if (text !== '') speech.text(text)
    speech.stop(how)
    speech.end()
  }

/** Words of one vendor for an answer that is not complete. */
const broken: readonly (readonly [word: string, only: 'chat' | 'messages'])[] = [
  ['network_error', 'chat'],
  ['insufficient_system_resource', 'chat'],
  ['pause_turn', 'messages'],
  ['compaction', 'messages'],
]

const incomplete = { ends: 'AI_ANSWER_INCOMPLETE', booked: 'reported' } as const

/** How a model ends. */
const ends: readonly Scenario[] = [
  { name: 'whose model comes to its end', does: ending('雾散了。', 'stop'), expected: {} },
  {
    name: 'whose model reaches its limit',
    does: ending('写到一半', 'limit'),
    expected: { ends: 'limit', text: '写到一半' },
  },
  {
    name: 'whose model reaches its window',
    only: 'messages',
    does: ending('写到一半', { own: 'model_context_window_exceeded' }),
    expected: { ends: 'limit', text: '写到一半' },
  },
  {
    name: 'whose filter stops it after some text',
    does: ending('雾又厚了。', 'refusal'),
    expected: { ends: 'AI_CONTENT_FILTER', text: '雾又厚了。', booked: 'reported' },
  },
  {
    name: 'whose filter stops it before any text',
    does: ending('', 'refusal'),
    expected: { ends: 'AI_CONTENT_FILTER', booked: 'reported' },
  },
  {
    name: 'whose filter is called sensitive, as GLM calls it',
    only: 'chat',
    does: ending('雾', { own: 'sensitive' }),
    expected: { ends: 'AI_CONTENT_FILTER', text: '雾', booked: 'reported' },
  },
  {
    name: 'whose model refuses in a field of its own',
    only: 'chat',
    does(speech) {
      speech.begin()
      speech.raw('data: {"choices":[{"index":0,"delta":{"refusal":"I can’t help with that."}}]}\n\n')
      speech.stop()
      speech.end()
    },
    expected: { ends: 'AI_CONTENT_FILTER', booked: 'reported' },
  },
  ...broken.flatMap(([word, only]): readonly Scenario[] => [
    {
      ...{ name: `that ends some text with ${word}`, only, does: ending('雾又厚了。', { own: word }) },
      expected: { ...incomplete, text: '雾又厚了。' },
    },
    {
      ...{ name: `that ends before any text with ${word}`, only, does: once(ending('', { own: word })) },
      expected: { requests: 2, waits: [1000], booked: 'reported' },
    },
  ]),
  {
    name: 'that ends with a word nobody knows',
    does: ending('雾散了。', { own: 'moonrise' }),
    expected: {},
  },
  {
    name: 'whose model writes nothing',
    does: ending('', 'stop'),
    expected: { ends: 'AI_EMPTY', booked: 'reported' },
  },
  {
    name: 'whose model reaches its limit before any text',
    does: ending('', 'limit'),
    expected: { ends: 'AI_THOUGHT_ONLY', booked: 'reported' },
  },
  {
    name: 'whose model only thinks',
    does(speech) {
      speech.begin()
      speech.think('雾有多浓？')
      speech.stop()
      speech.end()
    },
    expected: { ends: 'AI_THOUGHT_ONLY', booked: 'reported' },
  },
]

/** The pairs of six templates, in pieces that cut the tags. */
const pairs = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['◁think▷', '◁/think▷'],
] as const

const inPieces =
  (text: string): Scenario['does'] =>
  (speech) => {
    speech.begin()
    for (const piece of text.match(/[\s\S]{1,5}/gu) ?? []) speech.text(piece)
    speech.stop()
    speech.end()
  }

const written: Expected = { text: '　　雾散了。' }
const thinking: readonly Scenario[] = [
  ...pairs.map(([open, close]) => ({
    ...{ name: `whose model thinks between ${open} and ${close}`, expected: written },
    does: inPieces(`${open}\n雾有多浓？How thick?\n${close}\n\n　　雾散了。`),
  })),
  {
    name: 'whose template opens the thinking: only </think> comes',
    does: inPieces('雾有多浓？</think>\n\n　　雾散了。'),
    expected: written,
  },
  {
    name: 'whose model thinks in tags and writes nothing',
    does: inPieces('<think>雾有多浓？</think>\n'),
    expected: { ends: 'AI_THOUGHT_ONLY', booked: 'reported' },
  },
  {
    name: 'whose model thinks in a field of its own before it writes',
    does(speech) {
      speech.begin()
      speech.think('雾有多浓？')
      speech.text('雾散了。')
      speech.stop()
      speech.end()
    },
    expected: {},
  },
]

/** How models end, and what of an answer is thinking. */
export const endings: readonly Scenario[] = [...ends, ...thinking]
