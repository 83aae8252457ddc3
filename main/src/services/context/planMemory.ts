import { LRUCache } from 'lru-cache'
import { layerOrder } from './core/layers.ts'
import { type Plan, type PlanInput, planPrompt, type TooLarge } from './core/plan.ts'
import type { Chunk } from './core/types.ts'
import type { Scene } from './scene.ts'

/** Of all prompts together. */
const plansKeptUtf16 = 8_000_000

interface Kept {
  /** Everything of the input but its chunks, as text. */
  readonly terms: string
  readonly chunks: PlanInput['chunks']
  readonly plan: Plan
}

/**
 * What was decided for a scene, while everything it was decided from is the same: the pure half of an assembly
 * need not run again for a request that repeats the last one. A plan that could not be made is not kept.
 */
export function createPlanMemory(): (scene: Scene, unit: string, input: PlanInput) => Plan | TooLarge {
  const known = new LRUCache<Scene, Kept>({
    maxSize: plansKeptUtf16,
    sizeCalculation: ({ plan: { prompt } }) => prompt.systemPrompt.length + prompt.userContent.length,
  })

  return (scene, unit, input) => {
    const { chunks, counter: _counter, ...rest } = input
    const terms = JSON.stringify([unit, rest])
    const kept = known.get(scene)
    if (kept && kept.terms === terms && isSame(kept.chunks, chunks)) return kept.plan
    const plan = planPrompt(input)
    if (plan.ok) known.set(scene, { terms, chunks, plan })
    return plan
  }
}

const isSame = (a: PlanInput['chunks'], b: PlanInput['chunks']) =>
  layerOrder.every((layer) => isSameList(a[layer], b[layer]))

const isSameList = (a: readonly Chunk[], b: readonly Chunk[]) =>
  a.length === b.length && a.every((chunk, at) => chunk === b[at])
