import { sha256Hex } from '../../main/src/lib/hash.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import { type ContextEngineOptions, createContextEngine } from '../../main/src/services/context/engine.ts'
import { createCursorFetcher } from '../../main/src/services/context/fetchers/immediate.ts'
import { defaultBudget } from '../../main/src/services/context/layers.ts'
import type { Chunk, ContextRequest, Fetcher, Skill } from '../../main/src/services/context/types.ts'
import { createRedactor } from '../../main/src/services/redaction/index.ts'
import { createTokenizer } from '../../main/src/services/tokens/index.ts'
import { chunkOf } from './chunks.ts'

export const tokenizer = await createTokenizer('o200k_base')

export const continueSkill: Skill = {
  id: 'continue',
  name: '续写',
  output: 'insert',
  instruction: { zh: '接着写。', en: 'Go on.' },
  source: 'skill:continue',
}

/** An engine over the given sources, with the real tokenizer and redactor. */
export function engineOf(fetchers: readonly Fetcher[], options: Partial<ContextEngineOptions> = {}) {
  let ticks = 0
  return createContextEngine({
    fetchers: [...fetchers, createCursorFetcher()],
    tokenizer,
    redactor: createRedactor(),
    clock: { now: () => 0, monotonic: () => ticks++ },
    logger: silentLogger,
    sha256Hex,
    ...options,
  })
}

export function requestFor(text: string, part: Partial<ContextRequest> = {}): ContextRequest {
  return {
    projectId: 'p1',
    documentId: 'manuscript/010.md',
    document: { text, title: '第十章', chapterNumber: 10 },
    cursorPosition: text.length,
    skill: continueSkill,
    pinned: [],
    model: { id: 'fake', windowTokens: 32_768, outputReserveTokens: 4096 },
    language: 'zh',
    budget: defaultBudget,
    historyBudgetTokens: 4000,
    stateless: false,
    preview: false,
    deadlineMs: 200,
    ...part,
  }
}

/** A source that hands over the given chunks. */
export function sourceOf(
  layer: Chunk['layer'],
  chunks: readonly Chunk[],
  unavailable = 'KG_UNAVAILABLE: 知识图谱数据未注入',
): Fetcher {
  return { name: `test-${layer}`, layer, unavailable, fetch: async () => ({ chunks }) }
}

export const rule = (text: string, part: Partial<Chunk> = {}): Chunk =>
  chunkOf({
    layer: 'rules',
    kind: 'constraint',
    source: '.creonow/rules/constraints.json',
    item: text,
    label: '创作约束',
    priority: 100,
    text,
    ...part,
  })

export const setting = (source: string, text: string, part: Partial<Chunk> = {}): Chunk =>
  chunkOf({
    layer: 'settings',
    kind: 'file',
    source: `.creonow/settings/${source}`,
    label: source,
    confidence: 1,
    text,
    ...part,
  })

export const passage = (chapter: number, text: string, score: number, part: Partial<Chunk> = {}): Chunk =>
  chunkOf({
    layer: 'retrieved',
    kind: 'passage',
    source: `manuscript/00${chapter}.md`,
    from: 0,
    to: text.length,
    label: `第${chapter}章`,
    score,
    text,
    ...part,
  })
