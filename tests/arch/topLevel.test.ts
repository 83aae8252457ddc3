import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { strangersAtTop } from '../../scripts/arch/topLevel.ts'
import { root, temporaryTree } from './temporaryTree.ts'

test('the top of the repository has no name outside the closed set', () => {
  expect(strangersAtTop(root)).toEqual([])
})

test.each([true, false])('a new folder or file at the top is found, in a clone: %s', async (isClone) => {
  const tree = await temporaryTree({
    'main/src/index.ts': '',
    'utils/text.ts': '',
    '.hidden/a.ts': '',
    'notes.md': '',
    '.editorconfig': '',
    'tsconfig.web.json': '{}',
  })
  if (isClone) execFileSync('git', ['init', '--quiet'], { cwd: tree.path })
  const found = strangersAtTop(tree.path)
  await tree.remove()
  expect(found).toEqual(['.hidden/', 'notes.md', 'utils/'])
})
