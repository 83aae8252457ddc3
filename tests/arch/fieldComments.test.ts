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

const isExported = (type: ts.InterfaceDeclaration | ts.TypeAliasDeclaration): boolean =>
  type.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false

function hasComment({ text }: ts.SourceFile, member: ts.TypeElement): boolean {
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
