import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/**
 * `node scripts/secretExamples.ts <rules.yml>…`: reads rules with examples as Nosey Parker and Kingfisher publish them
 * (both Apache-2.0), and prints one line of `bench/redaction/publishedSecrets.txt` for each: the frame of the first
 * example that fits, with the secret put as a template of classes, so that no published value is repeated. Rules for
 * what is no secret (names, addresses, public ids) are left out by their names; what a person has to leave out beyond
 * that is in the head of the list.
 */
interface Rule {
  readonly id: string
  readonly name: string
  readonly pattern: string
  readonly examples?: readonly string[]
}

const noSecret =
  /client[ _-]?id|user ?name|\burl\b|domain|\barn\b|bucket|account|\bhost|public|app(?:lication)? id|email|\bid\b|weak|hash|license|project key|publishable|endpoint|tenant|instance|site key/i
const address = /^(?:https?:\/\/)?[\w.-]+\.(?:com|net|io|org|app|ai|co)(?:[:/].*)?$|^[\w.+-]+@[\w.-]+$/

/** A rule is in the dialect of Rust: free of blanks where `x` is set, with classes and anchors of its own. */
function expressionOf(pattern: string): RegExp {
  const flags = [...pattern.matchAll(/\(\?([imsx]+)\)/g)].map(([, letters = '']) => letters).join('')
  const source = pattern
    .replace(/\(\?#[^)]*\)/g, '')
    .replace(/\[:alnum:\]/g, 'A-Za-z0-9')
    .replace(/\[:alpha:\]/g, 'A-Za-z')
    .replace(/\[:digit:\]/g, '0-9')
    .replace(/\[:xdigit:\]/g, '0-9A-Fa-f')
    .replace(/\(\?[imsx]+\)/g, '')
    .replace(/\(\?P</g, '(?<')
    .replace(/\\[zZ]/g, '$')
    .replace(/\\x\{([0-9A-Fa-f]{2,4})\}/g, (_, code: string) => `\\u${code.padStart(4, '0')}`)
  return new RegExp(
    flags.includes('x') ? withoutBlanks(source) : source,
    ['d', ...new Set(flags.replace(/[^ims]/g, ''))].join(''),
  )
}

const withoutBlanks = (source: string) =>
  source.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])+\]|#[^\n]*|\s+/g, (part) =>
    /^[\\[]/.test(part) ? part : '',
  )

/** Where the secret is: the group that is called so, else the first, else all. */
function spanOf(expression: RegExp, text: string): readonly [number, number] | undefined {
  const indices = expression.exec(text)?.indices
  if (!indices) return undefined
  const named = Object.entries(indices.groups ?? {}).find(
    ([name, span]) => /token|secret/i.test(name) && span !== undefined,
  )?.[1]
  return named ?? indices.slice(1).find((span) => span !== undefined) ?? indices[0]
}

/** The characters of [from, to) that may be any of their class. */
function freeUnits(expression: RegExp, text: string, [from, to]: readonly [number, number]): boolean[] {
  const isSame = (changed: string) => {
    const span = spanOf(expression, changed)
    return span !== undefined && span[0] === from && span[1] === to
  }
  return Array.from({ length: to - from }, (_, index) => {
    const at = from + index
    const unit = text[at] ?? ''
    const others = /[0-9]/.test(unit) ? '385' : /[a-f]/.test(unit) ? 'bde' : /[A-F]/.test(unit) ? 'BDE' : ''
    const letters = others || (/[a-z]/.test(unit) ? 'xqm' : /[A-Z]/.test(unit) ? 'XQM' : '')
    return (
      letters !== '' &&
      [...letters].every((letter) => isSame(text.slice(0, at) + letter + text.slice(at + 1)))
    )
  })
}

/** `abc12` as `{a:5}`: the smallest class of the lists that all letters and digits of the secret are in. */
function template(secret: string, free: readonly boolean[]): string {
  const letters = [...secret].filter((unit, at) => free[at] && /[A-Za-z0-9]/.test(unit)).join('')
  const isHex = /^[0-9a-f]{8,}$/.test(letters) && /[a-f]/.test(letters)
  const classOf = (run: string) =>
    /^\d+$/.test(run)
      ? 'd'
      : isHex
        ? 'h'
        : /^[0-9A-F]+$/.test(letters)
          ? 'H'
          : /^[a-z]+$/.test(run)
            ? 'l'
            : /^[A-Z]+$/.test(run)
              ? 'u'
              : /^[a-z0-9]+$/.test(run)
                ? 'a'
                : /^[A-Z0-9]+$/.test(run)
                  ? 'U'
                  : /^[A-Za-z]+$/.test(run)
                    ? 'L'
                    : 'A'
  let written = ''
  for (let at = 0; at < secret.length; ) {
    let end = at
    while (end < secret.length && free[end]) end += 1
    if (end === at) written += secret[at++]
    else {
      written += `{${classOf(secret.slice(at, end))}:${end - at}}`
      at = end
    }
  }
  return written
}

const written = (text: string) =>
  text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t')

/** With the line break in front of it, when the name of the value stands on the line before. */
const lastLine = (text: string) => /[^\r\n]*(?:\r?\n[ \t]*)?$/.exec(text)?.[0] ?? ''

/**
 * The line of a rule and its kind; undefined when no example of it is a secret that can be put as a template, or when
 * neither a name nor a prefix tells that it is one.
 */
function lineOf(rule: Rule): { readonly kind: string; readonly line: string } | undefined {
  if (noSecret.test(rule.name)) return undefined
  const expression = expressionOf(rule.pattern)
  for (const example of rule.examples ?? []) {
    const span = spanOf(expression, example)
    const secret = example.slice(...(span ?? [0, 0]))
    if (!span || secret.length < 8 || /[«»{}]/.test(example) || address.test(secret)) continue
    const free = freeUnits(expression, example, span)
    if (free.filter(Boolean).length < 8) continue
    const before = lastLine(example.slice(0, span[0]))
    const after = example.slice(span[1]).replace(/[\r\n][\s\S]*/, '')
    // A part of a longer token, or a frame that tells of somebody else's account.
    if (/[A-Za-z0-9]$/.test(before) || /^[A-Za-z0-9]/.test(after) || before.length + after.length > 80)
      continue
    const value = template(secret, free)
    const kind = /(?:^|[^{])\b[A-Za-z0-9]{1,12}[-_.:]\{|^[A-Za-z]{2,10}\{/.test(value)
      ? 'published shape'
      : /pass|pw|key|secret|token|private|access|auth|cred|pat\b/i.test(before)
        ? 'published name'
        : undefined
    if (!kind) continue
    const name = rule.id.replace(/^(?:kingfisher|np)\./, '')
    return { kind, line: `${name}\t${written(before)}«${written(value)}»${written(after)}` }
  }
  return undefined
}

const kinds = new Map<string, Map<string, string>>()
for (const path of process.argv.slice(2)) {
  const { rules = [] } = parse(readFileSync(path, 'utf8')) as { rules?: readonly Rule[] }
  for (const rule of rules) {
    const found = lineOf(rule)
    if (!found) continue
    const lines = kinds.get(found.kind) ?? new Map<string, string>()
    kinds.set(found.kind, lines)
    const [name = ''] = found.line.split('\t')
    if (!lines.has(name)) lines.set(name, found.line)
  }
}
for (const [kind, lines] of [...kinds].sort())
  process.stdout.write(`## ${kind}\n${[...lines.values()].sort().join('\n')}\n`)
if (process.argv.length === 2) {
  process.stderr.write('node scripts/secretExamples.ts <rules.yml>…\n')
  process.exitCode = 1
}
