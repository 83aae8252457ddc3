import { setTimeout as pause } from 'node:timers/promises'
import type { CacheOutcome } from '#contract/spending.ts'
import { promptOf } from '../../context/index.ts'
import { requestedModel } from '../models/modelControls.ts'
import type { ResolvedModel } from '../models/models.ts'
import type { PromptBlock } from '../providers/prompt.ts'
import type { Provider, WireUsage } from '../providers/provider.ts'
import { distilSkill } from '../skills/skills.ts'
import { createCacheMemory } from './cacheMemory.ts'

export interface Probed {
  /** The provider's report, with its own names; undefined: none. */
  readonly rawUsage: unknown
  readonly usage: WireUsage | undefined
  readonly outcome: CacheOutcome | undefined
}

/** An invented text of about so many tokens; nothing of any book. */
const lines = (from: number, count: number) =>
  Array.from(
    { length: count },
    (_, n) => `第${from + n}天，守灯人数了${(n * 7) % 90}级石阶，没有回头。\n`,
  ).join('')

/**
 * Sends a model three requests with the same long beginning and another end, as three continuations would; for about
 * 6,000 tokens each. Throws what the provider throws.
 */
export async function* probeCache(
  provider: Provider,
  model: ResolvedModel,
  options: { readonly pauseMs: number; readonly now: () => number; readonly signal: AbortSignal },
): AsyncIterable<Probed> {
  const memory = createCacheMemory(options.now)
  // A beginning that no earlier probe has sent.
  const system = `你是写小说的助手。今天是 ${options.now()}。\n${lines(0, 120)}`
  const block = (
    layer: PromptBlock['layer'],
    blockId: string,
    text: string,
    part?: 'frozen',
  ): PromptBlock => ({
    ...{ blockId, layer, text, tokens: Math.floor(text.length * 0.8), stability: 'turn' },
    ...(part ? { part } : {}),
  })
  for (const turn of [1, 2, 3]) {
    if (turn > 1) await pause(options.pauseMs, undefined, { signal: options.signal })
    const prompt = promptOf([
      block(null, 'system', system),
      block('retrieved', 'retrieved', lines(200, 60)),
      ...[300, 340, 380].slice(0, turn).map((at) => block('immediate', `${at}`, lines(at, 40), 'frozen')),
      block('immediate', 'instruction', `第 ${turn} 次：只回答一个字。`),
    ])
    const planned = memory.plan({ projectId: 'probe', model, prompt, once: false })
    const parts = provider.stream({
      ...requestedModel(model),
      ...{ prompt, cache: planned.wish },
      ...{ maxOutputTokens: 200, skill: distilSkill, selectedText: '', signal: options.signal },
    })
    let usage: WireUsage | undefined
    let rawUsage: unknown
    try {
      for await (const part of parts) if (part.type === 'usage') ({ usage, raw: rawUsage } = part)
    } catch (error) {
      // A model that only thinks has read its prompt all the same.
      if (!usage) throw error
    }
    yield { rawUsage, usage, outcome: usage && planned.recordUsage(usage).outcome }
  }
}
