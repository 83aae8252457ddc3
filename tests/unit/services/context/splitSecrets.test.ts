import { describe, expect, test } from 'vitest'
import { createPassages } from '../../../../main/src/services/sources/passages.ts'
import { createPreviousChapter } from '../../../../main/src/services/sources/previousChapter.ts'
import { engineOf, requestFor } from '../../../support/engine.ts'

const secret = `sk-${'aB3dE5gH7jK9mN1pQ3sT5'}`
const key = [
  '-----BEGIN RSA PRIVATE KEY-----',
  'MIIEow'.repeat(10),
  'IBAAKC'.repeat(10),
  '-----END RSA PRIVATE KEY-----',
]
const chapter = `　　夜里他抄下这几行：\n${key.join('\n')}\n　　天亮了。`
const refs = ['009', '010'].map((name, at) => ({
  documentId: `manuscript/${name}.md`,
  title: `第${name}章`,
  kind: 'chapter' as const,
  chapterNumber: at + 9,
}))

describe('a secret that a cut parts is still hidden', () => {
  test.each([1, 4, 12])('with the cursor %i characters into it', async (inside) => {
    const text = `　　他说：「${secret}」\r\n然后走了。`
    const at = text.indexOf(secret) + inside
    const { systemPrompt, userContent, redaction } = await engineOf([]).assemble(
      requestFor(text, { cursorPosition: at }),
    )
    const prompt = systemPrompt + userContent
    expect(prompt.includes(secret.slice(0, 6))).toBe(false)
    expect(prompt.includes(secret.slice(-6))).toBe(false)
    expect(redaction).toEqual([{ patternId: 'sk-key', sourceRef: 'manuscript/010.md', matchCount: 2 }])
  })

  test('with a passage that begins in the middle of a private key', async () => {
    const from = chapter.indexOf('IBAAKC')
    const passages = createPassages(
      {
        forWindow: async () => ({
          hits: [
            {
              documentId: 'manuscript/009.md',
              from,
              to: chapter.length,
              text: chapter.slice(from),
              score: 1,
              reason: 'shared' as const,
              terms: [],
            },
          ],
          left: [],
          notices: [],
        }),
      },
      { list: async () => refs, read: async () => ({ text: chapter }) },
    )
    const { userContent } = await engineOf([passages]).assemble(requestFor('天亮之后。'))
    expect([userContent.includes('IBAAKC'), userContent.includes('天亮了。')]).toEqual([false, true])
  })

  test('with the end of the previous chapter', async () => {
    const text = `${'雾很大。'.repeat(900)}\n${key[0]}\n${'MIIEow'.repeat(500)}\n${key[3]}\n　　天亮了。`
    const previous = createPreviousChapter({ list: async () => refs, read: async () => ({ text }) })
    const { userContent } = await engineOf([previous]).assemble(requestFor('新的一章。'))
    expect([userContent.includes('MIIEow'), userContent.includes('天亮了。')]).toEqual([false, true])
  })

  test('with a redactor that says nothing of places, as an embedder may pass one', async () => {
    const hide = (text: string) => text.replaceAll('铜哨', '○○')
    const redactor = {
      redact: async (text: string) => ({ text: hide(text), replacements: [], evidence: [] }),
    }
    const text = '他吹响铜哨。雾更浓了。铜哨又响。'
    const { userContent } = await engineOf([], { redactor }).assemble(
      requestFor(text, { cursorPosition: 11, selection: { from: 3, to: 5 } }),
    )
    expect([userContent.includes('铜哨'), userContent.includes('他吹响○○。')]).toEqual([false, true])
  })
})
