import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import ts from 'typescript'

/** Names that give a file a clock, chance, the process or the network without an import. */
const effectNames = new Set(
  [
    ['Date', 'performance', 'setTimeout', 'setInterval', 'setImmediate'],
    ['crypto', 'process', 'global', 'globalThis', 'console'],
    ['fetch', 'WebSocket', 'Worker', 'BroadcastChannel', 'eval'],
  ].flat(),
)
const effectMembers = new Set(['Math.random', 'AbortSignal.timeout'])
/** Packages that compute and do nothing else; whatever else comes from npm counts as an effect. */
export const purePackages = ['@huggingface/tokenizers', 'js-tiktoken', 'lru-cache', 'opencc-js', 'zod']

/** Whether the source names such a global as a value. A name that the file declares itself is its own. */
export function namesEffect(path: string, source: string): boolean {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const declared = new Set<string>()
  const used = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return
    if (ts.isPropertyAccessExpression(node)) {
      if (effectMembers.has(node.getText(file).replace('?.', '.'))) used.add(node.getText(file))
      visit(node.expression)
      return
    }
    if (ts.isIdentifier(node) && effectNames.has(node.text)) {
      if (isOwnName(node)) declared.add(node.text)
      else if (!isPropertyName(node)) used.add(node.text)
    }
    node.forEachChild(visit)
  }
  visit(file)
  return [...used].some((name) => !declared.has(name))
}

function isOwnName(node: ts.Identifier): boolean {
  const { parent } = node
  const isDeclaration =
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isBindingElement(parent) ||
    ts.isImportSpecifier(parent)
  return isDeclaration && parent.name === node
}

function isPropertyName(node: ts.Identifier): boolean {
  const { parent } = node
  const hasName = ts.isPropertyAssignment(parent) || ts.isClassElement(parent) || ts.isTypeElement(parent)
  return (hasName || ts.isMethodDeclaration(parent)) && parent.name === node
}

/** Paths below `folder` of the working directory, with forward slashes. */
export function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile() && /(?<![.]d)[.]ts$/.test(item.name))
    .map(({ parentPath, name }) => join(parentPath, name).replaceAll('\\', '/'))
    .sort()
}

/** The files of `folder` that name an effect themselves. */
export const filesWithEffects = (folder: string): string[] =>
  sourcesIn(folder).filter((path) => namesEffect(path, readFileSync(path, 'utf8')))

/**
 * The files of `folder` that have an effect themselves or by what they import from it at run time: a module of
 * Node, a package that is not known to be pure, a clock. The rest is the folder's pure part.
 */
export function impureFiles(folder: string): string[] {
  const paths = sourcesIn(folder)
  const imports = new Map(paths.map((path) => [path, runtimeImports(path)]))
  const impure = new Set(filesWithEffects(folder))
  for (const [path, names] of imports) if (names.some(isImpurePackage)) impure.add(path)
  for (let size = -1; size !== impure.size; ) {
    size = impure.size
    for (const [path, names] of imports) {
      const files = names.filter((name) => name.startsWith('.')).map((name) => beside(path, name))
      if (files.some((name) => impure.has(name))) impure.add(path)
    }
  }
  return [...impure].sort()
}

const beside = (path: string, name: string) => posix.normalize(posix.join(dirname(path), name))
const isImpurePackage = (name: string) =>
  !name.startsWith('.') && !purePackages.some((one) => name === one || name.startsWith(`${one}/`))

function runtimeImports(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  return file.statements.flatMap((statement) => {
    const isImport = ts.isImportDeclaration(statement) && !statement.importClause?.isTypeOnly
    const isExport = ts.isExportDeclaration(statement) && !statement.isTypeOnly
    const from = isImport || isExport ? statement.moduleSpecifier : undefined
    return from && ts.isStringLiteral(from) ? [from.text] : []
  })
}
