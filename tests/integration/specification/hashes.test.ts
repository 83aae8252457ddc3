import { afterEach, expect, test } from 'vitest'
import { sha256Hex } from '../../../main/src/lib/hash.ts'
import type { TestApp } from '../../support/app.ts'
import { constraintsFile, prose, startNovel } from '../../support/novel.ts'

let novel: TestApp
afterEach(() => novel.remove())

const chapterOf = {
  zh: prose(1500),
  en: 'Ann waited for the tide and nobody spoke of it. '.repeat(40),
}
const start = (language: 'zh' | 'en') =>
  startNovel({
    '.creonow/project.json': JSON.stringify({ id: 'hashes', name: 'hashes', language }),
    '.creonow/rules/constraints.json': constraintsFile(['不写梦', 'No dreams']),
    'manuscript/001.md': chapterOf[language].slice(0, 900),
    'manuscript/002.md': chapterOf[language],
  })
const assemble = (more: object = {}) =>
  novel.invoke('context:assemble', {
    ...{ projectId: novel.projectId, documentId: 'manuscript/002.md', cursorPosition: 700 },
    ...{ skillId: 'continue', ...more },
  })

test('the prefix hash is that of the system prompt, and the prompt hash that of all of it, in Chinese and in English', async () => {
  for (const language of ['zh', 'en'] as const) {
    novel = await start(language)
    const first = await assemble()
    const second = await assemble({ additionalInput: 'Slower. 慢一些。' })
    for (const { systemPrompt, userContent, prompt, stablePrefixHash, promptHash } of [first, second])
      expect([prompt, stablePrefixHash, promptHash]).toEqual([
        systemPrompt + userContent,
        sha256Hex(systemPrompt),
        sha256Hex(systemPrompt + userContent),
      ])
    expect([
      second.stablePrefixHash === first.stablePrefixHash,
      second.promptHash === first.promptHash,
      second.stablePrefixUnchanged,
    ]).toEqual([true, false, true])
    if (language === 'zh') await novel.remove()
  }
})

test('what is retrieved is introduced as material that may or may not be relevant, in Chinese and in English', async () => {
  const introduced = { zh: '可能有关，也可能无关', en: 'may or may not be relevant' }
  for (const language of ['zh', 'en'] as const) {
    novel = await start(language)
    const { systemPrompt } = await assemble()
    expect([introduced.zh, introduced.en].filter((words) => systemPrompt.includes(words))).toEqual([
      introduced[language],
    ])
    if (language === 'zh') await novel.remove()
  }
})
