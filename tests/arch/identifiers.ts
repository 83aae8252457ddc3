import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './temporaryTree.ts'

/** A name that our own code declares. */
export interface Identifier {
  readonly name: string
  /** Project-relative path with the line, from 1. */
  readonly at: string
}

const declares = (node: ts.Node): boolean =>
  ts.isVariableDeclaration(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isPropertySignature(node) ||
  ts.isPropertyAssignment(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isMethodSignature(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isBindingElement(node) ||
  ts.isTypeParameterDeclaration(node)

/** Every identifier that a `.ts` or `.tsx` file below one of these folders declares, and its camelCase words. */
export function identifiersBelow(folders: readonly string[]): Identifier[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => identifiersOf(`${folder}/${path}`, readFileSync(join(root, folder, path), 'utf8'))),
  )
}

export function identifiersOf(path: string, text: string): Identifier[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const identifiers: Identifier[] = []
  const visit = (node: ts.Node): void => {
    const name = declares(node) ? (node as ts.NamedDeclaration).name : undefined // `declares` admits only these.
    if (name && ts.isIdentifier(name)) {
      const { line } = file.getLineAndCharacterOfPosition(name.getStart())
      identifiers.push({ name: name.text, at: `${path}:${line + 1}` })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return identifiers
}

/** `maxUtf16Units` → max, utf, units. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_$\d]+/)
    .filter((word) => word !== '')
