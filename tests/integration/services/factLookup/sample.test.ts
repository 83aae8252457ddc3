import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../support/app.ts'

interface Sample {
  readonly cursors: Readonly<Record<string, { readonly document: string; readonly window?: number }>>
  readonly questions: readonly {
    readonly at: string
    readonly question: string
    readonly answers: readonly string[]
  }[]
}

/** Codes that say where an answer is, and show it. */
const claims = ['inPrompt', 'leftOut', 'earlier', 'notYet', 'changeLater', 'changeOver', 'changeHidden']
const dense = (text: string) => text.replace(/\s/g, '')

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.remove())

it('nothing false is said to questions by hand about the sample: what is shown is there, and who has none gets none', async () => {
  const sample: Sample = JSON.parse(await readFile('tests/fixtures/factLookup/sample.json', 'utf8'))
  const { projectId } = app
  const faults: string[] = []
  let answered = 0
  for (const { at, question, answers: expected } of sample.questions) {
    const { document: documentId = '', window } = sample.cursors[at] ?? {}
    const { text } = await app.invoke('documents:read', { projectId, documentId })
    const limits = window === undefined ? {} : { limits: { window } }
    const request = { projectId, documentId, skillId: 'continue', cursorPosition: text.length, ...limits }
    const { receiptId, prompt } = await app.invoke('context:assemble', request)
    const { answers } = await app.invoke('context:ask', { projectId, receiptId: receiptId ?? '', question })
    for (const { code, excerpt = '' } of answers) {
      const isClaim = claims.includes(code) && excerpt !== ''
      if (isClaim && expected.length === 0) faults.push(`${question}: ${code} ${excerpt}`)
      if (code === 'inPrompt' && !dense(prompt).includes(dense(excerpt).replaceAll('…', '')))
        faults.push(`${question}: not in the prompt: ${excerpt}`)
      if (code === 'noAnswer' && answers.some((each) => claims.includes(each.code)))
        faults.push(`${question}: found and not found`)
    }
    const shown = answers.map(({ excerpt = '' }) => dense(excerpt)).join('\n')
    if (expected.some((sentence) => shown.includes(dense(sentence).slice(0, 12)))) answered += 1
  }
  expect(faults).toEqual([])
  expect(answered).toBeGreaterThan(7)
})
