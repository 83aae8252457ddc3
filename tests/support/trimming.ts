import { createBlockCounter } from '../../main/src/services/context/core/blockCounter.ts'
import { printPrompt } from '../../main/src/services/context/core/print.ts'
import { type TrimInput, trimLayers } from '../../main/src/services/context/core/trim.ts'
import type { Chunk, LayerName, Placed } from '../../main/src/services/context/core/types.ts'
import { chunkOf, countCodePoints, kept } from './chunks.ts'

export const prose = (sentences: number) =>
  Array.from({ length: sentences }, (_, i) => `第${i}句写雾港的潮水。${i % 4 === 3 ? '\n' : ''}`).join('')

export const textBefore = (text: string): Chunk =>
  chunkOf({
    source: 'textBefore',
    path: 'manuscript/010.md',
    from: 0,
    to: text.length,
    label: '光标之前',
    text,
  })
export const instruction = chunkOf({
  source: 'skillInstruction',
  path: 'skill:continue',
  label: '本次要求',
  text: '接着写。',
})
export const passage = (n: number, score: number): Chunk =>
  chunkOf({
    source: 'passages',
    path: `manuscript/00${n}.md`,
    from: 0,
    to: 300,
    label: `第${n}章`,
    text: prose(30),
    score,
  })

export const small = {
  rules: { ratio: 0.15, minimumTokens: 0 },
  settings: { ratio: 0.1, minimumTokens: 20 },
  retrieved: { ratio: 0.25, minimumTokens: 0 },
  immediate: { ratio: 0.5, minimumTokens: 200 },
}

export const counter = createBlockCounter({ count: countCodePoints, language: 'zh', additive: true })

export type Material = Readonly<Record<'settings' | 'retrieved' | 'immediate', readonly Chunk[]>>

export function input({
  settings = [],
  retrieved = [],
  immediate = [textBefore(prose(40)), instruction],
  ...part
}: Partial<Omit<TrimInput, keyof Material> & Material>): TrimInput {
  return {
    rules: kept([chunkOf({ source: 'styleSheet', path: '.creonow/rules/style.md', text: '短句为主。' })]),
    settings: kept(settings),
    retrieved: kept(retrieved),
    immediate: kept(immediate),
    total: 10_000,
    layers: small,
    coreTokens: 2000,
    counter,
    fresh: true,
    ...part,
  }
}

export function tokensOf(placed: Record<LayerName, readonly Placed[]>) {
  return (
    tokensIn('rules', placed) +
    tokensIn('settings', placed) +
    tokensIn('retrieved', placed) +
    tokensIn('immediate', placed)
  )
}

/** Of the layer as it is printed, counted anew. */
export function tokensIn(layer: LayerName, placed: Record<LayerName, readonly Placed[]>): number {
  const { blocks } = printPrompt(placed, 'zh', counter)
  return blocks.reduce((sum, block) => sum + (block.layer === layer ? countCodePoints(block.text) : 0), 0)
}

export function trimmed(part: Parameters<typeof input>[0]) {
  const result = trimLayers(input(part))
  if (!result.ok) throw new Error(`did not fit: ${JSON.stringify(result.floors)}`)
  return result
}
