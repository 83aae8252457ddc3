import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { digits, invented, upper } from './invented.ts'

/**
 * A secret in a text, from a list. A line of a list is a name, a tab and a text in which `«…»` marks what must not get
 * out (without marks: all of it), `{A:32}` stands for 32 invented characters of a class and `\n`, `\r`, `\t`, `\\`,
 * `\u200b` for what JSON means by them. `## prefix` begins a kind, `# …` is a remark.
 */
export interface ListedSecret {
  /** `prefix`, `prose`, `config`, `pem`, `disguised`; `named`, `shaped`, `fenced`; `issued`, `framed`, `document`; `published …`, `labelled …`, `written …`. */
  readonly kind: string
  /** Unique within its kind. */
  readonly name: string
  /** As it stands in a note. */
  readonly text: string
  /** The parts of it that are secret, as they stand in `text`. */
  readonly secrets: readonly string[]
}

const letters = ['qwertyuiopasdfghjklzxcvbnm', 'MNBVCXZLKJHGFDSAPOIUYTREWQ']
const lower = 'qwertyuiopasdfghjklzxcvbnm'
const classes: Readonly<Record<string, readonly string[]>> = {
  A: [lower, digits, upper],
  a: [lower, digits],
  L: letters,
  l: [lower],
  u: [upper],
  U: [upper, '7325642376'],
  h: ['0123456789abcdef', '0123456789abcdef'],
  H: ['0123456789ABCDEF', '0123456789ABCDEF'],
  d: [digits, '1928374650'],
  K: ['qwertyuiopasdfghjkzxcvbnm', '123456789', 'MNBVCXZLKJHGFDSAPUYTREWQ'],
  w: [lower, digits, upper, `${lower}_-`, upper],
  p: [upper, lower, digits, lower, '#!@%', digits],
}

/** Kinds that are as secret in a manuscript as in notes. */
export const kindsOfManuscript = [
  'prefix',
  'pem',
  'shaped',
  'fenced',
  'issued',
  'published shape',
  'labelled fence',
  'labelled shape',
] as const

/** Every secret of one of the lists beside this file. */
function readList(name: string): ListedSecret[] {
  const listed: ListedSecret[] = []
  let kind = ''
  for (const line of readFileSync(join(import.meta.dirname, name), 'utf8').split('\n')) {
    if (line.startsWith('## ')) kind = line.slice(3)
    else if (line !== '' && !line.startsWith('#')) listed.push(parse(kind, line))
  }
  return listed
}

function parse(kind: string, line: string): ListedSecret {
  const tab = line.indexOf('\t')
  const name = line.slice(0, tab)
  const marked = fill(withControls(line.slice(tab + 1)), name)
  const parts = [...marked.matchAll(/«([^»]*)»/g)].map(([, part = '']) => part)
  const text = marked.replace(/[«»]/g, '')
  return { kind, name, text, secrets: parts.length > 0 ? parts : [text] }
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' }

const withControls = (text: string) =>
  text.replace(/\\(?:u([0-9a-f]{4})|([nrt\\]))/g, (_, code?: string, control = '') =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : (controls[control] ?? ''),
  )

const fill = (text: string, seed: string) =>
  text.replace(/\{([A-Za-z]):([^}]*)\}/g, (_, kind: string, body: string, at: number) =>
    kind === 'F' ? fullWidth(body) : invented(`${seed}${at}`, Number(body), classes[kind]),
  )

const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))

/** The 241 secrets of an attack. */
export const attackSecrets = readList('attackSecrets.txt')
/** Secrets over names, shapes and fences, a third of them from rule sets' own tests. */
export const ruleSecrets = readList('ruleSecrets.txt')
/** Secrets of other people's rule sets and documentation, listed before the patterns were read. */
export const blindSecrets = readList('blindSecrets.txt')
/** Secrets as the examples of published rules write them, listed before the patterns were written. */
export const publishedSecrets = readList('publishedSecrets.txt')
/** Secrets whose name is disguised or whose letters are of one case, listed before the patterns were written. */
export const disguisedNames = readList('disguisedNames.txt')
/** Secrets that the authors of another scanner labelled in their files, listed before the patterns were written. */
export const labelledSecrets = readList('labelledSecrets.txt')
/** Passwords as authors write them down, listed before the patterns were written. */
export const writtenPasswords = readList('writtenPasswords.txt')
