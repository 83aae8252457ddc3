import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from './temporaryTree.ts'

interface PublicType {
  readonly file: ts.SourceFile
  readonly name: string
  readonly members: readonly ts.TypeElement[]
}

const parse = (path: string) =>
  ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)

/** Interfaces and object types that a file exports, those of other files that it exports again included. */
function typesOf(path: string, names?: ReadonlySet<string>): PublicType[] {
  const file = parse(path)
  return file.statements.flatMap((statement): PublicType[] => {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause, moduleSpecifier } = statement
      if (!exportClause || !ts.isNamedExports(exportClause) || !moduleSpecifier) return []
      const target = join(dirname(path), (moduleSpecifier as ts.StringLiteral).text) // A specifier is a string.
      const wanted = exportClause.elements.filter(({ name }) => !names || names.has(name.text))
      if (!existsSync(target) || wanted.length === 0) return []
      return typesOf(target, new Set(wanted.map(({ name, propertyName }) => (propertyName ?? name).text)))
    }
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
    if (!isType || !isExported(statement) || (names && !names.has(statement.name.text))) return []
    const { text: name } = statement.name
    if (ts.isInterfaceDeclaration(statement)) return [{ file, name, members: statement.members }]
    return ts.isTypeLiteralNode(statement.type) ? [{ file, name, members: statement.type.members }] : []
  })
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false)

function hasComment({ text }: ts.SourceFile, member: ts.Node): boolean {
  const before = ts.getLeadingCommentRanges(text, member.getFullStart()) ?? []
  const behind = text.slice(member.getEnd(), text.indexOf('\n', member.getEnd()))
  return before.length > 0 || /\/\/|\/\*\*/.test(behind)
}

const uncommented = (types: readonly PublicType[]): string[] =>
  types.flatMap(({ file, name, members }) =>
    members.flatMap((member) => {
      const isField = ts.isPropertySignature(member) || ts.isMethodSignature(member)
      if (!isField || hasComment(file, member)) return []
      return [`${name}.${member.name.getText(file)} ${relative(root, file.fileName)}`]
    }),
  )

const objectCalls = new Set(['object', 'strictObject', 'looseObject', 'extend'])

/** Fields of zod objects, of literals and constants spread into them; and channels, whose names have a colon. */
function wireFields(file: ts.SourceFile): ts.ObjectLiteralElementLike[] {
  const fields: ts.ObjectLiteralElementLike[] = []
  function addFields(shape: ts.Expression | undefined): void {
    if (shape && ts.isIdentifier(shape)) addFields(constant(file, shape.text)?.declaration.initializer)
    if (!shape || !ts.isObjectLiteralExpression(shape)) return
    for (const field of shape.properties)
      if (ts.isSpreadAssignment(field)) addFields(field.expression)
      else if (!fields.includes(field)) fields.push(field)
  }
  function visit(node: ts.Node): void {
    const isCall = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
    if (isCall && objectCalls.has(node.expression.name.text)) addFields(node.arguments[0])
    const isChannel = ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name)
    if (isChannel && node.name.text.includes(':')) fields.push(node)
    // A shape that other files spread.
    if (ts.isVariableStatement(node) && isExported(node))
      for (const { initializer } of node.declarationList.declarations) addFields(initializer)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return fields
}

function constant(file: ts.SourceFile, name: string) {
  for (const statement of file.statements.filter(ts.isVariableStatement)) {
    const declaration = statement.declarationList.declarations.find((each) => each.name.getText() === name)
    if (declaration) return { declaration, isCommented: hasComment(file, statement) }
  }
  return undefined
}

/** Fields, channels and exports without a comment. That of a field written as a name alone is its constant's. */
function uncommentedIn(files: readonly ts.SourceFile[]): string[] {
  const isConstantCommented = (file: ts.SourceFile, name: string) =>
    [file, ...files].flatMap((each) => constant(each, name) ?? [])[0]?.isCommented ?? false
  return files.flatMap((file) => {
    const lineOf = (node: ts.Node) => file.getLineAndCharacterOfPosition(node.getStart()).line + 1
    return [...wireFields(file), ...file.statements.filter(isExported)]
      .filter((node) => {
        const isName = ts.isShorthandPropertyAssignment(node) && isConstantCommented(file, node.name.text)
        return !isName && !hasComment(file, node)
      })
      .map((node) => `${relative(root, file.fileName)}:${lineOf(node)} ${node.getText().slice(0, 40)}`)
  })
}

test('every field, channel and export of the wire contract has a comment', () => {
  const folder = join(root, 'main/src/contract')
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  const files = names.map((name) => parse(join(folder, name)))
  expect(uncommentedIn(files)).toEqual([])
  expect(files.flatMap(wireFields).length).toBeGreaterThan(1000)
})

test('a zod field without a comment is reported', () => {
  const text = `const id = z.string()
    /** A path. */
    const path = z.string()
    const shape = { c: id }
    const a = z.strictObject({ id, path, ...{ b: id }, ...shape }).extend({
      /** In tokens. */
      d: z.object({ e: id }),
    })`
  const file = ts.createSourceFile(join(root, 'a.ts'), text, ts.ScriptTarget.Latest, true)
  expect(uncommentedIn([file])).toEqual(['a.ts:5 id', 'a.ts:5 b: id', 'a.ts:4 c: id', 'a.ts:7 e: id'])
})

test('every field of a type that a service or the package exports has a comment', () => {
  const services = join(root, 'main/src/services')
  const doors = readdirSync(services).map((name) => join(services, name, 'index.ts'))
  const types = [...doors, join(root, 'main/src/library/index.ts')].flatMap((door) => typesOf(door))
  expect(uncommented(types)).toEqual([])
  expect(types.flatMap(({ members }) => members).length).toBeGreaterThan(500)
})

test('a field without a comment is reported', () => {
  const file = ts.createSourceFile(
    join(root, 'a.ts'),
    'interface A {\n  /** In tokens. */\n  a: 1\n  b: 1\n  c: 1 // in milliseconds\n}',
    ts.ScriptTarget.Latest,
    true,
  )
  const types = file.statements.flatMap((each) =>
    ts.isInterfaceDeclaration(each) ? [{ file, name: 'A', members: each.members }] : [],
  )
  expect(uncommented(types)).toEqual(['A.b a.ts'])
})
