import { setTimeout as sleep } from 'node:timers/promises'
import type { GenerationPart, GenerationRequest, Provider } from './provider.ts'

const continuations = [
  '雾又厚了一层，码头上的灯一盏接一盏地暗下去。',
  '我把手伸进衣袋，摸到那张折了三次的纸，边角已经被汗浸软。',
  '“先别出声。”她说，目光停在门缝下面那一线光上。',
  '远处有人拖着铁链走过石阶，声音一下重，一下轻。',
  '我没有答话，只数着自己的呼吸，等那脚步停在门外。',
  '风从窗缝里挤进来，把桌上的海图掀起一角，又放下。',
  '许久，水声盖过了一切，像有人在暗处慢慢合上一本书。',
  '他终于抬起头，脸上没有怒意，只有一种等了太久的疲倦。',
]

/** Small, visible and harmless: enough to see where a polished text goes. */
const polishing: readonly (readonly [string, string])[] = [
  ['非常', '极'],
  ['很', '颇'],
  ['看着', '望着'],
  ['说道', '道'],
  ['突然', '忽然'],
]

const pieceUnits = 6

/**
 * Offline and deterministic: the same prompt gives the same text, in pieces, as a model would stream it.
 * `pauseMs` between pieces lets a person see the streaming.
 */
export function createFakeProvider(options: {
  pauseMs: number
  hash(text: string): string
  count(text: string): number
}): Provider {
  async function* stream(request: GenerationRequest): AsyncIterable<GenerationPart> {
    const text = answer(request)
    for (const piece of pieces(text)) {
      await sleep(options.pauseMs, undefined, { signal: request.signal })
      yield { type: 'text', delta: piece }
    }
    const inputTokens = options.count(request.systemPrompt + request.userContent)
    yield { type: 'usage', usage: { inputTokens, cachedInputTokens: 0, outputTokens: options.count(text) } }
  }

  function answer({ skill, selectedText, systemPrompt, userContent }: GenerationRequest): string {
    if (skill.output === 'replace') {
      return polishing.reduce((text, [from, to]) => text.replaceAll(from, to), selectedText)
    }
    const seed = Number.parseInt(options.hash(systemPrompt + userContent).slice(0, 8), 16)
    return Array.from({ length: 4 }, (_, i) => continuations[(seed + i * 3) % continuations.length]).join('')
  }

  return { id: 'fake', stream }
}

function* pieces(text: string): Iterable<string> {
  const units = [...text]
  for (let at = 0; at < units.length; at += pieceUnits) yield units.slice(at, at + pieceUnits).join('')
}
