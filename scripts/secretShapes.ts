import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { scanSecrets } from '../main/src/services/redaction/index.ts'

/**
 * `node scripts/secretShapes.ts <rules>`: reads the rules of an edition of gitleaks (`config/gitleaks.toml`, MIT) or
 * the source of a rule of secretlint (MIT), makes a key for the expression of each, and prints those that the
 * redaction leaves. What is printed is to be written into `shapeList.ts` as a shape, by hand: an expression of a rule
 * says more than a shape, and only a person sees whether its prefix is also a word.
 */
const { positionals } = parseArgs({ allowPositionals: true })

interface Rule {
  readonly id: string
  readonly expression: string
}

function rulesOf(source: string): Rule[] {
  const toml = [...source.matchAll(/^id = "([^"]+)"[\s\S]*?^regex = '''([\s\S]*?)'''/gm)]
  const literals = [...source.matchAll(/=\s*\/((?:\\.|[^\\/\n])+)\/[gimsuy]+/g)]
  return [
    ...toml.map(([, id = '', expression = '']) => ({ id, expression })),
    ...literals.map(([, expression = ''], at) => ({ id: `expression ${at + 1}`, expression })),
  ]
}

const alphabet = 'q7Bw2NeXr9ZtK4yHu1MiG8oVp5CaS3dFf6JgLhDjAkQlEzRxTcYvUbInOmPW0s'

/** A text that an expression matches: groups, classes, counts and choices, as the rules use them. */
function sampleOf(expression: string): string {
  let at = 0
  let taken = 0

  function sequence(): string {
    let text = ''
    let isChosen = false
    while (at < expression.length && expression[at] !== ')') {
      if (expression[at] === '|') {
        isChosen = true
        at += 1
        continue
      }
      const part = repeated()
      if (!isChosen) text += part
    }
    return text
  }

  function repeated(): string {
    const start = at
    let text = atom()
    const end = at
    const count = /^(?:\{(\d+)(?:,\d*)?\}|([*?])|\+)\??/.exec(expression.slice(at))
    if (!count) return text
    at += count[0].length
    const after = at
    const times = count[1] !== undefined ? Number(count[1]) : count[2] ? 0 : 1
    if (times === 0) return ''
    for (let time = 1; time < times; time++) {
      at = start
      text += atom()
    }
    at = after
    return end === start ? '' : text
  }

  function atom(): string {
    const rest = expression.slice(at)
    const group = /^\((?:\?(?:[:=!]|<[=!]|P?<\w+>|[a-z-]+:))?/.exec(rest)
    if (group) {
      const isLook = /^\(\?(?:[=!]|<[=!])/.test(rest)
      at += group[0].length
      const flags = /^\(\?[a-z-]+\)/.exec(rest)
      if (flags) {
        at += flags[0].length - group[0].length
        return ''
      }
      const text = sequence()
      at += 1
      return isLook ? '' : text
    }
    if (rest.startsWith('[')) return fromClass()
    if (rest.startsWith('\\')) {
      at += 2
      return fromEscape(rest[1] ?? '')
    }
    at += 1
    return rest[0] === '^' || rest[0] === '$' ? '' : rest[0] === '.' ? 'x' : (rest[0] ?? '')
  }

  function fromClass(): string {
    let end = at + 1
    while (end < expression.length && (expression[end] !== ']' || end === at + 1)) {
      end +=
        expression[end] === '\\'
          ? 2
          : expression.startsWith('[:', end)
            ? expression.indexOf(':]', end) + 2 - end
            : 1
    }
    const source = expression.slice(at, end + 1).replace('[:alnum:]', 'A-Za-z0-9')
    at = end + 1
    const isOf = new RegExp(source.replace(/\\x60/g, '`'))
    for (let tries = 0; tries < alphabet.length; tries++) {
      const unit = alphabet[taken++ % alphabet.length] ?? ''
      if (isOf.test(unit)) return unit
    }
    return isOf.test('=') ? '=' : isOf.test(' ') ? ' ' : '-'
  }

  function fromEscape(letter: string): string {
    if (letter === 'b' || letter === 'B' || letter === 'z') return ''
    if (letter === 'd') return String((taken++ * 7) % 10)
    if (letter === 'w' || letter === 'S') return alphabet[taken++ % alphabet.length] ?? ''
    if (letter === 's') return ' '
    return letter === 'n' ? '\n' : letter
  }

  return sequence()
}

/** What is left of a rule's key; undefined when it is hidden. */
function leftOf({ expression }: Rule): string | undefined {
  // The name of a service in front of a value is a name like any other.
  const joint = /\(\?:\[ \\t\\w\.-\]\{0,20\}\)[\s\S]*?\{0,5\}/
  const text = sampleOf(
    expression.replace(/^\(\?i\)\[\\w\.-\]\{0,50\}\?/, '').replace(joint, '_api_token = '),
  )
  return scanSecrets(text, { scope: 'creonow' }).length > 0 ? undefined : text
}

for (const path of positionals) {
  const rules = rulesOf(readFileSync(path, 'utf8'))
  let left = 0
  for (const rule of rules) {
    const text = leftOf(rule)
    if (text === undefined) continue
    left += 1
    process.stdout.write(`${rule.id}\t${text.slice(0, 120)}\n`)
  }
  process.stdout.write(`${left} of ${rules.length} rules in ${path} are not covered\n`)
}
if (positionals.length === 0) {
  process.stderr.write('node scripts/secretShapes.ts <gitleaks.toml | rule.ts>…\n')
  process.exitCode = 1
}
