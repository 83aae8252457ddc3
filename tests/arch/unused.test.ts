import { expect, test } from 'vitest'
import { runTool, temporaryTree } from './temporaryTree.ts'

const host = 'main/src/hosts/web/webHost.ts'
/** The rules of `temporaryTree`, imported. */
const rules = {
  'scripts/arch.ts': "import { strangersAtTop } from './arch/topLevel.ts'\nstrangersAtTop('.')\n",
}

interface Report {
  readonly issues: readonly {
    readonly file: string
    readonly files: readonly unknown[]
    readonly exports: readonly { readonly name: string }[]
    readonly types: readonly { readonly name: string }[]
  }[]
}

/** The unused files, and the exports that no other file imports, in a tree of these files. */
async function unusedIn(planted: Readonly<Record<string, string>>) {
  const tree = await temporaryTree({ ...rules, ...planted })
  const { output } = await runTool(
    tree.path,
    'knip/bin/knip.js',
    '--no-progress',
    '--include',
    'files,exports,types',
    '--reporter',
    'json',
  )
  await tree.remove()
  const { issues } = JSON.parse(output) as Report // knip's own format
  return {
    files: issues.filter(({ files }) => files.length > 0).map(({ file }) => file),
    exports: issues.flatMap(({ file, exports, types }) =>
      [...exports, ...types].map(({ name }) => `${file} ${name}`),
    ),
  }
}

test('a file that nothing imports and an export of its own file alone are found', async () => {
  const unused = await unusedIn({
    [host]: "import { used } from './part.ts'\nconsole.log(used)\n",
    'main/src/hosts/web/part.ts':
      'export interface Own {}\nexport const own: Own = {}\nexport const used = own\n',
    'main/src/lib/unused.ts': 'export const value = 1\n',
  })
  expect(unused).toEqual({
    files: ['main/src/lib/unused.ts'],
    exports: ['main/src/hosts/web/part.ts own', 'main/src/hosts/web/part.ts Own'],
  })
})

test('a tree whose files and exports are all imported is clean', async () => {
  const planted = {
    [host]: "import { used } from './part.ts'\nconsole.log(used)\n",
    'main/src/hosts/web/part.ts': 'export const used = 1\n',
  }
  expect(await unusedIn(planted)).toEqual({ files: [], exports: [] })
})
