import { setTimeout as sleep } from 'node:timers/promises'
import { textOf } from '../../context/index.ts'
import { fakeAgentStep } from './fakeAgent.ts'
import { wholeText } from './prompt.ts'
import type { GenerationPart, GenerationRequest, Provider } from './provider.ts'

const continuations = {
  zh: [
    '雾又厚了一层，码头上的灯一盏接一盏地暗下去。',
    '我把手伸进衣袋，摸到那张折了三次的纸，边角已经被汗浸软。',
    '“先别出声。”她说，目光停在门缝下面那一线光上。',
    '远处有人拖着铁链走过石阶，声音一下重，一下轻。',
    '我没有答话，只数着自己的呼吸，等那脚步停在门外。',
    '风从窗缝里挤进来，把桌上的海图掀起一角，又放下。',
    '许久，水声盖过了一切，像有人在暗处慢慢合上一本书。',
    '他终于抬起头，脸上没有怒意，只有一种等了太久的疲倦。',
  ],
  en: [
    'The fog thickened again, and along the quay the lamps went out one after another. ',
    'I put my hand into my coat and felt the paper, folded three times, its edges soft with sweat. ',
    '“Not a word,” she said, her eyes on the line of light under the door. ',
    'Far off somebody dragged a chain over the stone steps, now heavy, now light. ',
    'I gave no answer, only counted my own breath and waited for the steps to stop outside. ',
    'The wind pressed in through the shutters, lifted a corner of the chart and laid it down. ',
    'For a long while the water drowned everything, as if someone in the dark were closing a book. ',
    'At last he raised his head; there was no anger in his face, only the weariness of waiting. ',
  ],
} as const

/** Small, visible and harmless: enough to see where a polished text goes. */
const polishing: readonly (readonly [string, string])[] = [
  ['very ', 'quite '],
  ['suddenly', 'all at once'],
  ['looked at', 'gazed at'],
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
    for (const piece of splitIntoChunks(text)) {
      await sleep(options.pauseMs, undefined, { signal: request.signal })
      yield { type: 'text', delta: piece }
    }
    const inputTokens = options.count(wholeText(request.prompt))
    const outputTokens = options.count(text)
    yield { type: 'usage', usage: { inputTokens, cachedInputTokens: 0, outputTokens, reportsCache: false } }
  }

  function answer({ skill, selectedText, writtenSoFar = '', prompt }: GenerationRequest): string {
    if (skill.id === 'agent')
      return fakeAgentStep(textOf(prompt.user), isChinese(textOf(prompt.system)) ? 'zh' : 'en')
    if (skill.output === 'replace') {
      const polished = polishing.reduce((text, [from, to]) => text.replaceAll(from, to), selectedText)
      return polished.startsWith(writtenSoFar) ? polished.slice(writtenSoFar.length) : polished
    }
    const seed = Number.parseInt(options.hash(wholeText(prompt)).slice(0, 8), 16)
    const sentences = continuations[isChinese(textOf(prompt.user)) ? 'zh' : 'en']
    return Array.from({ length: 4 }, (_, i) => sentences[(seed + i * 3) % sentences.length])
      .join('')
      .trim()
  }

  return { id: 'fake', stream }
}

/** By the last part, where the text and the instruction are; a name in another script makes no language. */
function isChinese(text: string): boolean {
  const end = text.slice(-4000)
  const han = end.match(/\p{Script=Han}/gu)?.length ?? 0
  return han > (end.match(/[a-z]/gi)?.length ?? 0) / 4
}

function* splitIntoChunks(text: string): Iterable<string> {
  const units = [...text]
  for (let at = 0; at < units.length; at += pieceUnits) yield units.slice(at, at + pieceUnits).join('')
}
