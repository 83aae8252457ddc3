import { expect, test } from 'vitest'
import { buildTokenizer } from '../../../../../main/src/services/tokens/huggingFace/library.ts'
import { TokenizerFileError } from '../../../../../main/src/services/tokens/index.ts'
import { split } from './files.ts'

const model = { type: 'BPE', vocab: { 雾: 0, a: 1 }, merges: [] } as const

test.each([
  ['a pattern', split('(雾'), 'TOKENIZER_UNSUPPORTED', /^Regex: \S/],
  ['a step', { type: 'Unheard' }, 'TOKENIZER_BROKEN', /^model$/],
])('the refusal of %s by the library names the part and has the cause', async (_what, step, code, part) => {
  const refusal = await buildTokenizer(model, [], [step]).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(TokenizerFileError)
  expect(refusal).toMatchObject({ code, part: expect.stringMatching(part), cause: expect.any(Error) })
})
