import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
/** All calls but those for a start that fails; `npm run typecheck` checks the others in the same way. */
const path = resolve(root, 'main/src/hosts/electron/bindElectron.ts')

interface Checked {
  /** Calls and properties of Electron's own declarations, `App.quit`. */
  readonly used: ReadonlySet<string>
  /** What the compiler has to say about the file. */
  readonly errors: readonly string[]
}

/** Checks the file, or another text in its place, against the declarations that come with Electron. */
function check(change: (text: string) => string = (text) => text): Checked {
  const options: ts.CompilerOptions = {
    ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ESNext },
    ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, skipLibCheck: true },
    ...{ types: ['node'], lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'] },
  }
  const host = ts.createCompilerHost(options)
  const read = host.readFile
  host.readFile = (name) => {
    const text = read(name)
    return name === path && text !== undefined ? change(text) : text
  }
  const program = ts.createProgram([path], options, host)
  const source = program.getSourceFile(path)
  if (!source) throw new Error(`${path} is missing`)
  const checker = program.getTypeChecker()
  const used = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      const [declaration] = checker.getSymbolAtLocation(node.name)?.declarations ?? []
      const owner = declaration?.parent
      if (declaration?.getSourceFile().fileName.endsWith('/electron/electron.d.ts') && owner)
        used.add(`${(owner as ts.InterfaceDeclaration).name?.text ?? ''}.${node.name.text}`) // only its name is read
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  const errors = program
    .getSemanticDiagnostics(source)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
  return { used, errors }
}

const checked = check()

test('every call of Electron that the host makes is in Electron’s own declarations, with its arguments', () => {
  expect(checked.errors).toEqual([])
  const ofWindows = /^(?:App|Session|WebContents|BrowserWindow|IpcMain|Shell|Menu)\./
  expect([...checked.used].filter((name) => ofWindows.test(name)).length).toBeGreaterThan(30)
})

test('a call that Electron does not have, and those with wrong arguments, are found', () => {
  const wrong: readonly (readonly [string, string])[] = [
    ['app.addRecentDocument(path)', 'app.addRecentDocuments(path)'],
    ['setSpellCheckerEnabled(isEnabled)', 'setSpellCheckerEnabled(7)'],
    ["app.on('open-file'", "app.on('open-folder'"],
  ]
  const { errors } = check((text) =>
    wrong.reduce((changed, [right, planted]) => {
      expect(changed).toContain(right)
      return changed.replace(right, planted)
    }, text),
  )
  expect(
    [/addRecentDocuments/, /'number'/, /open-folder|overload/].map((said) =>
      errors.some((each) => said.test(each)),
    ),
  ).toEqual([...[true, true, true]])
})

test('the double has every call of Electron that the host makes', () => {
  const double = ['electronModule.ts', 'electronDouble.ts']
    .map((name) => readFileSync(join(root, 'tests/support', name), 'utf8'))
    .join('\n')
  const names = [...checked.used].map((name) => name.split('.')[1] ?? '')
  expect(names.filter((name) => !double.includes(name))).toEqual([])
  expect(names.length).toBeGreaterThan(40)
})
