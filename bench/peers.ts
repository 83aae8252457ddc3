import { HumanMessage, trimMessages } from '@langchain/core/messages'
import { encode as gptEncode } from 'gpt-tokenizer/encoding/o200k_base'
import { Tiktoken } from 'js-tiktoken/lite'
import o200k from 'js-tiktoken/ranks/o200k_base'
import { earliestFitting, paragraphStarts } from '../main/src/services/context/core/cuts.ts'
import { createRangeCounts, createTokenizer } from '../main/src/services/tokens/index.ts'
import { median, print, readCorpus, timed, timedAsync } from './measuring.ts'
import { run as mentions } from './mentions.ts'

const chapterUnits = 20_000
const keptTokens = 4000
const chapters = 5

/**
 * What others do to keep the end of a chapter within a budget, beside ours, in one run: all paragraphs from the
 * earliest one from which the rest takes at most 4,000 tokens of o200k. Everybody's answer must begin at the same
 * paragraph. `edited` is the same chapter again with a sentence more. Times in ms; then lorebooks, see `mentions`.
 */
export async function run(options: { json: boolean; novel?: string }): Promise<void> {
  const corpus = readCorpus(options.novel, chapterUnits * (chapters + 2))
  const tokenizer = await createTokenizer('o200k_base')
  const reference = new Tiktoken(o200k)
  const counters = {
    jsTiktoken: (text: string) => reference.encode(text, [], []).length,
    gptTokenizer: (text: string) => gptEncode(text, { disallowedSpecial: new Set() }).length,
  }
  const times: Record<string, number[]> = {}
  const note = (name: string, ms: number) => {
    times[name] = [...(times[name] ?? []), ms]
  }
  for (let at = 1; at <= chapters; at += 1) {
    const text = corpus.text.slice(at * chapterUnits, (at + 1) * chapterUnits)
    for (const [kind, chapter] of [
      ['first', text],
      ['edited', `${text}他停了一下，又往前走。\n`],
    ] as const) {
      const own = timed(() => ownStart(chapter, tokenizer.count))
      note(`own ${kind}`, own.ms)
      for (const [name, count] of Object.entries(counters)) {
        const peer = timed(() => keepLast(chapter, count))
        note(`${name} ${kind}`, peer.ms)
        same(name, own.value, peer.value)
      }
      const chain = await timedAsync(() => langChainStart(chapter, counters.gptTokenizer))
      note(`langchain ${kind}`, chain.ms)
      same('langchain', own.value, chain.value)
    }
  }
  const medians = Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]))
  print(
    { corpus: corpus.name, [`the end of ${chapterUnits} characters within ${keptTokens} tokens`]: medians },
    options.json,
  )
  await mentions(options)
}

function ownStart(text: string, count: (text: string) => number): number {
  const ranges = createRangeCounts(text, count)
  const fits = (start: number) => ranges.count(start, text.length) <= keptTokens
  return earliestFitting(paragraphStarts(text), fits) ?? text.length
}

/** Paragraph by paragraph from the end, each counted with what follows, as most programs do. */
function keepLast(text: string, count: (text: string) => number): number {
  let kept = text.length
  for (const start of paragraphStarts(text).toReversed()) {
    if (count(text.slice(start)) > keptTokens) break
    kept = start
  }
  return kept
}

async function langChainStart(text: string, count: (text: string) => number): Promise<number> {
  const starts = paragraphStarts(text)
  const messages = starts.map((start, at) => new HumanMessage(text.slice(start, starts[at + 1])))
  const kept = await trimMessages(messages, {
    maxTokens: keptTokens,
    strategy: 'last',
    tokenCounter: (some) => count(some.map(({ content }) => content).join('')),
  })
  return starts[starts.length - kept.length] ?? text.length
}

function same(name: string, own: number, peer: number): void {
  if (own !== peer) throw new Error(`${name} keeps from ${peer} on, we from ${own}`)
}
