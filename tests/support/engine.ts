import { sha256Hex } from '../../main/src/lib/hash.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import {
  type ContextEngineOptions,
  type ContextRequest,
  createContextEngine,
  defaultBudget,
  type Skill,
  type Source,
} from '../../main/src/services/context/index.ts'
import { createRedactor } from '../../main/src/services/redaction/index.ts'
import { createCursorSources } from '../../main/src/services/sources/index.ts'
import { createTokenizer } from '../../main/src/services/tokens/index.ts'
import type { Planted } from './planted.ts'
import { tableStore } from './tokenTables.ts'

export const tokenizer = await createTokenizer('o200k_base', { store: tableStore })

export const continueSkill: Skill = {
  id: 'continue',
  name: '续写',
  output: 'insert',
  instruction: { zh: '接着写。', en: 'Go on.' },
  source: 'skill:continue',
}

/** An engine over the given sources, with the real tokenizer and redactor. */
export function engineOf(sources: readonly Source[], options: Partial<ContextEngineOptions> = {}) {
  let ticks = 0
  return createContextEngine({
    sources: [...sources, ...createCursorSources()],
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

export const rule = (text: string, part: Partial<Planted> = {}): Planted => ({
  source: 'constraints',
  path: '.creonow/rules/constraints.json',
  item: text,
  label: '创作约束',
  priority: 100,
  text,
  ...part,
})

export const setting = (name: string, text: string, part: Partial<Planted> = {}): Planted => ({
  source: 'settingsFiles',
  path: `.creonow/settings/${name}`,
  label: name,
  confidence: 1,
  text,
  ...part,
})

export const passage = (
  chapter: number,
  text: string,
  score: number,
  part: Partial<Planted> = {},
): Planted => ({
  source: 'passages',
  path: `manuscript/00${chapter}.md`,
  from: 0,
  to: text.length,
  label: `第${chapter}章`,
  score,
  text,
  ...part,
})
