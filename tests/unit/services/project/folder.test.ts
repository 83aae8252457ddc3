import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fromHome } from '../../../../main/src/services/project/folder.ts'

test('a path typed with ~ is the home folder, and a name that only begins with ~ is not', () => {
  expect(['~/小说/雾港', '~', '~备份', '/a/~/b'].map(fromHome)).toEqual([
    join(homedir(), '小说/雾港'),
    homedir(),
    '~备份',
    '/a/~/b',
  ])
})
