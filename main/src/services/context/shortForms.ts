import { applyRedaction, composeReplacements, type Redacted, type Replacement } from '../redaction/index.ts'
import type { Draft } from './source.ts'

/** UTF-16 units in a row that no form shows of a secret; fewer may stand anywhere by chance. */
const runUnits = 4

/** What a text shows to be secret, in short runs, each with the pattern that matched. */
type HiddenRuns = ReadonlyMap<string, string>

/**
 * A shorter form of a text without what the redaction of that text hides. The form may be cut inside of a secret, or
 * lack the words that show it to be one, so that on its own nobody would recognise it. `redacted` is the redaction of
 * `original`, the raw text that the raw `form` was made of.
 */
export async function redactShortForm(
  form: string,
  { original, redacted }: { readonly original: string; readonly redacted: Redacted },
  redact: (text: string) => Promise<Redacted>,
): Promise<Redacted> {
  const runs = hiddenRuns(original, redacted)
  if (runs.size === 0) return redact(form)
  const first = applyRedaction(form, matchesIn(form, runs))
  const second = await redact(first.text)
  return {
    text: second.text,
    replacements: composeReplacements(first.replacements, second.replacements),
    evidence: [...first.evidence, ...second.evidence],
  }
}

/** The shorter forms go into the prompt in the text's place, so they are redacted and guarded like it. */
export async function redactForms(
  { text: original, forms }: Pick<Draft, 'text' | 'forms'>,
  redacted: Redacted,
  redact: (text: string) => Promise<Redacted>,
): Promise<Draft['forms']> {
  if (!forms) return undefined
  const clean: { -readonly [level in keyof NonNullable<Draft['forms']>]: string } = {}
  for (const level of ['short', 'line', 'name'] as const) {
    const form = forms[level]
    if (form !== undefined) clean[level] = (await redactShortForm(form, { original, redacted }, redact)).text
  }
  return clean
}

function hiddenRuns(original: string, { text, replacements }: Redacted): HiddenRuns {
  const hidden = replacements.filter(({ from, to }) => to > from)
  const runs = new Map<string, string>()
  for (const { from, to, patternId } of hidden.length > 0 ? hidden : changedPlaces(original, text)) {
    const secret = original.slice(from, to)
    for (let at = 0; at === 0 || at + runUnits <= secret.length; at += 1) {
      const run = secret.slice(at, at + runUnits)
      if (run.trim() !== '') runs.set(run, patternId ?? 'secret')
    }
  }
  return runs
}

/** Where a redactor does not say what it has replaced: everything that its result no longer has. */
function changedPlaces(original: string, text: string): Pick<Replacement, 'from' | 'to' | 'patternId'>[] {
  if (original === text) return []
  const lastFrom = Math.max(0, original.length - runUnits)
  const places = Array.from({ length: lastFrom + 1 }, (_, from) => ({ from, to: from + runUnits }))
  return places.filter(({ from, to }) => !text.includes(original.slice(from, to)))
}

function matchesIn(form: string, runs: HiddenRuns) {
  const lengths = [...new Set([...runs.keys()].map(({ length }) => length))]
  const matches: { patternId: string; from: number; to: number }[] = []
  for (let from = 0; from < form.length; from += 1) {
    for (const length of lengths) {
      const [last, to] = [matches.at(-1), from + length]
      const patternId = to <= form.length ? runs.get(form.slice(from, to)) : undefined
      if (patternId === undefined) continue
      if (last && last.to >= from) last.to = Math.max(last.to, to)
      else matches.push({ patternId, from, to })
    }
  }
  return matches
}
