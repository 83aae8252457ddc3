import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import ts from 'typescript'

/**
 * Writes a declaration file for each entry and for what its declarations import. Each is made from its own source
 * only: the package's public types are written out, so nothing of the repository can appear in them.
 * @throws Error when a declaration needs another file's types, or reaches outside the folder of the entries.
 */
export async function writeDeclarations(
  entries: readonly string[],
  folder: string,
  out: string,
): Promise<void> {
  await mkdir(out, { recursive: true })
  const names = [...entries]
  // The list grows while it is read.
  for (const name of names) {
    const text = declarationOf(join(folder, name), await readFile(join(folder, name), 'utf8'))
    for (const specifier of importsOf(text)) {
      if (!/^[.]\/\w+[.]ts$/.test(specifier)) throw new Error(`${name}: ${specifier} is not in the package`)
      const imported = basename(specifier)
      if (!names.includes(imported)) names.push(imported)
    }
    await writeFile(join(out, name.replace(/[.]ts$/, '.d.ts')), withJsSpecifiers(text))
  }
}

function declarationOf(path: string, source: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2024,
      module: ts.ModuleKind.ESNext,
      isolatedDeclarations: true,
    },
  })
  const [first] = diagnostics
  if (first) throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(first.messageText, '\n')}`)
  return outputText
}

const importsOf = (text: string): string[] =>
  ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)

/** What every module resolution of TypeScript finds, whatever its options. */
const withJsSpecifiers = (text: string) => text.replace(/(from ')(\.\/\w+)\.ts(')/g, '$1$2.js$3')
