import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

export interface Identifier {
  readonly name: string
  /** Relative to the repository, with `/`. */
  readonly file: string
  /** From 1. */
  readonly line: number
}

/** The TypeScript files below `folder`, translations included, in a stable order. */
export function sourcesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(root, folder, name))
    .sort()
}

export function parse(file: string): ts.SourceFile {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true, kind)
}

/** The identifiers that these files declare; names they only use, such as a library's, are not among them. */
export function declaredIdentifiers(root: string, files: readonly string[]): Identifier[] {
  const identifiers: Identifier[] = []
  for (const file of files) {
    const source = parse(file)
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node) && isDeclared(node)) {
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
        identifiers.push({ name: node.text, file: relative(root, file).replaceAll('\\', '/'), line })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return identifiers
}

function isDeclared(node: ts.Identifier): boolean {
  const parent = node.parent
  if (ts.isPropertyAccessExpression(parent) || ts.isMetaProperty(parent)) return false
  // `import { a as b }` declares b, `import { a }` repeats a name that is checked where it is declared.
  if (ts.isImportSpecifier(parent)) return parent.propertyName !== undefined && parent.name === node
  if (ts.isBindingElement(parent)) return parent.name === node
  // JSX attributes repeat the properties of a component; the DOM's are not ours.
  if (ts.isJsxAttribute(parent)) return false
  return 'name' in parent && parent.name === node
}

/** `maxTokensUtf16` has the words max, tokens, utf; digits are no words. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
}
